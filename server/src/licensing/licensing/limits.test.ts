import { beforeEach, describe, expect, test } from 'vitest';
import { insertLicense } from '../../../test/licenses.ts';
import { accountId, createLicensingPortal, insertToken, LicensingClient } from './licensing.test-support.ts';

const portal = await createLicensingPortal();
const { database, sql } = portal;
const client = await portal.client();
const hardwareId = '7C1E9A40B2';

beforeEach(async () => {
  await sql('delete from orders');
  await sql('delete from rate_limits');
  await sql('update accounts set disabled_at = null, disabled_reason = null');
});

describe('the limits', () => {
  const unknown = (index: number, options: { address?: string; product?: LicensingClient } = {}) =>
    (options.product ?? client).call(
      'validations',
      { hardwareId, serialNumber: `${index}`.padStart(26, '0') },
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

  test('let a device change thirty times a minute, and do not affect the token’s other devices', async () => {
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

  test('let a device call 300 times a minute, and do not affect the token’s other devices', async () => {
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
