import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import type { FaultyProxy } from '../../../test/faulty-proxy.ts';
import type { FullPortal } from '../../../test/full-portal.ts';
import { startPortalBehindProxy } from '../../../test/portal-behind-proxy.ts';
import {
  buyingForm,
  type Fields,
  newCard,
  newEmail,
  oneTrial,
  personFields,
  postForm,
  stateOf,
  unsavedCard,
  visitor,
  worldOf,
} from './sign-up.test-support.ts';

/** What strangers learn of an address: nothing, whatever they send (SIGN-18). */

let portal: FullPortal;
let proxy: FaultyProxy;

beforeAll(async () => {
  ({ portal, proxy } = await startPortalBehindProxy({ mode: 'demo' }));
});

beforeEach(async () => {
  proxy.decide = () => undefined;
  await portal.database.pool.query('delete from rate_limits');
});

const newVisitor = () => visitor(portal.app.http);

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

/** Posts a form from a browser of its own. @param make its fields for an address */
async function post(make: (browser: Browser, email: string) => Promise<Fields>, email: string) {
  await portal.database.pool.query('delete from rate_limits');
  const browser = await newVisitor();
  return postForm(browser, await make(browser, email));
}

const forms: Readonly<Record<string, (browser: Browser, email: string) => Promise<Fields>>> = {
  'without a plan': async (_browser, email) => ({ ...personFields, email }),
  'for a trial': async (_browser, email) => ({ ...personFields, ...oneTrial, email }),
  'with a card': (browser, email) => buyingForm(portal, browser, email),
};

test.each(Object.keys(forms))('answers known addresses as unknown ones, %s', async (how) => {
  const make = forms[how] as (typeof forms)[string];
  const unknown = seen(await post(make, newEmail()));
  expect(unknown.statusCode).toBe(303);
  const before = await portal.database.pool.query('select count(*)::int as count from accounts');
  for (const email of await knownAddresses()) expect(seen(await post(make, email)), email).toEqual(unknown);
  const after = await portal.database.pool.query('select count(*)::int as count from accounts');
  expect(after.rows).toEqual(before.rows);
});

test('answers an address as a known one that somebody is registering just now', async () => {
  const email = newEmail();
  proxy.decide = (_method, _path, key) => (/-subscription(-\d+)?$/.test(key) ? 503 : undefined);
  const waiting = await post((browser) => buyingForm(portal, browser, email), email);
  expect(stateOf(waiting).signUp?.registration?.status).toBe('pending');
  proxy.decide = () => undefined;
  const held = seen(await post(async (_browser, other) => ({ ...personFields, email: other }), email));
  const unknown = seen(await post(async (_browser, other) => ({ ...personFields, email: other }), newEmail()));
  expect(held).toEqual(unknown);
});

/** Cards that a form names and that cannot be used, each with what the form says of it. */
const uselessCards: Readonly<Record<string, (browser: Browser) => Promise<Fields>>> = {
  'that is made up': async () => ({ 'Purchase.PaymentMethodId': 'pm_1Nobody' }),
  'that is made up, as a token': async () => ({
    'Purchase.PaymentMethodId': '',
    'Purchase.StripeToken': 'tok_1Nobody',
  }),
  'that no bank lets be saved': async () => ({
    'Purchase.PaymentMethodId': await unsavedCard(portal, 'visa_chargeDeclined'),
  }),
  'that no bank lets be saved, as a token': async () => ({
    'Purchase.PaymentMethodId': '',
    'Purchase.StripeToken': 'tok_visa_chargeDeclinedStolenCard',
  }),
  'that is somebody else’s': async () => {
    const card = await unsavedCard(portal, 'visa');
    const { id: customer } = await portal.stripe.customers.create({ name: 'Somebody' });
    await portal.stripe.paymentMethods.attach(card, { customer });
    return { 'Purchase.PaymentMethodId': card };
  },
  'that a declined form had': async (browser) => {
    const card = await newCard(portal, browser, 'pm_card_chargeCustomerFail');
    const declined = await postForm(browser, await buyingForm(portal, browser, newEmail(), card));
    expect(declined.statusCode).toBe(402);
    return { 'Purchase.PaymentMethodId': card };
  },
  'that a form of a known address had': async (browser) => {
    const card = await newCard(portal, browser);
    const taken = await postForm(browser, await buyingForm(portal, browser, 'owner@acme.example', card));
    expect(taken.statusCode).toBe(303);
    return { 'Purchase.PaymentMethodId': card };
  },
};

test.each(Object.keys(uselessCards))('answers alike with a card %s, and tells its holder', async (which) => {
  const refuse = async (email: string) => {
    const browser = await newVisitor();
    const card = await uselessCards[which]?.(browser);
    await portal.database.pool.query('delete from rate_limits');
    return postForm(browser, { ...(await buyingForm(portal, browser, email, 'pm_1')), ...card });
  };
  const email = newEmail();
  const [unknown, known] = [await refuse(email), await refuse('owner@globex.example')];
  expect([unknown.statusCode, known.statusCode]).toEqual([402, 402]);
  expect(Object.keys(stateOf(unknown).modelState)).toEqual(['Purchase.PaymentMethodId']);
  expect(stateOf(known).modelState).toEqual(stateOf(unknown).modelState);
  expect(seen(known).headers).toHaveLength(seen(unknown).headers.length);
  expect(await worldOf(portal, email)).toMatchObject({ accounts: 0, customers: 0 });
});

test('takes a card as a token, once', async () => {
  const email = newEmail();
  const browser = await newVisitor();
  const form = {
    ...(await buyingForm(portal, browser, email, '')),
    'Purchase.StripeToken': 'tok_visa',
  };
  const answers = await Promise.all([postForm(browser, form), postForm(browser, form)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303]);
  expect(await worldOf(portal, email)).toMatchObject({ accounts: 1, customers: 1, paid: [4_000] });
});

const medianOf = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

/** Milliseconds of known and of unknown addresses, measured in turn: what else the machine does meets both. */
async function timesOf(make: (browser: Browser, email: string) => Promise<Fields>, pairs: number) {
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
  for (let pair = 0; pair < pairs; pair += 1) {
    for (const [kind, email] of [
      ['unknown', newEmail()],
      ['known', 'owner@globex.example'],
    ] as const) {
      await portal.database.pool.query('delete from rate_limits');
      const browser = await newVisitor();
      const form = await make(browser, email);
      const begin = performance.now();
      const { statusCode } = await postForm(browser, form);
      expect(statusCode).toBe(303);
      times[kind].push(performance.now() - begin);
    }
  }
  return { known: medianOf(times.known), unknown: medianOf(times.unknown) };
}

test('takes as long for a known address as for an unknown one without a plan', async () => {
  const { known, unknown } = await timesOf(forms['without a plan'] as (typeof forms)[string], 9);
  expect(Math.min(known, unknown)).toBeGreaterThanOrEqual(299);
  expect(known / unknown).toBeGreaterThan(0.7);
  expect(known / unknown).toBeLessThan(1.4);
});

test.each(['for a trial', 'with a card'])(
  'takes as long for a known address as for an unknown one %s, however slow Stripe is',
  async (how) => {
    proxy.decide = async () => {
      await new Promise((resolve) => setTimeout(resolve, 250));
      return undefined;
    };
    const make = forms[how] as (typeof forms)[string];
    // A change of the provider's is followed after ten registrations.
    for (let pair = 0; pair < 5; pair += 1) await Promise.all([post(make, newEmail()), post(make, newEmail())]);
    const { known, unknown } = await timesOf(make, 3);
    // With nothing that evens it out a known address is answered after 300 ms, or after what a quick payment takes.
    expect(unknown).toBeGreaterThan(600);
    expect(known / unknown).toBeGreaterThan(0.7);
    expect(known / unknown).toBeLessThan(1.6);
  },
);
