import type { FastifyInstance } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';

const cloud = { id: 'cloud', name: 'Veriscan Cloud', url: 'https://cloud.vendor.example/app' };
let app: FastifyInstance;
let owner: Browser;

beforeAll(async () => {
  const database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  app = await createTestPortal(database, {
    linkedOrigins: ['https://cloud.vendor.example'],
    signOutProducts: [cloud],
  });
});

const signIn = async () => {
  owner = await new Browser(app).signIn('owner@acme.example');
};
const leave = async (body: object = {}) => (await owner.post('/signout', body)).json().redirectUrl as string;
const open = async (address: string, headers: Record<string, string> = {}) => {
  const { response, preloaded } = await owner.open(address, { headers });
  return { response, signingOut: preloaded.signingOut };
};

test('signing out ends the session and opens the page that signs out of the products (SES-22)', async () => {
  await signIn();
  const address = await leave();
  expect(address).toMatch(/^\/Logout\?request_id=[\w-]+$/);
  expect((await owner.get('/api/User/Current')).statusCode).toBe(401);
  const { response, signingOut } = await open(address);
  expect(response.body).toContain('data-document="logout"');
  expect(signingOut).toEqual({
    products: [cloud],
    redirectUrl: '/login',
    returnUrl: null,
    hasSession: false,
    asks: false,
  });
});

test('only the sign-out page may reach and frame the products', async () => {
  await signIn();
  const fetchPolicy = async (address: string) =>
    String((await owner.open(address)).response.headers['content-security-policy']);
  expect(await fetchPolicy('/logout')).toMatch(/connect-src 'self' https:\/\/cloud\.vendor\.example;/);
  expect(await fetchPolicy('/logout')).toMatch(/frame-src 'self' https:\/\/cloud\.vendor\.example;/);
  expect(await fetchPolicy('/')).not.toMatch(/(?:connect|frame)-src[^;]*cloud/);
});

test.each([
  ['to sign-in', undefined, '/login'],
  ['to a registered product', 'https://cloud.vendor.example/bye', 'https://cloud.vendor.example/bye'],
  ['not to another site', 'https://evil.example/', '/'],
  ['not to a disguised other site', '/\\evil.example', '/'],
])('redirects %s after signing out of the products', async (_, ReturnUrl, expected) => {
  await signIn();
  expect(await leave({ productsDone: 'true', ...(ReturnUrl && { ReturnUrl }) })).toBe(expected);
});

test('returns to the product’s page if the sign-out began there', async () => {
  await signIn();
  const { signingOut } = await open(await leave({ ReturnUrl: 'https://cloud.vendor.example/bye' }));
  expect(signingOut?.redirectUrl).toBe('https://cloud.vendor.example/bye');
});

test('opening the page changes nothing', async () => {
  await signIn();
  expect((await open('/logout')).signingOut).toMatchObject({ hasSession: true, redirectUrl: null, asks: false });
  expect((await owner.get('/api/User/Current')).statusCode).toBe(200);
});

test.each([
  ['the address was typed', { 'sec-fetch-site': 'none' }, null, false],
  ['a page of the portal links to it', { 'sec-fetch-site': 'same-origin' }, null, false],
  [
    'a product links to it',
    { 'sec-fetch-site': 'cross-site', referer: 'https://cloud.vendor.example/' },
    'https://cloud.vendor.example/',
    false,
  ],
  ['another site links to it', { 'sec-fetch-site': 'cross-site', referer: 'https://evil.example/' }, null, true],
  ['a site without a referrer links to it', { 'sec-fetch-site': 'cross-site' }, null, true],
])('if %s, the page asks before signing out: %4$s', async (_, headers, returnUrl, asks) => {
  await signIn();
  expect((await open('/logout', headers as Record<string, string>)).signingOut).toMatchObject({ returnUrl, asks });
});

test('ignores an id that the portal did not issue', async () => {
  await signIn();
  expect((await open('/logout?request_id=https%3A%2F%2Fevil.example')).signingOut?.redirectUrl).toBeNull();
  expect((await owner.get(`/logout?request_id=${'a'.repeat(5_000)}`)).statusCode).toBe(400);
});
