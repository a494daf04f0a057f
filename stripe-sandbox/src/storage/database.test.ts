import { afterAll, expect, test } from 'vitest';
import { newDatabase } from '../../test/sandbox.ts';
import { openDatabase } from './database.ts';

const pool = await openDatabase(await newDatabase());
afterAll(() => pool.end());

test('keeps the process when PostgreSQL closes idle and busy connections', async () => {
  const [inUse, idle, other] = [await pool.connect(), await pool.connect(), await pool.connect()];
  const ends = [inUse, idle].map((client) => new Promise<void>((resolve) => client.once('end', resolve)));
  idle.release();
  await other.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
  );
  await Promise.all(ends);
  await expect(inUse.query('select 1')).rejects.toThrow();
  inUse.release(true);
  other.release();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
