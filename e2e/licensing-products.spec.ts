import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ExampleProcess } from '../examples/cli/process.test-support.ts';
import type { ApiClient } from './harness/api-client.ts';
import { say } from './harness/messages.ts';
import { buyPlaces, openLicense } from './harness/places.ts';
import type { Portal } from './harness/portal.ts';
import { axeFindings } from './harness/screens.ts';
import { secrets } from './harness/secrets.ts';
import { signIn } from './harness/sign-in.ts';
import { storyLanguages } from './harness/soak.ts';
import { test as base, expect, template } from './harness/test.ts';

/** Starts the example product on a device, with a token that the account's owner made. */
type Start = (portal: Portal, token: string, device: string, ...args: readonly string[]) => ExampleProcess;

const test = base.extend<{ start: Start }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it depends on from the pattern
  start: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'portico-example-'));
    const started: ExampleProcess[] = [];
    await use((portal, token, device, ...args) => {
      const identity = ['--hardware-id', device, '--name', device, '--fingerprint', `board=${device}`];
      const settings = ['--state', join(folder, device), '--product-version', '5.4', ...identity];
      const process = new ExampleProcess([...args, ...settings], { PORTAL_URL: portal.url, PORTAL_TOKEN: token });
      started.push(process);
      return process;
    });
    await Promise.all(started.map((process) => process.end('SIGKILL')));
    await rm(folder, { recursive: true });
  },
});

/** A public token for Veriscan Desktop. Neither the database nor the log may have it. */
async function makeToken(client: ApiClient): Promise<string> {
  const body = { expirationDate: '9999-01-01', tokenType: 'Public', name: 'Front desks' };
  const made = await client.call<{ token: string }>('POST', '/api/ProductsDashboard/veriscan-desktop/AddToken', body);
  secrets.add(made.token);
  return made.token;
}

for (const language of storyLanguages('en')) {
  test.describe(`a product, and a user in ${language === 'en' ? 'English' : 'French'}`, () => {
    test.use({ locale: language === 'en' ? 'en-US' : 'fr-CA' });
    const text = (message: string, values?: Record<string, string>) => say(language, message, values);

    test('activates, is refused when full, takes a place, is released in the portal and told so', async ({
      page,
      portal,
      start,
    }) => {
      const { customer, client } = await buyPlaces(portal, 1);
      const token = await makeToken(client);
      const first = start(portal, token, 'FRONT-DESK', 'activate');
      const yes = await first.until('activated');
      expect(yes).toMatchObject({ isLicensed: true, code: 'Valid' });
      console.log(`first yes: ${yes.milliseconds} ms after the process began`);

      const refused = start(portal, token, 'BACK-OFFICE', 'activate');
      const full = await refused.until('full');
      expect(full).toMatchObject({ quantity: 1, mayEvict: true, devices: [{ name: 'FRONT-DESK' }] });
      expect(await refused.end()).toBe(1);
      const [{ id }] = full.devices as [{ id: number }];
      const instead = start(portal, token, 'BACK-OFFICE', 'activate', '--instead-of', String(id));
      expect(await instead.until('activated')).toMatchObject({ isLicensed: true });
      const gone = start(portal, token, 'FRONT-DESK', 'run');
      expect(await gone.until('started')).toMatchObject({ isLicensed: false, code: 'DeviceReleased' });
      expect(await gone.end()).toBe(1);

      const product = start(portal, token, 'BACK-OFFICE', 'run', '--every', '0.5');
      expect(await product.until('reported')).toMatchObject({ isLicensed: true, source: 'portal' });
      await signIn(page, customer.email, customer.password);
      const licenseId = await openLicense(page);
      expect(String(full.portalUrl)).toBe(`${portal.url}/Billing/Licenses/${licenseId}`);
      const main = page.getByRole('main');
      await main.getByRole('button', { name: text('Actions for {name}', { name: 'BACK-OFFICE' }) }).click();
      await page.getByRole('menuitem', { name: text('Release or replace') }).click();
      await main.getByRole('button', { name: text('Release {name}', { name: 'BACK-OFFICE' }) }).click();
      expect(await product.until('released')).toMatchObject({ isLicensed: false, code: 'DeviceReleased' });
      expect(await product.end()).toBe(1);
      expect(await axeFindings(page)).toEqual([]);
    });
  });
}

test('goes on while the portal was killed and is away, and reports once it is back', async ({ ownPortal, start }) => {
  test.setTimeout(300_000);
  const portal = await ownPortal({ copyOf: template() });
  const { client } = await buyPlaces(portal, 1);
  const token = await makeToken(client);
  await start(portal, token, 'FRONT-DESK', 'activate').until('activated');
  const product = start(portal, token, 'FRONT-DESK', 'run', '--every', '1');
  await product.until('reported');

  await portal.kill();
  expect(await product.until('away')).toMatchObject({ isLicensed: true, source: 'earlier', error: 'PortalAway' });
  await pause(10_000);
  // It is started anew meanwhile, and works too.
  const another = start(portal, token, 'FRONT-DESK', 'status');
  expect(await another.until('status')).toMatchObject({ isLicensed: true, source: 'earlier' });
  expect(product.lines.at(-1)).toMatchObject({ isLicensed: true });

  await portal.startAgain();
  expect(await product.until('back')).toMatchObject({ isLicensed: true, source: 'portal' });
  expect(await product.end('SIGTERM')).toBe(0);
  expect(product.lines.at(-1)).toMatchObject({ event: 'stopped', isLicensed: true });
});

/** A page that has the license client's modules beside it. @returns its address, and what ends its server */
async function servePage(): Promise<{ url: string; close: () => void }> {
  const source = join(import.meta.dirname, '../license-client/src');
  const server = createServer(async ({ url = '/' }, response) => {
    if (url === '/')
      return response.setHeader('content-type', 'text/html').end('<!doctype html><title>Product</title>');
    if (!url.endsWith('.ts')) return response.writeHead(204).end();
    const body = stripTypeScriptTypes(await readFile(join(source, basename(url)), 'utf8'));
    return response.setHeader('content-type', 'text/javascript').end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => void server.close() };
}

test('runs on a page of another origin, which keeps no token', async ({ page, portal }) => {
  const { client } = await buyPlaces(portal, 1);
  const token = await makeToken(client);
  const served = await servePage();
  await page.goto(served.url);
  const told = await page.evaluate(
    async ({ url, token }) => {
      const address = '/index.ts';
      const { LicenseClient } = (await import(address)) as typeof import('@portico/license-client');
      const product = new LicenseClient({ portal: url, token, hardwareId: 'BROWSER-1' });
      const { outcome } = await product.activate();
      product.count('scans');
      const { isLicensed, source } = await product.heartbeat();
      return { outcome, isLicensed, source };
    },
    { url: portal.url, token },
  );
  expect(told).toEqual({ outcome: 'activated', isLicensed: true, source: 'portal' });
  expect(JSON.stringify(await page.context().storageState())).not.toContain(token);
  served.close();
});
