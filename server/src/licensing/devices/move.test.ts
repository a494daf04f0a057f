import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { insertDevice, insertLicense } from '../../../test/licenses.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import { assignSeats } from './assign-seats.ts';
import { accountId } from './devices.test-support.ts';
import { replaceFingerprints } from './fingerprints.queries.ts';
import { insertLease } from './leases.queries.ts';
import { addToDays } from './license-days.queries.ts';
import { moveDevices } from './move.queries.ts';

const database = await createTestDatabase();
await seedDemonstrationPeople(database);
const sql = async (text: string) => (await database.pool.query(text)).rows;

test('a license that continues others gets their devices, leases, fingerprints and days', async () => {
  const floating = { licenseModel: 1, quantity: 5 } as const;
  const [gone, kept] = [
    await insertLicense(database, accountId, floating),
    await insertLicense(database, accountId, floating),
  ];
  const both = { hardwareId: 'BOTH', status: 0, firstSeenAt: new Date() } as const;
  const own = { hardwareId: 'OWN', status: 0, firstSeenAt: new Date() } as const;
  const devices = [
    await insertDevice(database, gone, both),
    await insertDevice(database, gone, own),
    await insertDevice(database, kept, both),
  ];
  const on = database.query;
  const term = { seconds: 600, isBorrowed: false, until: null };
  for (const { id: deviceId, licenseId } of devices) {
    await insertLease(on, { licenseId, deviceId, requestKey: 'main', term });
    await replaceFingerprints(on, { id: deviceId, licenseId }, [Buffer.from('part')]);
  }
  await addToDays(on, [
    { licenseId: gone.id, refusals: 2, activations: 3, sessions: 4 },
    { licenseId: kept.id, refusals: 1, sessions: 1, wasFull: true },
  ]);
  await database.transaction(async (transaction) => {
    await moveDevices(transaction, [gone.id], kept.id);
    await assignSeats(transaction, [kept]);
    await transaction.execute(`delete from licenses where id = ${gone.id}`);
  });
  expect(await sql('select hardware_id, status from devices where license_id is not null order by id')).toEqual([
    { hardware_id: 'BOTH', status: 5 },
    { hardware_id: 'OWN', status: 0 },
    { hardware_id: 'BOTH', status: 0 },
  ]);
  expect(await sql(`select used_quantity from licenses where id = ${kept.id}`)).toEqual([{ used_quantity: 2 }]);
  expect(await sql('select count(*)::int as count from device_fingerprints')).toEqual([{ count: 3 }]);
  expect(await sql('select license_id, refusals, activations, peak_sessions, was_full from license_days')).toEqual([
    { license_id: kept.id, refusals: 3, activations: 3, peak_sessions: 4, was_full: true },
  ]);
});

test('merged licenses with the same hardware ID keep the device that was active last', async () => {
  await database.pool.query('delete from licenses');
  const license = () => insertLicense(database, accountId, { quantity: 5 });
  const [first, second, third, kept] = [await license(), await license(), await license(), await license()];
  const seen = (day: number) =>
    ({ status: 0, firstSeenAt: new Date(), lastActivityAt: new Date(2026, 10, day) }) as const;
  await insertDevice(database, first, { hardwareId: 'SHARED', ...seen(3) });
  await insertDevice(database, second, { hardwareId: 'SHARED', ...seen(9) });
  await insertDevice(database, third, { hardwareId: 'SHARED' });
  await insertDevice(database, first, { hardwareId: 'NEVER-SEEN' });
  await insertDevice(database, third, { hardwareId: 'NEVER-SEEN' });
  await insertDevice(database, second, { hardwareId: 'KEPT', ...seen(9) });
  await insertDevice(database, kept, { hardwareId: 'KEPT', ...seen(1) });
  const on = database.query;
  await moveDevices(on, [first.id, second.id, third.id], kept.id);
  await assignSeats(on, [kept]);
  expect(await sql('select license_id, hardware_id, status from devices order by id')).toEqual(
    [
      ['SHARED', 5],
      ['SHARED', 0],
      ['SHARED', 5],
      ['NEVER-SEEN', 5],
      ['NEVER-SEEN', 3],
      ['KEPT', 5],
      ['KEPT', 0],
    ].map(([hardware_id, status]) => ({ license_id: kept.id, hardware_id, status })),
  );
  expect(await sql(`select used_quantity from licenses where id = ${kept.id}`)).toEqual([{ used_quantity: 3 }]);
});
