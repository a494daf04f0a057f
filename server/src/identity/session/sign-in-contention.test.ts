import type pg from 'pg';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { closeAfterTests } from '../../../test/clean-up.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { type Database, openDatabase } from '../../core/db/database.ts';
import { purgeExpiredSessions } from './session.service.ts';
import { countAttemptAndFindUser } from './sign-in.queries.ts';

describe('sign-ins and purges that need the same rows', async () => {
  const database = await createTestDatabase();
  const address = 'sign-in-address:203.0.113.7';
  const attempt = (nameKey: string, at: Database = database) =>
    countAttemptAndFindUser(at, {
      addressKey: address,
      nameKey,
      namePoints: 10,
      addressPoints: 100,
      browserTokenHash: null,
      address: null,
      windowSeconds: 900,
      name: 'nobody',
    });
  const addLimits = (keys: readonly string[]) =>
    database.pool.query('insert into rate_limits select unnest($1::text[]), 1, $2', [keys, Date.now() - 1_000]);
  const left = async () => {
    const { rows } = await database.pool.query('select key from rate_limits order by key');
    return rows.map(({ key }) => key);
  };
  const waiting = async () => {
    const { rows } = await database.pool.query(
      "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows[0].n;
  };

  /** Holds locks on rows, as a running statement does. */
  async function underWay(work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      await work(client);
      await client.query('commit');
    } finally {
      client.release();
    }
  }
  const touch = (client: pg.PoolClient, key: string) =>
    client.query('update rate_limits set points = points + 1, expire = $2 where key = $1', [key, Date.now() + 60_000]);

  beforeEach(async () => {
    await database.pool.query('delete from rate_limits');
  });

  test('a purge skips rows that an attempt has locked, in any order', async () => {
    await addLimits(['name', address, 'old']);
    await underWay(async (client) => {
      // Locks the address first, as every attempt does.
      await touch(client, address);
      await touch(client, 'name').then(() => undefined);
      await purgeExpiredSessions(database);
      expect(await left()).toEqual(['name', address]);
    });
    expect(await left()).toEqual(['name', address]);
  });

  test('a purge does not wait while it locks a row that an attempt needs next', async () => {
    await addLimits(['name', address]);
    await underWay(async (client) => {
      await touch(client, address);
      const purged = purgeExpiredSessions(database);
      // By then, a transaction that waits for the address has locked the name.
      await vi.waitFor(async () => expect((await waiting()) > 0 || (await left()).length === 1).toBe(true), 50_000);
      await client.query("insert into rate_limits values ('name', 1, $1) on conflict (key) do update set points = 2", [
        Date.now() + 60_000,
      ]);
      await purged;
    });
    expect(await left()).toEqual(['name', address]);
  });

  test('a purge deletes all of many expired limits', async () => {
    await addLimits(Array.from({ length: 1_203 }, (_, index) => `old ${index}`));
    await database.pool.query("insert into rate_limits values ('live', 1, $1)", [Date.now() + 60_000]);
    await purgeExpiredSessions(database);
    expect(await left()).toEqual(['live']);
  });

  test('many attempts and purges succeed concurrently', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `name ${index}`);
    for (let round = 0; round < 15; round += 1) {
      await database.pool.query('delete from rate_limits');
      await addLimits([...names, address]);
      await Promise.all([
        ...names.slice(0, 6).map((name) => attempt(name)),
        purgeExpiredSessions(database),
        ...names.slice(6, 12).map((name) => attempt(name)),
        purgeExpiredSessions(database),
      ]);
      expect((await left()).length).toBe(13);
    }
  });

  test('an attempt that a deadlock ended is retried', async () => {
    const url = new URL(database.url);
    url.searchParams.set('options', '-c deadlock_timeout=5s');
    const patient = openDatabase(url.href, 1, () => {});
    closeAfterTests(() => patient.close());
    await addLimits(['name', address]);
    await underWay(async (client) => {
      // The other transaction waits longer before checking for a deadlock, so the database ends the attempt, and only when both wait.
      await client.query("set local deadlock_timeout = '14s'");
      await touch(client, 'name');
      const attempted = attempt('name', patient);
      await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 50_000, interval: 10 });
      await touch(client, address);
      await client.query('commit');
      await client.query('begin');
      expect(await attempted).toMatchObject({ blocked_until: null, address_points: 3, name_points: 3 });
    });
  });
});
