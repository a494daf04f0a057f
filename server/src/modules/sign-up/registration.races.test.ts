import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { operationJob } from '../../operations/index.ts';
import {
  buyingForm,
  mailsTo,
  newCard,
  newEmail,
  personFields,
  postForm,
  stateOf,
  visitor,
  worldOf,
} from './sign-up.test-support.ts';

/** What comes at the same time, what is left open, and what strangers learn of an address. */

let portal: FullPortal;

beforeAll(async () => {
  portal = await startFullPortal({ mode: 'demo' });
});

beforeEach(async () => {
  await portal.database.pool.query('delete from rate_limits');
});

const newVisitor = () => visitor(portal.app.http);

const one = { accounts: 1, licenses: 1, orders: 1, subscriptions: 1, paid: [4_000], running: ['active'] };
const nothing = { accounts: 0, registering: 0, licenses: 0, orders: 0, subscriptions: 0, paid: [], running: [] };

test('keeps one account of an address that two browsers register at once, and tells neither of the other', async () => {
  const email = newEmail();
  const browsers = await Promise.all([newVisitor(), newVisitor(), newVisitor()]);
  const forms = await Promise.all(browsers.map((browser) => buyingForm(portal, browser, email)));
  const answers = await Promise.all(browsers.map((browser, index) => postForm(browser, forms[index] ?? {})));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303]);
  expect(new Set(answers.map(({ headers }) => headers.location)).size).toBe(1);
  expect(await worldOf(portal, email)).toMatchObject({ ...one, customers: 1, registering: 0 });
});

test('keeps one account of two different forms that a browser sends at once', async () => {
  const email = newEmail();
  const browser = await newVisitor();
  const form = await buyingForm(portal, browser, email);
  const other = {
    ...form,
    organization: 'Stone Hotels Group',
    'Purchase.PaymentMethodId': await newCard(portal, browser),
  };
  const answers = await Promise.all([postForm(browser, form), postForm(browser, other)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303]);
  expect(await worldOf(portal, email)).toMatchObject({ ...one, customers: 1, registering: 0 });
});

test('leaves nothing of a declined card that is sent twice at once, and the next card buys once', async () => {
  const email = newEmail();
  const browser = await newVisitor();
  const card = await newCard(portal, browser, 'pm_card_chargeCustomerFail');
  const form = await buyingForm(portal, browser, email, card);
  const answers = await Promise.all([postForm(browser, form), postForm(browser, form)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([402, 402]);
  expect(await worldOf(portal, email)).toMatchObject(nothing);
  const next = await buyingForm(portal, browser, email);
  const again = await Promise.all([postForm(browser, next), postForm(browser, next)]);
  expect(again.map(({ statusCode }) => statusCode)).toEqual([303, 303]);
  expect(await worldOf(portal, email)).toMatchObject(one);
});

/** Registers with a card that asks its holder. @returns the operation that waits */
async function leaveOpen(browser: Browser, email: string) {
  const waiting = await postForm(browser, await buyingForm(portal, browser, email, 'pm_card_authenticationRequired'));
  const registration = stateOf(waiting).signUp?.registration;
  expect(registration).toMatchObject({ status: 'requiresAction' });
  const { rows } = await portal.database.pool.query('select operation_id from sign_up_registrations where id = $1', [
    registration?.id,
  ]);
  const operation: string = rows[0].operation_id;
  return { operation, secret: registration?.clientSecret ?? '', id: registration?.id ?? '' };
}

/** What the job does that was queued for an hour later. */
async function passAnHour(operation: string): Promise<void> {
  const { rows } = await portal.database.pool.query(
    `select payload, extract(epoch from run_at - now()) / 60 as minutes from graphile_worker._private_jobs where key = $1`,
    [`stripe-operation-${operation}`],
  );
  expect(rows).toMatchObject([{ payload: { id: operation, abandon: true } }]);
  expect(Number(rows[0]?.minutes)).toBeGreaterThan(59);
  await operationJob(portal.app.operations).run(rows[0].payload, { isLast: false });
}

test('leaves nothing of a card whose holder does not answer within an hour, and the address is free again', async () => {
  const email = newEmail();
  const browser = await newVisitor();
  const { operation, id } = await leaveOpen(browser, email);
  await passAnHour(operation);
  expect(await worldOf(portal, email)).toMatchObject(nothing);
  expect((await browser.get(`/api/SignUp/Registrations/${id}`)).json()).toMatchObject({ status: 'failed' });
  const again = await postForm(browser, await buyingForm(portal, browser, email));
  expect(again.statusCode, again.body).toBe(303);
  expect(await worldOf(portal, email)).toMatchObject(one);
});

test('keeps what a cardholder confirmed whose browser was closed then', async () => {
  const email = newEmail();
  const browser = await newVisitor();
  const { operation, secret } = await leaveOpen(browser, email);
  await browser.post('/stripe-sandbox/v1/3ds2/authenticate', `client_secret=${secret}&outcome=succeed`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  await passAnHour(operation);
  expect(await worldOf(portal, email)).toMatchObject({ ...one, customers: 1, registering: 0 });
  expect((await mailsTo(portal, email)).map(({ template }) => template)).toContain('welcome');
});

test('keeps a registration from whoever knows no more than its address', async () => {
  const email = newEmail();
  const browser = await newVisitor();
  const { id } = await leaveOpen(browser, email);
  const stranger = await newVisitor();
  expect((await stranger.get(`/api/SignUp/Registrations/${id}`)).statusCode).toBe(404);
  expect((await stranger.send('DELETE', `/api/SignUp/Registrations/${id}`)).statusCode).toBe(404);
  expect((await browser.get(`/api/SignUp/Registrations/${id}`)).json()).toMatchObject({ status: 'requiresAction' });
});

/** Addresses that somebody has, each in another way. */
async function knownAddresses(): Promise<string[]> {
  const { pool } = portal.database;
  const add = async (name: string, change: string) => {
    const email = `${name}-${newEmail()}`;
    await pool.query(
      `insert into users (account_id, login, email, first_name, password_hash)
       select account_id, $1, $1, 'Known', password_hash from users where email = 'owner@acme.example'`,
      [email],
    );
    await pool.query(`update users set ${change} where email = $1`, [email]);
    return email;
  };
  return [
    'owner@acme.example',
    'OWNER@ACME.EXAMPLE',
    await add('gone', 'active = false'),
    await add('invited', 'password_hash = null'),
  ];
}

/** What a browser can tell of an answer: everything but what is random in each. */
function seen({ statusCode, headers, body }: Awaited<ReturnType<typeof postForm>>) {
  const { date: _date, 'x-request-id': _request, 'set-cookie': cookies, ...rest } = headers;
  const names = [cookies ?? []].flat().map((cookie) => String(cookie).split('=')[0]);
  const ids = /^(x-request-id|request-id|content-security-policy)$/;
  return { statusCode, headers: Object.entries(rest).filter(([name]) => !ids.test(name)), names, body };
}

test.each(['without a plan', 'with a card'])('answers known addresses as unknown ones, %s', async (how) => {
  const post = async (email: string) => {
    await portal.database.pool.query('delete from rate_limits');
    const browser = await newVisitor();
    return postForm(
      browser,
      how === 'with a card' ? await buyingForm(portal, browser, email) : { ...personFields, email },
    );
  };
  const unknown = seen(await post(newEmail()));
  expect(unknown.statusCode).toBe(303);
  const before = await portal.database.pool.query('select count(*)::int as count from accounts');
  for (const email of await knownAddresses()) expect(seen(await post(email)), email).toEqual(unknown);
  const after = await portal.database.pool.query('select count(*)::int as count from accounts');
  expect(after.rows).toEqual(before.rows);
});

const medianOf = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

/** Milliseconds of known and of unknown addresses, measured in turn: what else the machine does meets both. */
async function timesOf(
  make: (browser: Browser, email: string) => Promise<Readonly<Record<string, string>>>,
  pairs: number,
) {
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
  for (let pair = 0; pair < pairs; pair += 1) {
    for (const [kind, email] of [
      ['known', 'owner@globex.example'],
      ['unknown', newEmail()],
    ] as const) {
      await portal.database.pool.query('delete from rate_limits');
      const browser = await newVisitor();
      const form = await make(browser, email);
      const begin = performance.now();
      await postForm(browser, form);
      times[kind].push(performance.now() - begin);
    }
  }
  return { known: medianOf(times.known), unknown: medianOf(times.unknown) };
}

test('takes about as long for a known address as for an unknown one', async () => {
  const free = await timesOf(async (_browser, email) => ({ ...personFields, email }), 9);
  expect(Math.min(free.known, free.unknown)).toBeGreaterThanOrEqual(299);
  expect(free.known / free.unknown).toBeGreaterThan(1 / 2);
  expect(free.known / free.unknown).toBeLessThan(2);
  // A known address pauses as long as a payment takes at Stripe; the sandbox takes less.
  const paid = await timesOf((browser, email) => buyingForm(portal, browser, email), 3);
  expect(paid.known).toBeGreaterThan(paid.unknown / 3);
});
