import { beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { seedDemonstrationPeople } from '../users/demonstration.ts';
import { findMailReader } from './account-settings.service.ts';

const database = await createTestDatabase();
let acme: number;

beforeAll(async () => {
  await seedDemonstrationPeople(database);
  const found = await database.pool.query("select account_id from users where email = 'owner@acme.example'");
  acme = found.rows[0].account_id;
  await database.pool.query("update accounts set time_zone = 'America/Toronto' where id = $1", [acme]);
  await database.pool.query(
    `update accounts set business_address = '{"name": "Acme", "address": {"country": "CA"}}' where id = $1`,
    [acme],
  );
  await database.pool.query("update users set time_zone = 'Asia/Kolkata' where email = 'user@acme.example'");
});

test.each([
  ['uses the recipient’s own time zone if they chose one', 'User@Acme.example', true, 'Asia/Kolkata'],
  ['uses the account’s time zone if the recipient chose none', 'owner@acme.example', true, 'America/Toronto'],
  ['uses the account’s time zone for a recipient who is not a user', 'sales@vendor.example', true, 'America/Toronto'],
  ['uses UTC for mail without an account', 'sales@vendor.example', false, 'UTC'],
])('%s', async (_, recipient, isAboutAcme, expected) => {
  expect(await findMailReader(database.query, { recipient, accountId: isAboutAcme ? acme : null })).toEqual({
    timeZone: expected,
    country: isAboutAcme ? 'CA' : null,
  });
});
