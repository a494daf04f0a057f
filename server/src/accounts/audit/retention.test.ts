import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { deleteExpiredEvents } from './retention.ts';

const database = await createTestDatabase();
const { pool } = database;

const add = (kind: string, days: number, count: number) =>
  pool.query(
    `insert into audit_events (kind, account_id, at)
     select $1, 1, now() - make_interval(days => $2) from generate_series(1, $3)`,
    [kind, days, count],
  );
const counts = async () => {
  const { rows } = await pool.query('select kind, count(*)::int as n from audit_events group by kind order by kind');
  return Object.fromEntries(rows.map(({ kind, n }) => [kind, n]));
};

test('deletes expired events in batches, and no others', async () => {
  await add('ancient', 800, 7);
  await add('old', 401, 6);
  await add('kept', 399, 5);
  await add('new', 0, 2);
  const nobodyWaits = await deleteExpiredEvents({ database, auditRetentionDays: 400 }, 5);
  expect(nobodyWaits).toBe(13);
  expect(await counts()).toEqual({ kept: 5, new: 2 });
  expect(await deleteExpiredEvents({ database, auditRetentionDays: 400 }, 5)).toBe(0);
});

test('deletes expired events although an older id has a newer time', async () => {
  await add('late', 500, 3);
  await deleteExpiredEvents({ database, auditRetentionDays: 400 }, 100);
  expect(await counts()).toEqual({ kept: 5, new: 2 });
});

test('two concurrent runs delete each event once', async () => {
  await add('shared', 500, 40);
  const both = await Promise.all(
    [5, 7].map((batch) => deleteExpiredEvents({ database, auditRetentionDays: 400 }, batch)),
  );
  expect(both.reduce((sum, deleted) => sum + deleted)).toBeLessThanOrEqual(40);
  await deleteExpiredEvents({ database, auditRetentionDays: 400 }, 100);
  expect(await counts()).toEqual({ kept: 5, new: 2 });
});

test('deletes nothing if the database refuses the retention', async () => {
  await add('recent', 60, 1);
  await expect(deleteExpiredEvents({ database, auditRetentionDays: 30 }, 100)).rejects.toThrow();
  expect(await counts()).toEqual({ kept: 5, new: 2, recent: 1 });
});
