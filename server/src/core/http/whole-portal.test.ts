import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { closeAfterTests } from '../../../test/clean-up.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { skipSecondFactorSetup } from '../../../test/skip-second-factor-setup.ts';
import { writeTestDist } from '../../../test/web-dist.ts';
import { demonstrationPassword, seedDemonstrationPeople } from '../../accounts/index.ts';
import { createApp } from '../../app.ts';
import { readConfig } from '../config.ts';
import { createStripeClient } from '../stripe/index.ts';

/** Each protection is tested elsewhere by itself. These tests check that the assembled portal has it. */
describe('the complete portal in production', async () => {
  const database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  await skipSecondFactorSetup(database);
  const { http, jobs } = await createApp({
    config: readConfig({
      DATABASE_URL: database.url,
      APP_SECRET: 'a secret of the tests, long enough',
      DATABASE_POOL_SIZE: '2',
      TRUSTED_PROXIES: '10.0.0.1',
      FEATURES: 'billing',
      STRICT_RESPONSES: 'true',
    }),
    database,
    logger: pino({ level: 'silent' }),
    stripe: {
      client: createStripeClient({ secretKey: 'sk_test_none', apiBase: 'http://127.0.0.1:9' }),
      publishableKey: 'pk_test_none',
      webhookSecret: 'whsec_0123456789abcdef',
      sandboxUrl: 'http://127.0.0.1:9',
    },
    publicUrl: 'https://portal.vendor.example',
    queueIsRunning: () => true,
    dist: writeTestDist(),
  });
  closeAfterTests(() => http.close());
  const visitor = () => new Browser(http);
  const page = { headers: { accept: 'text/html' } };

  beforeEach(async () => void (await database.pool.query('delete from rate_limits')));

  test('prevents sniffing and framing in every response', async () => {
    const owner = await visitor().signIn('owner@acme.example');
    const answers = {
      'a page': await owner.get('/', page),
      'a call': await owner.get('/api/User/Current'),
      'a call that is refused': await visitor().get('/api/User/Current'),
      'a call that is not there': await visitor().get('/api/None'),
      'an asset': await visitor().get('/assets/app-1a2b3c.js'),
      'the way to the sign-in page': await visitor().get('/Billing', page),
      readiness: await visitor().get('/readyz'),
      'the API’s document': await visitor().get('/api/openapi.json'),
      'the API’s page': await visitor().get('/api/docs/'),
      'the webhook': await visitor().post('/stripe/webhook', {}),
    };
    for (const [what, { headers }] of Object.entries(answers)) {
      expect(headers, what).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
    }
    expect(Object.keys(owner.cookies)).toContain('__Host-portico_session');
  });

  test('trusts forwarded addresses only from its proxies, and logs refusals', async () => {
    const browser = await visitor().signIn('user@acme.example');
    const from = (await database.pool.query('select max(id) as last from audit_events')).rows[0].last;
    const headers = { 'x-forwarded-for': '198.51.100.77' };
    for (const remoteAddress of ['10.0.0.1', '192.0.2.1']) {
      expect((await browser.get('/api/Subscription/list', { remoteAddress, headers })).statusCode).toBe(403);
    }
    const { rows } = await database.pool.query(
      'select kind, host(address) as address from audit_events where id > $1 order by id',
      [from],
    );
    expect(rows).toEqual([
      { kind: 'forbidden', address: '198.51.100.77' },
      { kind: 'forbidden', address: '192.0.2.1' },
    ]);
  });

  /** Holds every database connection while `act` runs, so that requests wait. */
  async function withoutConnections<Result>(act: () => Promise<Result>): Promise<Result> {
    const { pool } = database;
    const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    try {
      return await act();
    } finally {
      for (const connection of held) connection.release();
    }
  }

  /** Sends requests until the maximum number waits. @returns their answers. */
  async function flood(ask: () => Promise<number>): Promise<Promise<number>[]> {
    const admitted: Promise<number>[] = [];
    while (database.pool.waitingCount < 20) {
      admitted.push(ask());
      await new Promise(setImmediate);
    }
    return admitted;
  }

  const callAs = (browser: Browser) => async () => (await browser.get('/api/User/Current')).statusCode;

  test('refuses requests early while no database connection is free, and answers admitted ones', async () => {
    const owner = await visitor().signIn('owner@acme.example');
    const ask = callAs(owner);
    const admitted = await withoutConnections(async () => {
      const waiting = await flood(ask);
      // Answered while everything else still waits.
      expect(await ask()).toBe(503);
      expect((await owner.get('/', page)).statusCode).toBe(503);
      expect((await visitor().get('/assets/app-1a2b3c.js')).statusCode).toBe(200);
      expect((await visitor().get('/healthz')).statusCode).toBe(200);
      return waiting;
    });
    expect(new Set(await Promise.all(admitted))).toEqual(new Set([200]));
    expect(await ask()).toBe(200);
  });

  test('serves other accounts and visitors while one account floods', async () => {
    const [flooding, colleague, other, operator] = [
      await visitor().signIn('owner@acme.example'),
      await visitor().signIn('admin@acme.example'),
      await visitor().signIn('owner@globex.example'),
      await visitor().signIn('operator@portico.example'),
    ];
    const { served, admitted } = await withoutConnections(async () => {
      const waiting = await flood(callAs(flooding));
      expect(await callAs(colleague)()).toBe(503);
      const signInPage = visitor().get('/login', page);
      return {
        admitted: waiting,
        served: [
          ...Array.from({ length: 10 }, callAs(other)),
          ...Array.from({ length: 5 }, callAs(operator)),
          signInPage.then(({ statusCode }) => statusCode),
        ],
      };
    });
    expect(await Promise.all(served)).toEqual(Array.from({ length: 16 }, () => 200));
    expect(new Set(await Promise.all(admitted))).toEqual(new Set([200]));
  });

  test('serves signed-in users at an address that floods it with invented sessions', async () => {
    const owner = await visitor().signIn('owner@acme.example');
    const forge = async () => {
      const cookies = { '__Host-portico_session': randomBytes(32).toString('base64url') };
      return (await visitor().get('/api/User/Current', { cookies })).statusCode;
    };
    const { served, admitted } = await withoutConnections(async () => {
      const waiting = await flood(forge);
      expect(await forge()).toBe(503);
      return { admitted: waiting, served: callAs(owner)() };
    });
    expect(await served).toBe(200);
    expect(new Set(await Promise.all(admitted))).toEqual(new Set([401]));
  });

  test('offers the configured features, and contains no users of a demo', async () => {
    const { response, preloaded } = await visitor().open('/login');
    expect(preloaded.demo).toBeNull();
    expect(response.body).not.toContain(demonstrationPassword);
    const owner = await visitor().signIn('owner@acme.example');
    expect((await owner.open('/')).preloaded.features).toEqual(['billing']);
    expect((await owner.get('/api/Subscription/list')).statusCode).toBe(403);
  });

  test('has no sandbox page or calls, not even for operators', async () => {
    const operator = await visitor().signIn('operator@portico.example');
    expect((await operator.open('/')).preloaded.hasSandboxPage).toBe(false);
    for (const address of ['/dev/stripe', '/api/dev/stripe/objects', '/stripe-sandbox/_sandbox/health']) {
      expect((await operator.get(address, page)).statusCode, address).toBe(404);
    }
    const routes = http.printRoutes({ commonPrefix: false });
    expect(routes).not.toMatch(/\bdev\b/i);
  });

  test('has its scheduled jobs, in UTC', () => {
    const scheduled = jobs.flatMap(({ name, schedule }) => (schedule === undefined ? [] : [[schedule, name]]));
    expect(scheduled.sort()).toEqual([
      ['* * * * *', 'end-leases'],
      ['*/15 * * * *', 'external-logins-purge'],
      ['*/15 * * * *', 'mail-purge'],
      ['*/15 * * * *', 'passkeys-purge'],
      ['*/15 * * * *', 'second-factor-purge'],
      ['*/15 * * * *', 'session-purge'],
      ['*/15 * * * *', 'single-sign-on-purge'],
      ['*/5 * * * *', 'late-payments-tell'],
      ['*/5 * * * *', 'stripe-catch-up'],
      ['13 9 * * *', 'late-payments-tell-of-cards'],
      ['17 3 * * *', 'purchase-forget-quotes'],
      ['17 3 * * *', 'stripe-repair'],
      ['20 0 * * *', 'devices-sum-use'],
      ['23 3 * * *', 'invoices-forget-upcoming'],
      ['23 9 * * *', 'external-providers-warn-of-secrets'],
      ['37 9 * * *', 'product-tokens-warn-of-expiry'],
      ['41 * * * *', 'sign-up-purge'],
      ['41 2 * * *', 'audit-retention'],
      ['41 3 * * *', 'catalog-compare-with-stripe'],
      ['41 3 * * *', 'invoice-discounts-missing'],
      ['41 8 * * *', 'expiry-notices-tell'],
      ['43 2 * * *', 'closing-contacts-retention'],
      ['45 2 * * *', 'cancellation-comments-retention'],
      ['47 2 * * *', 'billing-mails-retention'],
      ['47 3 * * *', 'check-licenses'],
      ['49 2 * * *', 'devices-retention'],
      ['51 2 * * *', 'operations-retention'],
      ['53 2 * * *', 'built-files-retention'],
      ['7 * * * *', 'links-purge'],
    ]);
  });

  test('answers for every host name that reaches it', async () => {
    expect((await visitor().get('/login', { headers: { host: 'portal.customer.example' } })).statusCode).toBe(200);
  });
});
