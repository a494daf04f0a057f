import { licensing } from '@portico/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { insertLicense } from '../../../test/licenses.ts';
import { createKey, rotateKey } from '../licenses/license-keys.ts';
import {
  accountId,
  createLicensingPortal,
  insertToken,
  isSigned,
  LicensingClient,
  listPublicKeys,
  newNonce,
  otherAccountId,
  sampleBodies,
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

test('every call has a sample here, and declares codes of the API', () => {
  expect(Object.keys(sampleBodies).toSorted()).toEqual(calls.map(({ call }) => call).toSorted());
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

  test('refuses a valid public token where a secret one is needed', async () => {
    const open = await portal.client({ isSecret: false });
    for (const { call, token } of calls) {
      const { status, code } = await open.call(call, sampleBodies[call]);
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

  test.each([
    ['+00:00', 0],
    ['-05:30', -330],
    ['z', 0],
  ])('is read with the offset %s', async (offset, minutes) => {
    const time = new Date(Date.now() + minutes * 60_000).toISOString().replace('Z', offset);
    expect((await client.call('validations', { hardwareId, time })).code).toBe('LicenseUnknown');
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

test('a license key of another APP_SECRET makes every call answer 503, with one line in the log', async () => {
  await insertLicense(database, accountId);
  const [kept] = await sql('select id, private_key from license_keys where retired_at is null');
  const restarted = await portal.startAnother();
  await sql('update license_keys set private_key = $1 where id = $2', [
    createKey(kept.id, 'another secret, long enough for the tests').privateKey,
    kept.id,
  ]);
  for (const { call } of calls) {
    const answered = await restarted.inject({
      method: 'POST',
      url: `/api/licensing/v1/${call}`,
      headers: { authorization: `Bearer ${client.token}` },
      payload: { ...sampleBodies[call], nonce: newNonce(), time: new Date().toISOString() },
    });
    expect([answered.statusCode, answered.json().code], call).toEqual([503, 'ServiceUnavailable']);
  }
  expect(await sql('select from devices')).toEqual([]);
  await sql('update license_keys set private_key = $1 where id = $2', [kept.private_key, kept.id]);
  const lines = portal.log.text.match(/licensing calls cannot be signed/g);
  expect(lines).toHaveLength(1);
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
