import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { withAdvisoryLock } from './while-locked.ts';

describe('work that only one process does at a time', async () => {
  const database = await createTestDatabase();

  test('is not started by a second process, and can be started again after the first has ended', async () => {
    const inner = await withAdvisoryLock(database, 'catalogApply', async () => ({
      second: await withAdvisoryLock(database, 'catalogApply', async () => 'done twice'),
    }));
    expect(inner).toEqual({ second: undefined });
    expect(await withAdvisoryLock(database, 'catalogApply', async () => 'done')).toBe('done');
  });

  test('returns its result even if the connection with the lock broke', async () => {
    const result = await withAdvisoryLock(database, 'catalogApply', async () => {
      // Waits for the end of the connection's process, which keeps its locks until then.
      await database.pool.query(`select pg_terminate_backend(pid, 10000) from pg_locks
        where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`);
      return 'done';
    });
    expect(result).toBe('done');
    expect(await withAdvisoryLock(database, 'catalogApply', async () => 'again')).toBe('again');
  });
});
