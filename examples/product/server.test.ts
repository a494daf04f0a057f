import { afterEach, expect, test } from 'vitest';
import { type ExampleProduct, startExampleProduct } from './server.ts';

const portal = 'http://localhost:3000';
let product: ExampleProduct;
afterEach(() => product.close());

/** Signs in like a browser. @returns the product's cookie */
async function signIn(): Promise<string> {
  const headers = { origin: new URL(product.url).origin };
  const answer = await fetch(`${product.url}sign-in`, { method: 'POST', headers, redirect: 'manual' });
  expect(answer.status).toBe(303);
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

async function behave(behavior: string): Promise<void> {
  await fetch(`${product.url}behavior`, {
    method: 'POST',
    headers: { origin: new URL(product.url).origin },
    body: new URLSearchParams({ behavior }),
    redirect: 'manual',
  });
}

const read = async (path: string, cookie: string) =>
  (await fetch(product.url + path, { headers: { cookie, 'accept-language': 'fr-CA' } })).text();
const signOut = (cookie: string, signal?: AbortSignal) =>
  fetch(`${product.url}_signout`, { method: 'POST', headers: { cookie, origin: portal }, signal: signal ?? null });

test('the product ends its session at the portal’s request, and reports that only to the portal', async () => {
  product = await startExampleProduct({ port: 0, portal });
  const cookie = await signIn();
  expect(await read('', cookie)).toContain('Vous êtes connecté à ce produit.');
  expect(await read('tell.js', cookie)).toBe(`parent.postMessage("failed", "${portal}");`);
  expect((await signOut(cookie)).status).toBe(204);
  expect(await read('tell.js', cookie)).toBe(`parent.postMessage("ok", "${portal}");`);
  expect(await read('', cookie)).toContain('Vous n’êtes pas connecté');
  const frame = await fetch(`${product.url}logout`);
  expect(frame.headers.get('content-security-policy')).toContain(`frame-ancestors ${portal}`);
});

test('the product’s sign-out fails or hangs if a user chose that', async () => {
  product = await startExampleProduct({ port: 0, portal });
  const cookie = await signIn();
  await behave('fails');
  await signOut(cookie);
  expect(await read('tell.js', cookie)).toContain('"failed"');
  await behave('hangs');
  await expect(signOut(cookie, AbortSignal.timeout(300))).rejects.toThrow();
  // The product's other pages still work.
  expect(await read('', cookie)).toContain('value="hangs" checked');
});

test('rejects forms from other sites, other methods, and large bodies', async () => {
  product = await startExampleProduct({ port: 0, portal });
  const post = (path: string, init: RequestInit) => fetch(product.url + path, { method: 'POST', ...init });
  expect((await post('sign-in', { headers: { origin: 'https://evil.example' } })).status).toBe(403);
  expect((await fetch(product.url, { method: 'DELETE' })).status).toBe(403);
  const headers = { origin: new URL(product.url).origin };
  expect((await post('behavior', { headers, body: 'x'.repeat(20_000) })).status).toBe(400);
  expect((await fetch(`${product.url}nothing`)).status).toBe(404);
});
