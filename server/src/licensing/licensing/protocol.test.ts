import { licensing, licensingProblem, licensingStatuses } from '@portico/contract';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { insertLicense } from '../../../test/licenses.ts';
import { rotateKey } from '../licenses/license-keys.ts';
import {
  accountId,
  createLicensingPortal,
  insertToken,
  isSigned,
  LicensingClient,
  listPublicKeys,
  newNonce,
  otherAccountId,
} from './licensing.test-support.ts';

const portal = await createLicensingPortal();
const { app, database, sql } = portal;
const client = await portal.client();
const calls = Object.values(licensing);
const hardwareId = '7C1E9A40B2';

beforeEach(async () => {
  await sql('delete from orders');
  await sql('delete from rate_limits');
  await sql('update accounts set disabled_at = null, disabled_reason = null');
});

/** A valid body of each call. */
const bodies: Readonly<Record<string, object>> = {
  activations: { hardwareId },
  deactivations: { hardwareId },
  validations: { hardwareId },
  heartbeats: { hardwareId, counters: { pages: 1 } },
  features: {},
  evictions: { deviceId: 999_999 },
  sessions: { hardwareId, requestKey: 'start' },
  'sessions/renewals': { sessionId: '00000000-0000-4000-8000-000000000000' },
  'sessions/returns': { sessionId: '00000000-0000-4000-8000-000000000000' },
  'devices/list': {},
  'usage/read': { from: '2026-11-01', to: '2026-11-30' },
};

test('every call has a sample here, and declares codes of the API', () => {
  expect(Object.keys(bodies).toSorted()).toEqual(calls.map(({ call }) => call).toSorted());
});

describe('the verification of the token', () => {
  const rejected = async (token: string | undefined, headers?: Record<string, string>) => {
    const { status, body } = await client.call(
      'validations',
      { hardwareId, nonce: 'a-nonce-of-the-tests' },
      { ...(token !== undefined && { token }), ...(headers && { headers }) },
    );
    const { requestId, time, ...rest } = body;
    if (status !== 200) expect([requestId, time]).toEqual([expect.any(String), expect.any(String)]);
    return { status, rest };
  };

  test('gives the same answer for every token that does not work', async () => {
    await insertLicense(database, accountId);
    const past = new Date(Date.now() - 1_000);
    const deleted = await insertToken(database);
    await sql('delete from product_tokens where prefix = $1', [deleted.slice(0, 10)]);
    const expected = {
      status: 401,
      rest: { code: 'TokenRejected', message: expect.any(String), nonce: 'a-nonce-of-the-tests', call: 'validations' },
    };
    for (const token of [
      await insertToken(database, { disabledAt: past }),
      await insertToken(database, { expiresAt: past }),
      await insertToken(database, { overlapEndsAt: past }),
      deleted,
      'pts_00000000000000000000000000000000',
      'x',
      client.token.slice(0, -1),
      client.token.toUpperCase(),
      "' or true --",
      '\u00e9',
    ]) {
      expect(await rejected(token), token).toEqual(expected);
    }
    for (const authorization of [
      '',
      'Bearer',
      `Basic ${client.token}`,
      `Bearer ${client.token} ${client.token}`,
      `Bearer ${'x'.repeat(5_000)}`,
    ]) {
      expect(await rejected(undefined, { authorization }), authorization).toEqual(expected);
    }
    expect((await rejected(client.token)).status).toBe(200);
  });

  test('comes before any other problem of a request is reported', async () => {
    for (const { call } of calls) {
      const answered = await client.call(call, { hardwareId: 5, time: 'yesterday' }, { token: 'nobodys' });
      expect([answered.status, answered.code], call).toEqual([401, 'TokenRejected']);
    }
    const unreadable = await client.send('validations', '{', { token: 'nobodys' });
    expect([unreadable.status, unreadable.code, unreadable.body.nonce]).toEqual([401, 'TokenRejected', null]);
  });

  test('gives access to one account and product', async () => {
    const own = await insertLicense(database, accountId);
    const theirs = await insertLicense(database, otherAccountId);
    const other = await portal.client({ accountId: otherAccountId });
    const cloud = await portal.client({ productId: 'cloud' });
    const seen = async (product: LicensingClient, serialNumber: string) =>
      (await product.call('features', { serialNumber })).status;
    expect(await Promise.all([seen(client, own.serialNumber), seen(other, theirs.serialNumber)])).toEqual([200, 200]);
    expect(
      await Promise.all([
        seen(client, theirs.serialNumber),
        seen(other, own.serialNumber),
        seen(cloud, own.serialNumber),
      ]),
    ).toEqual([404, 404, 404]);
  });

  test('refuses a public token where a secret one is needed, after verifying it', async () => {
    const open = await portal.client({ isSecret: false });
    for (const { call, token } of calls) {
      const { status, code } = await open.call(call, bodies[call]);
      if (token === 'secret') expect([status, code], call).toEqual([403, 'TokenTypeRefused']);
      else if (call !== 'evictions') expect(code, call).not.toBe('TokenTypeRefused');
    }
  });

  test('needs no signed-in user, but an account that is not disabled', async () => {
    await insertLicense(database, accountId);
    await sql('delete from sessions');
    await sql('update users set active = false where account_id = $1 and not is_owner', [accountId]);
    expect((await client.call('activations', { hardwareId })).status).toBe(200);
    await sql("update accounts set disabled_at = now(), disabled_reason = 'closed' where id = $1", [accountId]);
    expect((await client.call('validations', { hardwareId })).code).toBe('TokenRejected');
    await sql('update accounts set disabled_at = null, disabled_reason = null');
    expect((await client.call('validations', { hardwareId })).body).toMatchObject({ valid: true });
    await sql('update users set active = true where account_id = $1', [accountId]);
  });

  test('is recorded for the token with time, version and IP address', async () => {
    await sql('update accounts set usage_data_policy = 0');
    const product = await portal.client();
    await insertLicense(database, accountId);
    for (const version of ['5.4.1', '5.4.2']) await product.call('features', { version }, { address: '203.0.113.7' });
    const [token] = await sql('select last_used_at, last_version, last_address from product_tokens where prefix = $1', [
      product.token.slice(0, 10),
    ]);
    expect(token).toEqual({ last_used_at: expect.any(Date), last_version: '5.4.1', last_address: '203.0.113.7' });
  });

  test('leaves no token in the database or the log', async () => {
    await insertLicense(database, accountId);
    await client.call('activations', { hardwareId });
    for (const table of ['audit_events', 'product_tokens', 'devices', 'device_events', 'rate_limits']) {
      expect(JSON.stringify(await sql(`select t::text from ${table} t`))).not.toContain(client.token.slice(10));
    }
    expect(portal.log.text).toContain('/api/licensing/v1/activations');
    expect(portal.log.text).not.toContain(client.token.slice(10));
  });
});

describe('a signed answer', () => {
  test('verifies for its exact text and status, with a public key', async () => {
    const { response } = await client.call('validations', { hardwareId });
    const keys = await listPublicKeys(database);
    expect(isSigned(response, keys)).toBe(true);
    const { statusCode, body, headers } = response;
    expect(isSigned({ statusCode, body: `${body} `, headers }, keys)).toBe(false);
    expect(isSigned({ statusCode, body: body.replace('LicenseUnknown', 'Valid'), headers }, keys)).toBe(false);
    expect(isSigned({ statusCode: 200, body, headers }, keys)).toBe(false);
    const signature = String(headers['licensing-signature']).replace(
      /signature="./,
      (text) => `${text.slice(0, -1)}${text.endsWith('A') ? 'B' : 'A'}`,
    );
    expect(isSigned({ statusCode, body, headers: { 'licensing-signature': signature } }, keys)).toBe(false);
  });

  test('repeats the caller’s nonce, so that an older answer is detected', async () => {
    const nonce = newNonce();
    expect((await client.call('validations', { hardwareId, nonce })).body.nonce).toBe(nonce);
    for (const wrong of ['short', 'with spaces in it all', 'x'.repeat(65), 5, null]) {
      const { status, body } = await client.send(
        'validations',
        JSON.stringify({ hardwareId, time: new Date().toISOString(), nonce: wrong }),
      );
      expect([status, body.nonce, Object.keys(body.propertyErrors)]).toEqual([422, null, ['nonce']]);
    }
  });

  test('uses the newest key within a minute, and older signatures stay valid', async () => {
    const other = await createLicensingPortal();
    const product = await other.client();
    const before = await product.call('validations', { hardwareId });
    const config = { appSecret: 'a secret of the tests, long enough' };
    const { current } = await rotateKey({ database: other.database, config });
    const keys = await listPublicKeys(other.database);
    const fresh = new LicensingClient(await other.startAnother(), product.token, keys);
    const { response } = await fresh.call('validations', { hardwareId });
    expect(String(response.headers['licensing-signature'])).toContain(`keyId="${current}"`);
    expect(isSigned(before.response, keys)).toBe(true);
  });
});

describe('the caller’s clock', () => {
  const at = (seconds: number) => ({ hardwareId, time: new Date(Date.now() + seconds * 1_000).toISOString() });

  test.each([-299, 299])('may differ by five minutes: %i s', async (seconds) => {
    expect((await client.call('validations', at(seconds))).code).toBe('LicenseUnknown');
  });

  test.each([-302, 302, -86_400])('is reported as wrong: %i s', async (seconds) => {
    const { status, code, body } = await client.call('validations', at(seconds));
    expect([status, code]).toEqual([400, 'ClockDiffers']);
    expect(Math.abs(body.additionalData.differenceSeconds - seconds)).toBeLessThanOrEqual(1);
    expect(Math.abs(Date.parse(body.additionalData.serverTime) - Date.now())).toBeLessThan(10_000);
  });

  test('prevents the replay of old requests', async () => {
    const license = await insertLicense(database, accountId);
    const request = JSON.stringify({ nonce: newNonce(), ...at(-301) });
    expect((await client.send('activations', request)).code).toBe('ClockDiffers');
    expect(await sql('select from devices where license_id = $1', [license.id])).toEqual([]);
  });
});

describe('other origins', () => {
  test('may call: browsers send a preflight request without a token', async () => {
    for (const { call } of calls) {
      const response = await app.inject({
        method: 'OPTIONS',
        url: `/api/licensing/v1/${call}`,
        headers: { origin: 'https://app.customer.example', 'access-control-request-method': 'POST' },
      });
      expect(response.statusCode).toBe(204);
      expect(response.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'Authorization, Content-Type',
      });
      expect(response.headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  test('may read answers and problems, with the signature', async () => {
    for (const token of [client.token, 'nobodys']) {
      const { response } = await client.call(
        'features',
        {},
        { token, headers: { origin: 'https://app.customer.example' } },
      );
      expect(response.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'Licensing-Signature, Retry-After',
        'cache-control': 'no-store',
      });
    }
  });
});

describe('the limits', () => {
  const unknown = (index: number, options: { address?: string; product?: LicensingClient } = {}) =>
    (options.product ?? client).call(
      'validations',
      { hardwareId, serialNumber: `no-${index}` },
      { address: options.address ?? '203.0.113.1' },
    );

  test('let an address try twenty unknown serial numbers, and then confirm no valid one', async () => {
    const license = await insertLicense(database, accountId);
    const product = await portal.client();
    for (let index = 0; index < 20; index += 1) expect((await unknown(index, { product })).code).toBe('LicenseUnknown');
    const refused = await unknown(20, { product });
    expect([refused.status, refused.code]).toEqual([429, 'TooManyRequests']);
    expect(Number(refused.response.headers['retry-after'])).toBeGreaterThan(800);
    const good = { hardwareId, serialNumber: license.serialNumber };
    expect((await product.call('activations', good, { address: '203.0.113.1' })).code).toBe('TooManyRequests');
    expect((await product.call('activations', good, { address: '203.0.113.2' })).status).toBe(200);
    // A device that the license knows continues.
    expect((await product.call('validations', good, { address: '203.0.113.1' })).body).toMatchObject({ valid: true });
  });

  test('do not affect a token’s other addresses, whatever one address tries', async () => {
    const license = await insertLicense(database, accountId);
    const product = await portal.client({ isSecret: false });
    for (let index = 0; index < 101; index += 1) {
      expect((await unknown(index, { product, address: `198.51.100.${index}` })).code).toBe('LicenseUnknown');
    }
    const good = { hardwareId, serialNumber: license.serialNumber };
    expect((await product.call('activations', good, { address: '203.0.113.2' })).status).toBe(200);
  });

  test('let an address try a hundred invalid tokens, and do not affect valid ones', async () => {
    await insertLicense(database, accountId);
    const address = '203.0.113.9';
    const reject = (index: number) => client.call('features', {}, { token: `nobodys-${index}`, address });
    for (let index = 0; index < 100; index += 1) expect((await reject(index)).code).toBe('TokenRejected');
    const refused = await reject(100);
    expect([refused.status, refused.response.headers['retry-after']]).toEqual([429, expect.any(String)]);
    expect((await client.call('features', {}, { address })).status).toBe(200);
  });

  const spend = (name: string, of: string, points: number) =>
    sql(
      `insert into rate_limits (key, points, expire)
       select $1 || ':' || t.id || $2, $3, (extract(epoch from now()) * 1000)::bigint + 30000 from product_tokens t order by t.id desc limit 1`,
      [name, of, points],
    );

  test('let a device change thirty times a minute, and do not affect the token’s others', async () => {
    const product = await portal.client();
    await insertLicense(database, accountId, { quantity: 100 });
    await product.call('activations', { hardwareId: 'D-0' });
    await spend('licensing-change-device', ' D-1', 30);
    const refused = await product.call('activations', { hardwareId: 'D-1' });
    expect([refused.status, refused.code, refused.response.headers['retry-after']]).toEqual([
      429,
      'TooManyRequests',
      expect.any(String),
    ]);
    expect((await product.call('activations', { hardwareId: 'D-2' })).status).toBe(200);
    expect((await product.call('deactivations', { hardwareId: 'D-0' })).status).toBe(200);
  });

  test('let an address change six hundred devices a minute, and do not affect the token’s other addresses', async () => {
    const product = await portal.client();
    await insertLicense(database, accountId, { quantity: 100 });
    const address = '203.0.113.20';
    expect((await product.call('activations', { hardwareId: 'D-0' }, { address })).status).toBe(200);
    await sql("update rate_limits set points = 600 where key like 'licensing-change-address:% ' || $1", [address]);
    expect((await product.call('activations', { hardwareId: 'D-1' }, { address })).code).toBe('TooManyRequests');
    expect((await product.call('deactivations', { hardwareId: 'D-0' }, { address })).code).toBe('TooManyRequests');
    expect((await product.call('activations', { hardwareId: 'D-1' }, { address: '203.0.113.21' })).status).toBe(200);
    // Repeating a completed change counts as none.
    expect((await product.call('activations', { hardwareId: 'D-0' }, { address })).body).toMatchObject({
      status: 'already',
    });
  });

  test('let a token change six thousand devices a minute', async () => {
    const product = await portal.client();
    await insertLicense(database, accountId, { quantity: 100 });
    await spend('licensing-change', '', 6_000);
    expect((await product.call('activations', { hardwareId: 'D-1' })).code).toBe('TooManyRequests');
  });

  test('let a hardware ID be activated ten times an hour on a license', async () => {
    await insertLicense(database, accountId, { quantity: 100 });
    for (let turn = 0; turn < 10; turn += 1) {
      await client.call('activations', { hardwareId });
      await client.call('deactivations', { hardwareId });
    }
    const refused = await client.call('activations', { hardwareId });
    expect([refused.status, refused.code]).toEqual([429, 'TooManyRequests']);
    expect(Number(refused.response.headers['retry-after'])).toBeGreaterThan(3_000);
  });

  test('let a device call 300 times a minute, and do not affect the token’s others', async () => {
    const other = await portal.startAnother();
    const product = new LicensingClient(other, await insertToken(database), client.keys);
    await insertLicense(database, accountId);
    const codes = new Map<string, number>();
    for (let turn = 0; turn < 4; turn += 1) {
      const answers = await Promise.all(
        Array.from({ length: 80 }, () => product.call('validations', { hardwareId: 'LOUD' })),
      );
      for (const { code } of answers) codes.set(String(code), (codes.get(String(code)) ?? 0) + 1);
    }
    expect(Object.fromEntries(codes)).toEqual({ DeviceUnknown: 300, TooManyRequests: 20 });
    const refused = await product.call('validations', { hardwareId: 'LOUD' });
    expect([refused.status, refused.response.headers['retry-after']]).toEqual([429, expect.any(String)]);
    expect((await product.call('validations', { hardwareId: 'QUIET' })).code).toBe('DeviceUnknown');
  });

  test('are shared by all processes if they are counted in the database', async () => {
    const license = await insertLicense(database, accountId);
    const product = await portal.client();
    const address = '203.0.113.77';
    for (let index = 0; index <= 20; index += 1) await unknown(index, { product, address });
    const elsewhere = new LicensingClient(await portal.startAnother(), product.token, client.keys);
    const good = { hardwareId, serialNumber: license.serialNumber };
    expect((await elsewhere.call('activations', good, { address })).code).toBe('TooManyRequests');
  });
});

describe('any input', () => {
  const documented = new Set<string>(Object.keys(licensingStatuses));
  const expectDocumented = ({ status, body }: Awaited<ReturnType<typeof client.send>>, about: string) => {
    expect(status, about).toBeLessThan(500);
    if (status === 200) return;
    expect(licensingProblem.safeParse(body).error, about).toBeUndefined();
    expect(documented.has(body.code), about).toBe(true);
    expect(licensingStatuses[body.code as keyof typeof licensingStatuses], about).toBe(status);
  };

  test.each(calls.map(({ call }) => [call]))('is answered with a signed code of the API: %s', async (call) => {
    await insertLicense(database, accountId, { quantity: 100_000 });
    const hostile = fc.oneof(
      fc.anything(),
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom(
        '\0',
        '\ud800',
        '__proto__',
        'constructor',
        '9999-99-99',
        -1,
        2 ** 53,
        1e308,
        '{"$ne":null}',
        "'; drop table devices; --",
      ),
    );
    const sample = bodies[call] as object;
    const fields = [
      ...new Set([
        ...Object.keys(sample),
        'serialNumber',
        'name',
        'fingerprints',
        'replaces',
        'for',
        'feature',
        'version',
        'locale',
        'time',
        'nonce',
        'counters',
        'checks',
        'borrowDays',
        'page',
        'pageSize',
        'sessionId',
        'hardwareId',
      ]),
    ];
    const body = fc.oneof(
      fc
        .dictionary(fc.constantFrom(...fields), hostile)
        .map((changed) => ({ nonce: newNonce(), time: new Date().toISOString(), ...sample, ...changed })),
      hostile,
    );
    await fc.assert(
      fc.asyncProperty(body, async (value) => {
        await sql('delete from rate_limits');
        const text = JSON.stringify(value) ?? 'undefined';
        expectDocumented(await client.send(call, text), `${call} ${text.slice(0, 500)}`);
      }),
      { numRuns: 150 },
    );
  });

  test.each([
    ['nothing', '', {}],
    ['half of a document', '{"nonce":', {}],
    ['a document of other types', '[1,2', {}],
    ['a prototype-pollution attempt', '{"__proto__":{"admin":true},"constructor":{"prototype":{}}}', {}],
    ['a form', 'hardwareId=A&nonce=aaaaaaaaaaaaaaaaaaaa', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['plain text', 'hello', { 'content-type': 'text/plain' }],
    ['a table', 'a,b', { 'content-type': 'text/csv' }],
    ['a picture', 'GIF89a', { 'content-type': 'image/gif' }],
    ['too large a body', JSON.stringify({ name: 'x'.repeat(70_000) }), {}],
    ['very deep nesting', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, {}],
  ])('is a ValidationError: %s', async (_, payload, headers) => {
    const { status, code, body } = await client.send('activations', payload, { headers });
    expect([status, code, body.nonce]).toEqual([422, 'ValidationError', null]);
  });

  test('an unreachable database is reported with a signature and Retry-After', async () => {
    const away = await createLicensingPortal();
    const product = await away.client();
    await product.call('validations', { hardwareId });
    const { pool } = away.database;
    const query = pool.query.bind(pool);
    const shutsDown = Object.assign(new Error('the database system is shutting down'), { code: '57P03' });
    pool.query = (() => Promise.reject(shutsDown)) as never;
    const { status, code, response } = await product.call('validations', { hardwareId });
    expect([status, code, response.headers['retry-after']]).toEqual([503, 'ServiceUnavailable', '5']);
    pool.query = query as never;
    expect((await product.call('validations', { hardwareId })).code).toBe('LicenseUnknown');
  });
});

test('the calls have their own OpenAPI document, with every call and code', async () => {
  const document = (await app.inject('/api/licensing/v1/openapi.json')).json();
  expect(document.openapi).toBe('3.1.0');
  expect(Object.keys(document.paths).toSorted()).toEqual(
    calls.map(({ call }) => `/api/licensing/v1/${call}`).toSorted(),
  );
  const text = JSON.stringify(document);
  for (const code of Object.keys(licensingStatuses)) expect(text).toContain(code);
  const { post } = document.paths['/api/licensing/v1/activations'];
  expect(post.requestBody.content['application/json'].schema.required).toEqual(
    expect.arrayContaining(['nonce', 'time', 'hardwareId']),
  );
  expect(Object.keys(post.responses)).toEqual(
    expect.arrayContaining(['200', '401', '403', '404', '409', '422', '429', '503']),
  );
});
