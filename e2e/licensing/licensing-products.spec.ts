import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from '../harness/example-products.ts';
import { say } from '../harness/messages.ts';
import { axeFindings } from '../harness/screens.ts';
import { buySeats, createToken, openLicense } from '../harness/seats.ts';
import { signIn } from '../harness/sign-in.ts';
import { isSoak, storyLanguages } from '../harness/soak.ts';
import { expect, template } from '../harness/test.ts';
import { countScans, shareUsage } from '../harness/usage.ts';

for (const language of storyLanguages('en')) {
  test.describe(`a product, and a user in ${language === 'en' ? 'English' : 'French'}`, () => {
    test.use({ locale: language === 'en' ? 'en-US' : 'fr-CA' });
    const text = (message: string, values?: Record<string, string>) => say(language, message, values);

    test('activates a device, is refused on a full license, evicts a device, and notices its release in the portal', async ({
      page,
      portal,
      start,
    }) => {
      const { customer, client } = await buySeats(portal, 1);
      const token = await createToken(client);
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

test('a product continues while the portal is killed repeatedly and unreachable for a minute, and reports each scan once', async ({
  ownPortal,
  start,
}) => {
  test.setTimeout(400_000);
  const portal = await ownPortal({ copyOf: template() });
  const { client, customer } = await buySeats(portal, 1);
  await shareUsage(portal, customer, 0);
  const token = await createToken(client);
  await start(portal, token, 'FRONT-DESK', 'activate').until('activated');
  const product = start(portal, token, 'FRONT-DESK', 'run', '--every', '0.2');
  await product.until('reported');

  // Each kill is probably in the middle of a report. Counts without an answer are sent again.
  for (const milliseconds of [30, 90, 150]) {
    await pause(1_000 + milliseconds);
    await portal.kill();
    await portal.startAgain();
  }
  await portal.kill();
  const seen = product.lines.length;
  await expect
    .poll(() => product.lines.slice(seen).find(({ event }) => event === 'reported'), { timeout: 60_000 })
    .toMatchObject({ isLicensed: true, source: 'earlier', error: 'PortalAway' });
  await pause(isSoak ? 60_000 : 10_000);
  // A product that is restarted in the meantime works, too.
  const another = start(portal, token, 'FRONT-DESK', 'status');
  expect(await another.until('status')).toMatchObject({ isLicensed: true, source: 'earlier' });
  expect(product.lines.every(({ isLicensed }) => isLicensed)).toBe(true);

  await portal.startAgain();
  const away = product.lines.length;
  await expect
    .poll(() => product.lines.slice(away).find(({ event }) => event === 'reported'), { timeout: 60_000 })
    .toMatchObject({ isLicensed: true, source: 'portal' });
  expect(await product.end('SIGTERM')).toBe(0);
  const last = product.lines.at(-1);
  expect(last).toMatchObject({ event: 'stopped', isLicensed: true });
  expect(Number(last?.scans)).toBeGreaterThan(10);
  expect(await countScans(portal, customer)).toBe(last?.scans);
});

/** A page with the license client's modules beside it. @returns its URL, and a function that stops its server */
async function servePage(): Promise<{ url: string; close: () => void }> {
  const source = join(import.meta.dirname, '../../license-client/src');
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

test('the license client runs on a page of another origin, and stores no token there', async ({ page, portal }) => {
  const { client } = await buySeats(portal, 1);
  const token = await createToken(client);
  const served = await servePage();
  await page.goto(served.url);
  const result = await page.evaluate(
    async ({ url, token }) => {
      const address = '/index.ts';
      const { LicenseClient } = (await import(address)) as typeof import('@portico/license-client');
      const product = new LicenseClient({ portal: url, token, product: 'veriscan-desktop', hardwareId: 'BROWSER-1' });
      const { outcome } = await product.activate();
      product.count('scans');
      const { isLicensed, source } = await product.heartbeat();
      return { outcome, isLicensed, source };
    },
    { url: portal.url, token },
  );
  expect(result).toEqual({ outcome: 'activated', isLicensed: true, source: 'portal' });
  expect(JSON.stringify(await page.context().storageState())).not.toContain(token);
  served.close();
});
