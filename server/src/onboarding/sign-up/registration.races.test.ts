import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { operationJob } from '../../core/operations/index.ts';
import {
  authenticationCard,
  buyingForm,
  fetchRegistration,
  listMailsTo,
  newCard,
  newEmail,
  postForm,
  summarizeCustomer,
  visitor,
} from './sign-up.test-support.ts';

/** Concurrent forms, and unfinished registrations. */

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

test('creates one account if two browsers register an address concurrently, and reveals neither to the other', async () => {
  const email = newEmail();
  const browsers = await Promise.all([newVisitor(), newVisitor(), newVisitor()]);
  const forms = await Promise.all(browsers.map((browser) => buyingForm(portal, browser, email)));
  const answers = await Promise.all(browsers.map((browser, index) => postForm(browser, forms[index] ?? {})));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303]);
  expect(new Set(answers.map(({ headers }) => headers.location)).size).toBe(1);
  expect(await summarizeCustomer(portal, email)).toMatchObject({ ...one, customers: 1, registering: 0 });
});

test('creates one account from two different concurrent forms of a browser', async () => {
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
  expect(await summarizeCustomer(portal, email)).toMatchObject({ ...one, customers: 1, registering: 0 });
});

test('leaves no trace of two concurrent forms with a declined card, and makes one purchase with the next card', async () => {
  const email = newEmail();
  const browser = await newVisitor();
  const card = await newCard(portal, browser, 'pm_card_chargeCustomerFail');
  const form = await buyingForm(portal, browser, email, card);
  const answers = await Promise.all([postForm(browser, form), postForm(browser, form)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([402, 402]);
  expect(await summarizeCustomer(portal, email)).toMatchObject(nothing);
  const next = await buyingForm(portal, browser, email);
  const again = await Promise.all([postForm(browser, next), postForm(browser, next)]);
  expect(again.map(({ statusCode }) => statusCode)).toEqual([303, 303]);
  expect(await summarizeCustomer(portal, email)).toMatchObject(one);
});

/** Registers with a card that requires authentication. @returns the waiting operation */
async function leaveOpen(browser: Browser, email: string) {
  const waiting = await postForm(browser, await buyingForm(portal, browser, email, await authenticationCard(portal)));
  const registration = await fetchRegistration(browser, waiting);
  expect(registration).toMatchObject({ status: 'requiresAction' });
  const { rows } = await portal.database.pool.query('select operation_id from sign_up_registrations where id = $1', [
    registration.id,
  ]);
  const operation: string = rows[0].operation_id;
  return { operation, secret: registration.clientSecret ?? '', id: registration.id };
}

/** Runs the job that is queued for an hour later. */
async function passAnHour(operation: string): Promise<void> {
  const { rows } = await portal.database.pool.query(
    `select payload, extract(epoch from run_at - now()) / 60 as minutes from graphile_worker._private_jobs where key = $1`,
    [`stripe-operation-${operation}`],
  );
  expect(rows).toMatchObject([{ payload: { id: operation, abandon: true } }]);
  expect(Number(rows[0]?.minutes)).toBeGreaterThan(59);
  await operationJob(portal.app.operations).run(rows[0].payload, { isLast: false });
}

test('leaves nothing if the cardholder does not answer within an hour, and frees the address', async () => {
  const email = newEmail();
  const browser = await newVisitor();
  const { operation, id } = await leaveOpen(browser, email);
  await passAnHour(operation);
  expect(await summarizeCustomer(portal, email)).toMatchObject(nothing);
  expect((await browser.get(`/api/SignUp/Registrations/${id}`)).json()).toMatchObject({ status: 'failed' });
  const again = await postForm(browser, await buyingForm(portal, browser, email));
  expect(again.statusCode, again.body).toBe(303);
  expect(await summarizeCustomer(portal, email)).toMatchObject(one);
});

test('completes a registration whose browser was closed after the cardholder confirmed', async () => {
  const email = newEmail();
  const browser = await newVisitor();
  const { operation, secret } = await leaveOpen(browser, email);
  await browser.post('/stripe-sandbox/v1/3ds2/authenticate', `client_secret=${secret}&outcome=succeed`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  await passAnHour(operation);
  expect(await summarizeCustomer(portal, email)).toMatchObject({ ...one, customers: 1, registering: 0 });
  expect((await listMailsTo(portal, email)).map(({ template }) => template)).toContain('welcome');
});

test('a stranger who knows only the address cannot reach a registration', async () => {
  const email = newEmail();
  const browser = await newVisitor();
  const { id } = await leaveOpen(browser, email);
  const stranger = await newVisitor();
  expect((await stranger.get(`/api/SignUp/Registrations/${id}`)).statusCode).toBe(404);
  expect((await stranger.send('DELETE', `/api/SignUp/Registrations/${id}`)).statusCode).toBe(404);
  expect((await browser.get(`/api/SignUp/Registrations/${id}`)).json()).toMatchObject({ status: 'requiresAction' });
});
