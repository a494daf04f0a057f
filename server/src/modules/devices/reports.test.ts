import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { insertDevice, insertLicense } from '../../../test/licenses.ts';
import { seedDemonstrationPeople } from '../users/index.ts';
import { accountId } from './devices.test-support.ts';
import { createReports, mergedByDevice } from './reports.ts';

const report = (deviceId: number, more: object = {}) => ({
  deviceId,
  checks: 1,
  version: null,
  counters: {},
  productUsage: null,
  ipAddress: null,
  ...more,
});

test('reports of one device are one, in the order of ids', () => {
  const merged = mergedByDevice([
    report(2, { version: '1', counters: { a: 1 }, ipAddress: '10.0.0.1' }),
    report(1),
    report(2, { checks: 4, counters: { a: 2, b: 3 }, productUsage: '[]', ipAddress: '10.0.0.2' }),
  ]);
  expect(merged).toEqual([
    report(1),
    report(2, { checks: 5, version: '1', counters: { a: 3, b: 3 }, productUsage: '[]', ipAddress: '10.0.0.1' }),
  ]);
});

describe('stored reports', async () => {
  const database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  const reports = createReports(database);

  test('are there once each is answered, also beside those of a license that is gone', async () => {
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

  test('go on while a person changes the license’s devices', async () => {
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
