import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { insertDevice, insertLicense } from '../../../test/licenses.ts';
import { seedDemonstrationPeople } from '../users/index.ts';
import { accountId } from './devices.test-support.ts';
import { keepParts } from './fingerprints.queries.ts';
import { assignPlaces, moveDevices } from './index.ts';
import { addToDays } from './license-days.queries.ts';
import { insertSession } from './sessions.queries.ts';

const database = await createTestDatabase();
await seedDemonstrationPeople(database);
const sql = async (text: string) => (await database.pool.query(text)).rows;

test('a license that continues others has their devices, sessions, parts and days', async () => {
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
  const lease = { seconds: 600, isBorrowed: false, until: null };
  for (const { id: deviceId, licenseId } of devices) {
    await insertSession(on, { licenseId, deviceId, requestKey: 'main', lease });
    await keepParts(on, { id: deviceId, licenseId }, [Buffer.from('part')]);
  }
  await addToDays(on, [
    { licenseId: gone.id, refusals: 2, activations: 3, sessions: 4 },
    { licenseId: kept.id, refusals: 1, sessions: 1, wasFull: true },
  ]);
  await database.transaction(async (transaction) => {
    await moveDevices(transaction, [gone.id], kept.id);
    await assignPlaces(transaction, [kept]);
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
