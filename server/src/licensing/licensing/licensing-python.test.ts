import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProductToken } from '@portico/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { temporaryFolder } from '../../../test/clean-up.ts';
import { type FullPortal, startFullPortal, testCatalog } from '../../../test/full-portal.ts';
import { insertLicense, type LicenseRow } from '../../../test/licenses.ts';
import { ownPort } from '../../../test/own-port.ts';
import { hasPython, type ProductPortal, PythonProduct } from '../../../test/python-product.ts';

/** The demonstration's Acme Security. */
const accountId = 2;

/** The products of the tests, with features for `desktop` and borrowing for `cloud-team`. */
function catalogWithMore(): string {
  const file = join(temporaryFolder('catalog'), 'catalog.yaml');
  const features = `licensedFeatures:
      - { scope: reading, caption: Reading, features: [{ name: batchScanning, caption: Batch, type: bool }] }
    plans:`;
  const text = readFileSync(testCatalog, 'utf8')
    .replace('plans:', features)
    .replace('code: DB', 'licensedFeatures: { reading: { batchScanning: true } }\n        code: DB')
    .replace('name: Cloud', 'name: Cloud\n    licensingType: Floating')
    .replace('code: CT', 'borrowDays: 7\n        code: CT');
  writeFileSync(file, text);
  return file;
}

describe.skipIf(!hasPython)('docs/licensing-python.md', () => {
  let portal: FullPortal;
  let owner: Browser;
  let asked: ProductPortal;
  beforeAll(async () => {
    const port = await ownPort();
    portal = await startFullPortal({ port, catalog: catalogWithMore() });
    await portal.app.http.listen({ host: '127.0.0.1', port });
    owner = await portal.signIn('owner@acme.example');
    const listed = await owner.get('/.well-known/portico-license-keys.json');
    const { keys } = listed.json<{ keys: { keyId: string; publicKey: string }[] }>();
    const publicKeys = Object.fromEntries(keys.map(({ keyId, publicKey }) => [keyId, publicKey]));
    asked = { url: `http://127.0.0.1:${port}`, token: '', publicKeys };
  });
  beforeEach(async () => {
    await portal.database.pool.query('delete from licenses');
    await portal.database.pool.query('delete from product_tokens');
    await portal.database.pool.query('delete from rate_limits');
    // Acme shares its usage.
    await portal.database.pool.query('update accounts set usage_data_policy = 0');
  });

  /** A license, by default of the product `desktop`, and a token that the account's owner created for it. */
  async function prepare(columns: Partial<LicenseRow> = {}, tokenType = 'Public'): Promise<LicenseRow> {
    const license = await insertLicense(portal.database, accountId, columns);
    const body = { expirationDate: '9999-01-01', tokenType, name: 'Front desks' };
    const made = await owner.post(`/api/ProductsDashboard/${license.productId}/AddToken`, body);
    expect(made.statusCode, made.body).toBe(200);
    asked = { ...asked, token: made.json<ProductToken>().token };
    return license;
  }

  /** The output of the steps, which must succeed. */
  async function runLines(product: PythonProduct, ...steps: Parameters<PythonProduct['run']>[1][]) {
    const { lines, error } = await product.run(asked, ...steps);
    expect(error).toBe('');
    return lines;
  }

  test('activates, validates, reports, reads features and deactivates', async () => {
    const { id } = await prepare({ quantity: 2 });
    const product = new PythonProduct('DESK-1');
    expect(await runLines(product, 'Activating', 'Validating', 'Heartbeats and counters', 'Features')).toEqual([
      'activated 1 of 2',
      'Valid True',
      'Valid',
      '{"reading": {"batchScanning": true}}',
    ]);
    const { rows } = await portal.database.pool.query(
      "select sum(checks)::int as checks, sum((counters ->> 'pages')::int)::int as pages from device_activity where license_id = $1",
      [id],
    );
    // The validation counts as a check too.
    expect(rows).toEqual([{ checks: 15, pages: 310 }]);
    expect(await runLines(product, 'Activating', 'Deactivating', 'Deactivating', 'Validating')).toEqual([
      'already 1 of 2',
      'True',
      'True',
      'DeviceReleased False',
    ]);
  });

  test('evicts another device, and releases it', async () => {
    await prepare({ quantity: 1 });
    const [first, second] = [new PythonProduct('DESK-1'), new PythonProduct('DESK-2')];
    await runLines(first, 'Activating');
    const [offered, status] = await runLines(second, 'Using it here instead');
    expect(offered).toMatch(/^RECEPTION last used 20/);
    expect(status).toBe('activated');
    expect(await runLines(first, 'Validating')).toEqual(['DeviceReleased False']);
    expect(await runLines(first, 'Releasing another device')).toEqual(['activated']);
    expect(await runLines(second, 'Validating')).toEqual(['DeviceReleased False']);
  });

  test('checks out, renews and returns a lease, and frees its seat for another device', async () => {
    await prepare({ licenseModel: 1, quantity: 1 });
    const [first, second] = [new PythonProduct('DESK-1'), new PythonProduct('DESK-2')];
    const [opened] = await runLines(first, 'Checking out');
    const [again, renewed] = await runLines(first, 'Checking out', 'Renewing');
    expect(again).toBe(opened);
    expect(opened).toMatch(/^[\da-f-]{36} 300$/);
    expect(Date.parse(renewed ?? '')).toBeGreaterThan(Date.now() + 500_000);
    const [taken, returned] = await runLines(second, 'Checking out', 'Giving back');
    expect(taken).not.toBe(opened);
    expect(returned).toBe('True');
    const id = JSON.stringify(opened?.split(' ')[0]);
    const known = { code: `session_id, key_file = ${id}, Path("request-key.txt")` };
    expect(await runLines(first, known, 'Renewing')).toEqual(['the place is lost']);
    expect((await runLines(first, 'Checking out'))[0]).not.toBe(opened);
  });

  test('borrows for as many days as the plan allows', async () => {
    const floating: Partial<LicenseRow> = { productId: 'cloud', licenseModel: 1, quantity: 1 };
    await prepare({ ...floating, planId: 'cloud-team' });
    const [until] = await runLines(new PythonProduct('DESK-1', 'cloud'), 'Borrowing');
    const days = (Date.parse(until ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(2.9);
    expect(days).toBeLessThan(3.1);
    await portal.database.pool.query('delete from licenses');
    await prepare({ ...floating, planId: 'cloud-free' });
    expect(await runLines(new PythonProduct('DESK-2', 'cloud'), 'Borrowing')).toEqual(['at most 0 days']);
  });

  test('accepts no license of another product, and no yes for another device', async () => {
    await prepare({ quantity: 1 });
    const other = await new PythonProduct('DESK-1', 'cloud').run(asked, 'Activating');
    expect(other.error).toBe('PortalAway: it is of another product');
    const relay = 'send = portal.send\nportal.send = lambda path, body: send(path, {**body, "hardwareId": "DESK-1"})';
    const relayed = await new PythonProduct('DESK-2').run(asked, { code: relay }, 'Validating');
    expect(relayed.error).toBe('PortalAway: it is of another device');
  });

  test('lists devices and reads usage with a secret token', async () => {
    await prepare({ quantity: 1 }, 'Secret');
    const product = new PythonProduct('DESK-1');
    await runLines(product, 'Activating');
    const [device, usage] = await runLines(product, 'Devices and usage');
    expect(device).toMatch(/^DESK-1 active 20/);
    expect(usage).toMatch(/^\d+$/);
    await prepare({ quantity: 1 });
    expect((await product.run(asked, 'Devices and usage')).error).toMatch(/^Problem: TokenTypeRefused: /);
  });

  describe('on an offline device', () => {
    const filePath = ({ folder }: PythonProduct, name: string) => join(folder, name);
    const read = (product: PythonProduct, name: string) => readFileSync(filePath(product, name), 'utf8');
    /** A user's action in the portal. */
    async function carry({ id }: LicenseRow, request: string): Promise<{ status: string; file: string | null }> {
      const response = await owner.post(`/api/Licenses/${id}/OfflineRequests`, { request });
      expect(response.statusCode, response.body).toBe(200);
      return response.json();
    }

    test.each(['by a file', 'by a short code'])('completes the round trip, %s', async (way) => {
      const license = await prepare({ quantity: 1 });
      const product = new PythonProduct('a-device/without=network');
      const [code = ''] = await runLines(product, 'Asking for an activation file');
      const request = read(product, 'Portico-Request.json');
      const { file } = await carry(license, way === 'by a file' ? request : code);
      writeFileSync(filePath(product, 'License.json'), file ?? '');
      expect(await runLines(product, 'Reading the activation file')).toEqual(['{"reading": {"batchScanning": true}}']);
      const other = new PythonProduct('another-device');
      writeFileSync(filePath(other, 'License.json'), file ?? '');
      expect((await other.run(asked, 'Reading the activation file')).error).toBe('Refused: otherDevice');
      const otherProduct = new PythonProduct(product.hardwareId, 'cloud');
      writeFileSync(filePath(otherProduct, 'License.json'), file ?? '');
      expect((await otherProduct.run(asked, 'Reading the activation file')).error).toBe('Refused: otherProduct');
      await runLines(product, 'Reading the activation file', 'Giving the device up');
      expect(await carry(license, read(product, 'Portico-Request.json'))).toMatchObject({ status: 'released' });
      writeFileSync(filePath(product, 'License.json'), file ?? '');
      expect((await product.run(asked, 'Reading the activation file')).error).toBe('Refused: givenUp');
    });

    test('refuses the answer to another request', async () => {
      const license = await prepare({ quantity: 1 });
      const product = new PythonProduct('DESK-1');
      await runLines(product, 'Asking for an activation file');
      const { file } = await carry(license, read(product, 'Portico-Request.json'));
      writeFileSync(filePath(product, 'License.json'), file ?? '');
      writeFileSync(filePath(product, 'request-nonce.txt'), 'nonce-of-another-request');
      expect((await product.run(asked, 'Reading the activation file')).error).toBe('Refused: otherRequest');
    });
  });
});
