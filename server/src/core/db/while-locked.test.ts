import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { whileLocked } from './while-locked.ts';

describe('what one process does at a time', async () => {
  const database = await createTestDatabase();

  test('is not begun by a second one, and can be begun again', async () => {
    const inner = await whileLocked(database, 'catalogApply', async () => ({
      second: await whileLocked(database, 'catalogApply', async () => 'done twice'),
    }));
    expect(inner).toEqual({ second: undefined });
    expect(await whileLocked(database, 'catalogApply', async () => 'done')).toBe('done');
  });

  test('was done, also where the connection with the lock broke meanwhile', async () => {
    const result = await whileLocked(database, 'catalogApply', async () => {
      // It is waited for: a process that is told to end holds its locks until it has.
      await database.pool.query(`select pg_terminate_backend(pid, 10000) from pg_locks
        where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`);
      return 'done';
    });
    expect(result).toBe('done');
    expect(await whileLocked(database, 'catalogApply', async () => 'again')).toBe('again');
  });
});
