import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { demonstrationPassword, seedDemonstrationPeople, withHashQueue } from '../../accounts/index.ts';
import { keyOfAddress, plainAddress } from '../../core/http/address.ts';

describe('sign-in limits', async () => {
  const database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  const app = await createTestPortal(database, { trustedProxies: ['10.0.0.1'] });

  beforeEach(async () => {
    await database.pool.query('delete from rate_limits');
  });

  const browserAt = async (portal = app) => {
    const browser = new Browser(portal);
    await browser.open('/login');
    return browser;
  };
  const attempt = (browser: Browser, userName: string, password: string, remoteAddress = '203.0.113.7') =>
    browser.post('/LoginWithMFA', { userName, password }, { remoteAddress });
  const countBy = (statuses: number[]): Partial<Record<number, number>> =>
    Object.fromEntries(
      Object.entries(Object.groupBy(statuses, String)).map(([status, all]) => [status, all?.length ?? 0]),
    );

  test('block a name, known or not, after ten failures from any address, also with the right password', async () => {
    const browser = await browserAt();
    for (const name of ['owner@acme.example', 'nobody@acme.example']) {
      for (let count = 0; count < 10; count += 1) {
        expect((await attempt(browser, name, 'wrong', `203.0.113.${count}`)).statusCode).toBe(422);
      }
      const from = Date.now();
      const blocked = await attempt(browser, ` ${name.toUpperCase()}`, demonstrationPassword, '198.51.100.9');
      const to = Date.now();
      expect(blocked.statusCode).toBe(429);
      const { code, additionalData } = blocked.json();
      expect(code).toBe('TooManyRequests');
      const seconds = Number(blocked.headers['retry-after']);
      expect(seconds).toBeGreaterThan(800);
      expect(seconds).toBeLessThanOrEqual(900);
      // Exact to the second, from the time of the response.
      const blockedTo = Date.parse(additionalData.blockedTo);
      expect(blockedTo).toBeGreaterThan(from + seconds * 1_000 - 2_000);
      expect(blockedTo).toBeLessThan(to + seconds * 1_000 + 2_000);
    }
    expect((await attempt(browser, 'admin@acme.example', demonstrationPassword)).statusCode).toBe(200);
  });

  test('compare ten of fifty concurrent wrong passwords', async () => {
    const other = await createTestPortal(database);
    const browsers = [await browserAt(), await browserAt(other)];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        attempt(browsers[index % 2] as Browser, 'owner@acme.example', `wrong ${index}`),
      ),
    );
    const { 422: lookedAt, 429: blocked = 0, 503: busy = 0 } = countBy(answers.map(({ statusCode }) => statusCode));
    expect(lookedAt).toBe(10);
    // With few cores, some attempts find the queue full before they are counted.
    expect(blocked + busy).toBe(40);
  });

  test('survive a restart, and end after 15 minutes', async () => {
    const browser = await browserAt();
    for (let count = 0; count < 10; count += 1) await attempt(browser, 'owner@acme.example', 'wrong');
    const restarted = await browserAt(await createTestPortal(database));
    expect((await attempt(restarted, 'owner@acme.example', demonstrationPassword)).statusCode).toBe(429);
    await database.pool.query('update rate_limits set expire = $1', [Date.now() - 1]);
    expect((await attempt(restarted, 'owner@acme.example', demonstrationPassword)).statusCode).toBe(200);
  });

  test('do not count right passwords', async () => {
    const browser = await browserAt();
    for (let count = 0; count < 15; count += 1) {
      expect((await attempt(browser, 'owner@acme.example', demonstrationPassword)).statusCode).toBe(200);
      await browser.open('/');
      expect((await browser.post('/signout')).statusCode).toBe(200);
      await browser.open('/login');
    }
    const { rows } = await database.pool.query('select points from rate_limits');
    expect(rows).toEqual([{ points: 0 }, { points: 0 }, { points: 0 }]);
  });

  test('block an address after a hundred failures, an IPv6 address by its /64', async () => {
    const browser = await browserAt();
    await database.pool.query('insert into rate_limits values ($1, 99, $2)', [
      'sign-in-address:2001:db8::/64',
      Date.now() + 60_000,
    ]);
    expect((await attempt(browser, 'a@acme.example', 'wrong', '2001:db8::1')).statusCode).toBe(422);
    expect((await attempt(browser, 'b@acme.example', 'wrong', '2001:db8::ffff:2')).statusCode).toBe(429);
    expect((await attempt(browser, 'b@acme.example', 'wrong', '2001:db8:0:1::1')).statusCode).toBe(422);
  });

  const countPoints = async (kind: string) => {
    const { rows } = await database.pool.query('select points from rate_limits where key like $1', [`${kind}:%`]);
    return rows.map(({ points }) => points);
  };

  test('do not count attempts from a blocked address against other users’ names', async () => {
    const browser = await browserAt();
    await database.pool.query('insert into rate_limits values ($1, 100, $2)', [
      'sign-in-address:203.0.113.7',
      Date.now() + 60_000,
    ]);
    for (let count = 0; count < 11; count += 1)
      expect((await attempt(browser, 'owner@acme.example', 'wrong')).statusCode).toBe(429);
    expect(await countPoints('sign-in-name')).toEqual([]);
    expect((await attempt(browser, 'owner@acme.example', demonstrationPassword, '198.51.100.9')).statusCode).toBe(200);
  });

  test('count a name only while its address is not blocked, even for concurrent attempts', async () => {
    const browser = await browserAt();
    await database.pool.query('insert into rate_limits values ($1, 98, $2)', [
      'sign-in-address:203.0.113.7',
      Date.now() + 60_000,
    ]);
    // Holds up all attempts together, so that none finds the address blocked already.
    const holder = await database.pool.connect();
    await holder.query("begin; select from rate_limits where key = 'sign-in-address:203.0.113.7' for update");
    const attempts = Array.from({ length: 4 }, (_, index) => attempt(browser, `name-${index}@acme.example`, 'wrong'));
    try {
      await vi.waitFor(
        async () => {
          const { rows } = await database.pool.query(
            "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
          );
          expect(rows).toHaveLength(4);
        },
        { timeout: 50_000 },
      );
    } finally {
      await holder.query('commit');
      holder.release();
    }
    const statuses = (await Promise.all(attempts)).map(({ statusCode }) => statusCode);
    expect(countBy(statuses)).toEqual({ 422: 2, 429: 2 });
    expect(await countPoints('sign-in-name')).toEqual([1, 1]);
  });

  test('do not block an address that keeps trying a blocked name', async () => {
    const browser = await browserAt();
    for (let count = 0; count < 10; count += 1) await attempt(browser, 'nobody', 'wrong');
    for (let count = 0; count < 20; count += 1)
      expect((await attempt(browser, 'nobody', 'wrong')).statusCode).toBe(429);
    expect(await countPoints('sign-in-address')).toEqual([10]);
  });

  test('count a sign-in that cannot be stored, which creates no session', async () => {
    await database.pool.query('alter table audit_events add constraint refuse check (false) not valid');
    try {
      const browser = await browserAt();
      const count = async () => (await database.pool.query('select count(*)::int as n from sessions')).rows[0].n;
      const before = await count();
      expect((await attempt(browser, 'owner@acme.example', demonstrationPassword)).statusCode).toBe(500);
      expect(await count()).toBe(before);
      expect(await countPoints('sign-in-name')).toEqual([1]);
    } finally {
      await database.pool.query('alter table audit_events drop constraint refuse');
    }
  });

  test('accept a forwarded address only from a configured proxy', async () => {
    const browser = await browserAt();
    const from = (remoteAddress: string) =>
      browser.post(
        '/LoginWithMFA',
        { userName: 'a@acme.example', password: 'wrong' },
        { remoteAddress, headers: { 'x-forwarded-for': '198.51.100.77' } },
      );
    const keys = async () => {
      const { rows } = await database.pool.query(
        "select key from rate_limits where key like 'sign-in-address:%' order by key",
      );
      return rows.map(({ key }) => key);
    };
    await from('192.0.2.1');
    expect(await keys()).toEqual(['sign-in-address:192.0.2.1']);
    await from('10.0.0.1');
    expect(await keys()).toEqual(['sign-in-address:192.0.2.1', 'sign-in-address:198.51.100.77']);
  });

  test.each([
    ['203.0.113.7:51234', '203.0.113.7'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['unknown', null],
  ])('store the address %s from a proxy as %s', async (forwarded, kept) => {
    const browser = await browserAt();
    const answer = await browser.post(
      '/LoginWithMFA',
      { userName: 'owner@acme.example', password: demonstrationPassword },
      { remoteAddress: '10.0.0.1', headers: { 'x-forwarded-for': forwarded } },
    );
    expect(answer.statusCode).toBe(200);
    const { rows } = await database.pool.query(
      `select a.kind, host(a.address) as audited, host(s.address) as kept
       from audit_events a, sessions s where a.request_id = $1 and s.marker = $2`,
      [answer.headers['x-request-id'], browser.cookies.portico_session_marker],
    );
    expect(rows).toEqual([{ kind: 'signIn', audited: kept, kept }]);
  });

  test('keep a blocked address out of the hash queue', async () => {
    const browser = await browserAt();
    const other = await browserAt();
    await database.pool.query('insert into rate_limits values ($1, 100, $2)', [
      'sign-in-address:203.0.113.7',
      Date.now() + 60_000,
    ]);
    const held = await Promise.all(Array.from({ length: database.pool.options.max }, () => database.pool.connect()));
    const blocked = Array.from({ length: 200 }, () => attempt(browser, 'nobody', 'wrong'));
    // Waits until the blocked attempts run, before the next one arrives.
    await vi.waitFor(() => expect(database.pool.waitingCount).toBeGreaterThan(30), 20_000);
    const right = attempt(other, 'owner@acme.example', demonstrationPassword, '198.51.100.9');
    for (const connection of held) connection.release();
    expect((await right).statusCode).toBe(200);
    expect(new Set((await Promise.all(blocked)).map(({ statusCode }) => statusCode))).toEqual(new Set([429]));
  });

  test('do not count an attempt if the hash queue is full', async () => {
    const browser = await browserAt();
    const held = await Promise.all(Array.from({ length: database.pool.options.max }, () => database.pool.connect()));
    const refused = attempt(browser, 'owner@acme.example', demonstrationPassword);
    await vi.waitFor(() => expect(database.pool.waitingCount).toBe(1), 20_000);
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    const full = Array.from({ length: 500 }, () => withHashQueue(() => isOver).catch(() => {}));
    for (const connection of held) connection.release();
    expect((await refused).statusCode).toBe(503);
    end();
    await Promise.all(full);
    expect([await countPoints('sign-in-name'), await countPoints('sign-in-address')]).toEqual([[0], [0]]);
  });

  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['not an address', 'unknown'],
    [undefined, 'unknown'],
  ])('count %s as %s', (address, key) => {
    expect(keyOfAddress(plainAddress(address))).toBe(key);
  });
});
