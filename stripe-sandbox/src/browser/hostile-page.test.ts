import { createServer } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../../test/chromium.ts';
import { useSandbox } from '../../test/sandbox.ts';

/** A hostile page in the browser of a user who runs a sandbox with the default keys. */
const { sandbox, stripe } = await useSandbox();
const { port } = new URL(sandbox.url);
const stranger = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html').end('<!doctype html><title>Stranger</title><main></main>');
}).listen(0, '127.0.0.1');
afterAll(() => stranger.close());

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchChromium('--host-resolver-rules=MAP stranger.example 127.0.0.1');
  page = await browser.newPage();
  const address = stranger.address() as { port: number };
  await page.goto(`http://stranger.example:${address.port}/`);
});
afterAll(() => browser.close());

const fromPage = (url: string, init: object = {}) =>
  page.evaluate(
    ([address, options]) =>
      fetch(address as string, options as RequestInit).then(
        async (answer) => ({ status: answer.status, text: await answer.text() }),
        () => 'blocked',
      ),
    [url, init] as const,
  );
const secret = { headers: { authorization: 'Bearer sk_test_sandbox' } };

test('rejects every read and change with the secret key', async () => {
  await stripe.customers.create({ name: 'Jenny' });
  const form = { method: 'POST', body: 'key=sk_test_sandbox&name=Mallory', mode: 'no-cors' };
  const asForm = { ...form, headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  expect(await fromPage(`${sandbox.url}/v1/customers`, secret)).toBe('blocked');
  expect(await fromPage(`${sandbox.url}/_sandbox/objects?type=customer`, secret)).toBe('blocked');
  expect(await fromPage(`${sandbox.url}/_sandbox/health`)).toBe('blocked');
  expect(await fromPage(`${sandbox.url}/v1/payment_intents/pi_x`, secret)).toMatchObject({ status: 401 });
  await fromPage(`${sandbox.url}/v1/customers`, asForm);
  expect((await stripe.customers.list()).data.map(({ name }) => name)).toEqual(['Jenny']);
});

test('answers 403 for a foreign host name that resolves to this machine', async () => {
  const rebound = await browser.newPage();
  const answer = await rebound.goto(`http://stranger.example:${port}/_sandbox/health`);
  expect(answer?.status()).toBe(403);
  await rebound.close();
});

test('rejects framing of card fields, the challenge and invoices', async () => {
  for (const path of ['/elements/card', '/three_d_secure/challenge', '/three_d_secure/redirect', '/invoices/in_x/y']) {
    const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    await page.evaluate(`{
      const frame = document.createElement('iframe');
      frame.src = '${sandbox.url}${path}';
      document.querySelector('main').append(frame);
    }`);
    expect((await refused).text()).toContain(sandbox.url);
    await page.evaluate(`document.querySelector('iframe').remove()`);
  }
});
