import { beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { type DeviceRow, insertDevice, insertLicense, type LicenseRow } from '../../../test/licenses.ts';
import { randomNumbers, sampled } from '../../../test/sample.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import { assignSeats } from './assign-seats.ts';
import { deviceStatus } from './device-status.ts';

const database = await createTestDatabase();
const { seed, size } = sampled('licenses with random devices', { sample: 60, whole: 1_000 });
const random = randomNumbers(seed);
const pick = <Value>(...values: readonly Value[]) => values[random() % values.length] as Value;
const moment = () => new Date(Date.UTC(2026, 0, 1 + (random() % 5)));

beforeAll(() => seedDemonstrationPeople(database));

async function listDevices({ id }: LicenseRow): Promise<DeviceRow[]> {
  const { rows } = await database.pool.query(
    `select id, status, place_since as "placeSince", first_seen_at as "firstSeenAt", blocked_at as "blockedAt", released_at as "releasedAt"
     from devices where license_id = $1 order by place_since, id`,
    [id],
  );
  return rows;
}

async function listEventKinds({ id }: LicenseRow): Promise<string[]> {
  const { rows } = await database.pool.query(
    'select kind from device_events where license_id = $1 and user_id is null order by id',
    [id],
  );
  return rows.map(({ kind }) => kind);
}

async function findCounts({ id }: LicenseRow) {
  const { rows } = await database.pool.query(
    'select used_quantity as used, exceeded_quantity as exceeded from licenses where id = $1',
    [id],
  );
  return rows[0];
}

/** A license with up to eight devices of random facts and random statuses. */
async function insertRandomLicense(): Promise<LicenseRow> {
  const license = await insertLicense(database, 2, {
    status: pick(1, 2, 3),
    quantity: pick(-1, 0, 1, 2, 3, 5, 8),
    usedQuantity: pick(0, 7),
  });
  for (let count = pick(0, 1, 3, 5, 8); count > 0; count -= 1) {
    const releasedAt = pick(null, null, null, moment());
    await insertDevice(database, license, {
      placeSince: moment(),
      firstSeenAt: pick(null, moment()),
      blockedAt: pick(null, null, moment()),
      releasedAt,
      status: releasedAt ? 5 : pick(0, 1, 2, 3, 4),
    });
  }
  return license;
}

describe('the assignment of seats', () => {
  test('derives the statuses of deviceStatus and counts the seats, for random facts', async () => {
    const licenses: LicenseRow[] = [];
    for (let count = 0; count < size; count += 1) licenses.push(await insertRandomLicense());
    await database.transaction((transaction) => assignSeats(transaction, licenses));
    for (const license of licenses) {
      const devices = await listDevices(license);
      const kept = devices.filter(({ releasedAt }) => !releasedAt);
      expect(devices.map(({ status }) => status)).toEqual(
        devices.map((device) => deviceStatus(device, license, kept.indexOf(device) + 1)),
      );
      const used = license.quantity < 0 ? kept.length : Math.min(kept.length, license.quantity);
      expect(await findCounts(license)).toEqual({ used, exceeded: kept.length - used });
    }
  });

  test('writes nothing if everything is correct', async () => {
    const license = await insertLicense(database, 2, { quantity: 1 });
    for (let count = 0; count < 3; count += 1) await insertDevice(database, license);
    const versions = async () =>
      (
        await database.pool.query(
          `select d.xmin::text from devices d where license_id = $1
           union all select l.xmin::text from licenses l where id = $1`,
          [license.id],
        )
      ).rows.map(({ xmin }) => xmin);
    await assignSeats(database.query, [license]);
    const before = [await versions(), await listEventKinds(license)];
    await assignSeats(database.query, [license]);
    expect([await versions(), await listEventKinds(license)]).toEqual(before);
  });

  test('records which devices lose and regain a seat, the latest first', async () => {
    const license = await insertLicense(database, 2, { quantity: 3 });
    for (let count = 0; count < 3; count += 1) await insertDevice(database, license);
    const statusesAt = async (change: Partial<LicenseRow>) => {
      await assignSeats(database.query, [{ ...license, ...change }]);
      return (await listDevices(license)).map(({ status }) => status);
    };
    expect(await statusesAt({ quantity: 1 })).toEqual([3, 1, 1]);
    expect(await statusesAt({ quantity: 2 })).toEqual([3, 3, 1]);
    expect(await statusesAt({ quantity: 2, status: 3 })).toEqual([4, 4, 4]);
    expect(await statusesAt({ quantity: 2 })).toEqual([3, 3, 1]);
    expect(await listEventKinds(license)).toEqual([
      ...['exceeded', 'exceeded'],
      'regained',
      ...['canceled', 'canceled', 'canceled'],
      ...['restored', 'restored', 'exceeded'],
    ]);
  });

  test('handles more licenses than fit in a statement', async () => {
    await database.pool.query(
      `with sold as (
         insert into orders (account_id, number, status, payment_status, ordered_at, license_model, device_quantity, price, currency)
         select 2, 'many-' || n, 1, 1, now(), 0, 1, 0, 'usd' from generate_series(1, 1100) n returning id, number
       ), licensed as (
         insert into licenses (account_id, order_id, number, serial_number, license_model, product_id, plan_id, status, trial, starts_at, quantity)
         select 2, id, number, number, 0, 'desktop', 'desktop-basic', 1, false, now(), 1 from sold returning id
       )
       insert into devices (account_id, license_id, name, hardware_id, status) select 2, id, 'Many', 'many', 0 from licensed`,
    );
    const { rows } = await database.pool.query("select id, status, quantity from licenses where number like 'many-%'");
    await assignSeats(database.query, rows);
    const found = await database.pool.query(
      `select d.status, l.used_quantity as used, count(*)::int from devices d join licenses l on l.id = d.license_id
       where l.number like 'many-%' group by 1, 2`,
    );
    expect(found.rows).toEqual([{ status: 3, used: 1, count: 1_100 }]);
  });
});
