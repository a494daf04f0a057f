import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { insertDevice, insertLicense } from '../../../test/licenses.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import { accountId } from './devices.test-support.ts';
import { createReports, groupReportsByRound } from './reports.ts';

const report = (deviceId: number, more: object = {}) => ({
  deviceId,
  checks: 1,
  version: null,
  counters: {},
  productUsage: null,
  ipAddress: null,
  nonce: null,
  ...more,
});

const nonce = (text: string) => Buffer.from(text.padEnd(8));

test('reports of one device are merged and ordered by device id', () => {
  const turns = groupReportsByRound([
    report(2, { version: '1', counters: { a: 1 }, ipAddress: '10.0.0.1' }),
    report(1),
    report(2, { checks: 4, counters: { a: 2, b: 3 }, productUsage: '[]', ipAddress: '10.0.0.2' }),
  ]);
  expect(turns).toEqual([
    [
      report(1),
      report(2, { checks: 5, version: '1', counters: { a: 3, b: 3 }, productUsage: '[]', ipAddress: '10.0.0.1' }),
    ],
  ]);
});

test('reports with different nonces count separately, and repeated ones once', () => {
  const [a, b] = [report(2, { nonce: nonce('a') }), report(2, { nonce: nonce('b') })];
  const turns = groupReportsByRound([
    report(2),
    a,
    report(3),
    { ...a, nonce: nonce('a') },
    b,
    report(2),
    report(1, { nonce: nonce('a') }),
  ]);
  expect(turns).toEqual([[report(1, { nonce: nonce('a') }), report(2, { checks: 2 }), report(3)], [a], [b]]);
});

describe('stored reports', async () => {
  const database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  const reports = createReports(database);

  test('are stored before each is answered, even together with reports of a deleted license', async () => {
    const license = await insertLicense(database, accountId);
    const device = await insertDevice(database, license, { status: 0, firstSeenAt: new Date() });
    await Promise.all([
      reports.ofDevice(report(device.id)),
      reports.ofDevice(report(999_999)),
      reports.ofLicense({ licenseId: license.id, refusals: 1 }),
      reports.ofLicense({ licenseId: 999_999, refusals: 1 }),
      reports.ofLicense({ licenseId: license.id, refusals: 2, wasFull: true }),
    ]);
    const { rows } = await database.pool.query('select license_id, refusals, was_full from license_days');
    expect(rows).toEqual([{ license_id: license.id, refusals: 3, was_full: true }]);
    const { rows: seen } = await database.pool.query('select device_id, checks from device_activity');
    expect(seen).toEqual([{ device_id: device.id, checks: 1 }]);
  });

  test('add nothing if their nonce was counted before, even concurrently, on the next day or in another process', async () => {
    const license = await insertLicense(database, accountId);
    const device = await insertDevice(database, license, { status: 0, firstSeenAt: new Date() });
    const another = createReports(database);
    const sent = report(device.id, { checks: 3, counters: { scans: 5 }, nonce: nonce('first') });
    await Promise.all([reports.ofDevice(sent), another.ofDevice(sent), reports.ofDevice(sent)]);
    const counted = async () =>
      (
        await database.pool.query(
          "select sum(checks)::int as checks, sum((counters ->> 'scans')::int)::int as scans from device_activity where device_id = $1",
          [device.id],
        )
      ).rows[0];
    expect(await counted()).toEqual({ checks: 3, scans: 5 });
    // Moves the counted day back, so that the report is repeated after midnight.
    await database.pool.query('update device_activity set day = day - 1 where device_id = $1', [device.id]);
    await Promise.all([another.ofDevice(sent), another.ofDevice(report(device.id))]);
    expect(await counted()).toEqual({ checks: 4, scans: 5 });
    const later = { ...sent, nonce: nonce('later') };
    await Promise.all([reports.ofDevice(later), reports.ofDevice(sent), another.ofDevice(later)]);
    expect(await counted()).toEqual({ checks: 7, scans: 10 });
    // A day of reports is remembered; earlier ones are forgotten.
    for (let index = 0; index < 95; index += 1)
      await reports.ofDevice(report(device.id, { checks: 0, nonce: nonce(`n-${index}`) }));
    await reports.ofDevice(later);
    expect(await counted()).toEqual({ checks: 7, scans: 10 });
    await reports.ofDevice(report(device.id, { checks: 0, nonce: nonce('n-95') }));
    await reports.ofDevice(later);
    expect(await counted()).toEqual({ checks: 10, scans: 15 });
  });

  test('fail alone if the database refuses their values, after all others are stored', async () => {
    const license = await insertLicense(database, accountId);
    const [first, second] = [1, 2].map(() => insertDevice(database, license, { status: 0, firstSeenAt: new Date() }));
    const [good, bad] = [await (first as Promise<{ id: number }>), await (second as Promise<{ id: number }>)];
    const settled = await Promise.allSettled([
      reports.ofDevice(report(good.id)),
      reports.ofDevice(report(bad.id, { productUsage: '{' })),
      reports.ofDevice(report(good.id, { nonce: nonce('good') })),
    ]);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const { rows } = await database.pool.query('select device_id, checks from device_activity where license_id = $1', [
      license.id,
    ]);
    expect(rows).toEqual([{ device_id: good.id, checks: 2 }]);
  });

  test('change a device in place, without writing to its indexes', async () => {
    const license = await insertLicense(database, accountId);
    const device = await insertDevice(database, license, { status: 0, lastActivityAt: new Date() });
    const indexed = await database.pool.query<{ name: string }>(
      `select distinct attname as name from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
       where indrelid = 'devices'::regclass`,
    );
    const written = ['last_activity_at', 'product_usage', 'ip_address', 'recent_nonces'];
    expect(indexed.rows.filter(({ name }) => written.includes(name))).toEqual([]);
    await reports.ofDevice(report(device.id, { nonce: nonce('in place') }));
    const { rows } = await database.pool.query(
      `select active_day = (last_activity_at at time zone 'UTC')::date as same from devices where id = $1`,
      [device.id],
    );
    expect(rows).toEqual([{ same: true }]);
  });

  test('continue while a user changes the license’s devices', async () => {
    const license = await insertLicense(database, accountId);
    const device = await insertDevice(database, license, { status: 0, firstSeenAt: new Date() });
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      await client.query('select from licenses where id = $1 for no key update', [license.id]);
      await Promise.all([
        reports.ofDevice(report(device.id)),
        reports.ofLicense({ licenseId: license.id, refusals: 1 }),
      ]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
