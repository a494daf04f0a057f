import { expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { createSnapshots } from './catalog.snapshot.ts';

const database = await createTestDatabase();
const publish = () => database.pool.query('update catalog_state set version = version + 1');

test('concurrent uses read the version once, and share the catalog', async () => {
  const snapshots = createSnapshots(database);
  await snapshots.current();
  const query = vi.spyOn(database.pool, 'query');
  try {
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => snapshots.current()));
    expect(query).toHaveBeenCalledTimes(1);
    expect([second, third]).toEqual([first, first]);
  } finally {
    query.mockRestore();
  }
});

test('a use after a publication sees it, even while an earlier use waits for its version', async () => {
  const snapshots = createSnapshots(database);
  const { version } = await snapshots.current();
  const earlier = snapshots.current();
  await publish();
  expect((await snapshots.current()).version).toBe(version + 1);
  expect([version, version + 1]).toContain((await earlier).version);
});

test('reads nothing again for a version that the caller read and whose catalog is in memory', async () => {
  const snapshots = createSnapshots(database);
  const known = await snapshots.current();
  const query = vi.spyOn(database.pool, 'query');
  try {
    expect(await snapshots.at(known.version)).toBe(known);
    expect(query).not.toHaveBeenCalled();
  } finally {
    query.mockRestore();
  }
});

test('a failed read of the version fails only the uses that share it', async () => {
  const snapshots = createSnapshots(database);
  const query = vi.spyOn(database.pool, 'query').mockRejectedValueOnce(new Error('away') as never);
  try {
    await expect(Promise.all([snapshots.current(), snapshots.current()])).rejects.toThrow('away');
    expect((await snapshots.current()).version).toBeGreaterThanOrEqual(0);
  } finally {
    query.mockRestore();
  }
});
