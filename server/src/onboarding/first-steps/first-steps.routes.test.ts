import type { FirstStep } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { Browser, signedIn } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { insertDevice, insertLicense } from '../../../test/licenses.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import { beginFirstSteps } from './first-steps.queries.ts';
import { firstStepsModule } from './first-steps.routes.ts';

const database = await createTestDatabase();
let app: FastifyInstance;
/** Globex has no user besides its owner. */
let owner: Browser;
let globex = 0;

const sql = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const steps = async (browser: Browser): Promise<FirstStep[]> => {
  const answer = await browser.get('/api/FirstSteps');
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().items;
};
const isAsked = async (browser: Browser) => (await browser.open('/')).preloaded.hasFirstSteps;

beforeAll(async () => {
  await seedDemonstrationPeople(database);
  const desktop = {
    id: 'desktop',
    displayName: { en: 'Desktop', fr: 'Poste' },
    url: 'https://desktop.example/',
    urlCaption: { en: 'Download', fr: 'Télécharger' },
    displayType: 'UrlWithLicense',
    disabled: false,
    plans: [],
  };
  const catalog = { findProducts: async () => new Map([['desktop', desktop]]) as never };
  app = await createTestPortal(database, {
    extend: (portal) => {
      for (const route of firstStepsModule({ database, catalog }).routes ?? []) route.bind(portal);
    },
  });
  owner = await signedIn(app, 'owner@globex.example');
  [{ account_id: globex }] = (await sql(`select account_id::int from users where email = 'owner@globex.example'`)) as [
    { account_id: number },
  ];
});

beforeEach(async () => {
  for (const table of ['first_steps', 'devices', 'licenses', 'orders', 'rate_limits'])
    await sql(`delete from ${table}`);
  await sql(`delete from users where email = 'new@globex.example'`);
});

test('shows no first steps to an account that did not register itself', async () => {
  expect(await steps(owner)).toEqual([]);
  expect(await isAsked(owner)).toBe(false);
});

test('shows each step until it is done, and shows no steps after all are done', async () => {
  await beginFirstSteps(database.query, globex);
  expect(await isAsked(owner)).toBe(true);
  expect((await steps(owner)).map(({ kind }) => kind)).toEqual(['plan', 'people']);

  const license = await insertLicense(database, globex);
  expect(await steps(owner)).toEqual([
    {
      kind: 'open',
      isDone: false,
      productId: 'desktop',
      productName: 'Desktop',
      url: 'https://desktop.example/',
      urlCaption: 'Download',
    },
    { kind: 'device', isDone: false, licenseId: license.id, productName: 'Desktop' },
    { kind: 'people', isDone: false },
  ]);

  expect((await owner.post('/api/FirstSteps/Opened')).statusCode).toBe(200);
  await insertDevice(database, license);
  expect((await steps(owner)).map(({ isDone }) => isDone)).toEqual([true, true, false]);

  await sql(
    `insert into users (account_id, login, email, first_name, last_name) values ($1, 'new@globex.example', 'new@globex.example', 'New', 'User')`,
    [globex],
  );
  expect(await steps(owner)).toEqual([]);
  expect(await isAsked(owner)).toBe(false);
  await sql(`delete from users where email = 'new@globex.example'`);
  expect(await steps(owner)).toEqual([]);
});

test('shows captions in the reader’s language', async () => {
  await beginFirstSteps(database.query, globex);
  await insertLicense(database, globex);
  const answer = await owner.get('/api/FirstSteps', { headers: { 'accept-language': 'fr' } });
  expect(answer.json().items[0]).toMatchObject({ productName: 'Poste', urlCaption: 'Télécharger' });
});

test('shows users only the steps that they may do, and nothing after these are done', async () => {
  const [{ account_id: acme }] = (await sql(
    `select account_id::int from users where email = 'owner@acme.example'`,
  )) as [{ account_id: number }];
  await beginFirstSteps(database.query, acme);
  const license = await insertLicense(database, acme);
  const admin = await signedIn(app, 'admin@acme.example');
  const user = await signedIn(app, 'user@acme.example');
  const reader = await signedIn(app, 'readonly@acme.example');
  expect((await steps(admin)).map(({ kind }) => kind)).toEqual(['open', 'device', 'people']);
  expect((await steps(user)).map(({ kind }) => kind)).not.toContain('people');
  expect(await steps(reader)).toEqual([]);

  expect((await reader.post('/api/FirstSteps/Opened')).statusCode).toBe(403);
  for (const browser of [reader, user]) expect((await browser.send('DELETE', '/api/FirstSteps')).statusCode).toBe(403);
  await owner.post('/api/FirstSteps/Opened');
  await owner.send('DELETE', '/api/FirstSteps');
  expect((await steps(admin)).map(({ isDone }) => isDone)).toEqual([false, false, true]);

  await insertDevice(database, license);
  await admin.post('/api/FirstSteps/Opened');
  expect(await steps(user)).toEqual([]);
});

test('an admin hides the steps from all users of the account', async () => {
  await beginFirstSteps(database.query, globex);
  expect((await owner.send('DELETE', '/api/FirstSteps')).statusCode).toBe(200);
  expect(await steps(owner)).toEqual([]);
  expect(await isAsked(owner)).toBe(false);
  expect((await owner.post('/api/FirstSteps/Opened')).statusCode).toBe(200);
  expect(await sql('select * from first_steps')).toEqual([]);
});

test('rejects visitors, and changes without the anti-forgery token', async () => {
  const nobody = new Browser(app);
  expect((await nobody.get('/api/FirstSteps')).statusCode).toBe(401);
  expect((await nobody.send('DELETE', '/api/FirstSteps')).statusCode).toBe(401);
  const another = await signedIn(app, 'owner@globex.example');
  another.token = '';
  expect((await another.post('/api/FirstSteps/Opened')).json()).toMatchObject({ code: 'AntiForgery' });
});
