import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import { addOperator } from '../../accounts/users/make-operator.ts';
import { claimDatabase, InstallationError } from './installation.ts';

describe('the purpose of a database', async () => {
  const database = await createTestDatabase();
  const migration = readFileSync(new URL('./migrations/0012_what_a_database_is.sql', import.meta.url), 'utf8');
  const noted = async () => {
    const { rows } = await database.pool.query('select key, value from installation order by key');
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  };
  const addCustomer = (id: string, livemode: boolean) =>
    database.pool.query('insert into stripe_customers (id, created, data, synced_at) values ($1, now(), $2, now())', [
      id,
      { id, livemode },
    ]);
  const empty = () =>
    database.pool.query(
      'delete from installation; delete from stripe_customers; delete from users; delete from accounts',
    );

  test.each([
    ['demonstration', 'production', /made as a demonstration.*another database with DATABASE_URL.*DATA_DIR/s],
    ['production', 'demonstration', /in production.*another folder with DATA_DIR/s],
  ] as const)(
    'is set permanently by its first portal: a %s database rejects a portal in %s mode',
    async (kind, other, words) => {
      await empty();
      await claimDatabase(database, kind);
      await claimDatabase(database, kind);
      const refusal = await claimDatabase(database, other).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(InstallationError);
      expect((refusal as Error).message).toMatch(words);
      expect(await noted()).toEqual({ kind });
    },
  );

  test('is detected as a demo from the users of an older database', async () => {
    await empty();
    await seedDemonstrationPeople(database);
    await database.pool.query("delete from users where email <> 'operator@portico.example'");
    await database.pool.query(migration);
    expect(await noted()).toEqual({ kind: 'demonstration', stripe: { mode: 'sandbox', account: null } });
    await expect(claimDatabase(database, 'production')).rejects.toThrow(InstallationError);
  });

  test('is detected as production from the users and customers of an older database', async () => {
    for (const [livemode, mode] of [
      [true, 'live'],
      [false, 'test'],
    ] as const) {
      await empty();
      await addOperator(database, { email: 'olivia@vendor.example' });
      await addCustomer('cus_1', livemode);
      await database.pool.query(migration);
      expect(await noted()).toEqual({ kind: 'production', stripe: { mode, account: null } });
    }
    await expect(claimDatabase(database, 'demonstration')).rejects.toThrow(InstallationError);
  });

  test('is detected as production with the sandbox from the sandbox’s data in an older database', async () => {
    await empty();
    await addOperator(database, { email: 'olivia@vendor.example' });
    await addCustomer('cus_1', false);
    await database.pool.query(
      "create schema stripe_sandbox; create table stripe_sandbox.objects (id text); insert into stripe_sandbox.objects values ('cus_1')",
    );
    await database.pool.query(migration);
    expect(await noted()).toEqual({ kind: 'production', stripe: { mode: 'sandbox', account: null } });
  });

  test('is undecided if an older database is empty', async () => {
    await empty();
    await database.pool.query(migration);
    expect(await noted()).toEqual({});
  });
});
