import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import type { FaultyProxy } from '../../../test/faulty-proxy.ts';
import type { FullPortal } from '../../../test/full-portal.ts';
import { startPortalBehindProxy } from '../../../test/portal-behind-proxy.ts';
import { recordStatements } from '../../../test/record-statements.ts';
import { pace } from './pace.ts';
import {
  buyingForm,
  type Fields,
  newCard,
  newEmail,
  oneTrial,
  pageState,
  personFields,
  postForm,
  summarizeCustomer,
  unsavedCard,
  visitor,
  waitingRegistrationId,
} from './sign-up.test-support.ts';

/** Responses reveal nothing about an address to strangers, whatever they send (SIGN-18). */

let record: (what: string) => void = () => undefined;
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>();
  const hash: typeof argon2.hash = (...given) => {
    record('hash');
    return argon2.hash(...given);
  };
  return { ...argon2, hash };
});

let portal: FullPortal;
let proxy: FaultyProxy;

beforeAll(async () => {
  ({ portal, proxy } = await startPortalBehindProxy({ mode: 'demo' }));
  recordStatements(portal.database, (statement) => record(statement));
});

beforeEach(async () => {
  proxy.decide = (method, path) => void record(`${method} ${path.replace(/\b(cus|pm|seti)_\w+/g, '$1')}`);
  await portal.database.pool.query('delete from rate_limits');
});

const newVisitor = () => visitor(portal.app.http);

/** Addresses of users, each in a different state. */
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

/** Everything that a browser sees of a response, except random values. */
function seen({ statusCode, headers, body }: Awaited<ReturnType<typeof postForm>>) {
  const { date: _date, 'x-request-id': _request, 'set-cookie': cookies, ...rest } = headers;
  const names = [cookies ?? []].flat().map((cookie) => String(cookie).split('=')[0]);
  const ids = /^(x-request-id|request-id|content-security-policy)$/;
  return { statusCode, headers: Object.entries(rest).filter(([name]) => !ids.test(name)), names, body };
}

/** Posts a form from a browser of its own. @param make returns the fields for an address */
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

test.each(Object.keys(forms))('answers known and unknown addresses alike, %s', async (how) => {
  const make = forms[how] as (typeof forms)[string];
  const unknown = seen(await post(make, newEmail()));
  expect(unknown.statusCode).toBe(303);
  const before = await portal.database.pool.query('select count(*)::int as count from accounts');
  for (const email of await knownAddresses()) expect(seen(await post(make, email)), email).toEqual(unknown);
  const after = await portal.database.pool.query('select count(*)::int as count from accounts');
  expect(after.rows).toEqual(before.rows);
});

test('treats an address that is being registered like a known one', async () => {
  const email = newEmail();
  proxy.decide = (_method, _path, key) => (/-subscription(-\d+)?$/.test(key) ? 503 : undefined);
  const waiting = await post((browser) => buyingForm(portal, browser, email), email);
  expect(waitingRegistrationId(waiting)).not.toBeNull();
  proxy.decide = () => undefined;
  const held = seen(await post(async (_browser, other) => ({ ...personFields, email: other }), email));
  const unknown = seen(await post(async (_browser, other) => ({ ...personFields, email: other }), newEmail()));
  expect(held).toEqual(unknown);
});

/** Cards that cannot be used, each with its form. */
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

test.each(Object.keys(uselessCards))(
  'answers known and unknown addresses alike with a card %s, and reports the problem at the card',
  async (which) => {
    const refuse = async (email: string) => {
      const browser = await newVisitor();
      const card = await uselessCards[which]?.(browser);
      await portal.database.pool.query('delete from rate_limits');
      return postForm(browser, { ...(await buyingForm(portal, browser, email, 'pm_1')), ...card });
    };
    const email = newEmail();
    const [unknown, known] = [await refuse(email), await refuse('owner@globex.example')];
    expect([unknown.statusCode, known.statusCode]).toEqual([402, 402]);
    expect(Object.keys(pageState(unknown).modelState)).toEqual(['Purchase.PaymentMethodId']);
    expect(pageState(known).modelState).toEqual(pageState(unknown).modelState);
    expect(seen(known).headers).toHaveLength(seen(unknown).headers.length);
    expect(await summarizeCustomer(portal, email)).toMatchObject({ accounts: 0, customers: 0 });
  },
);

test('accepts a card as a token, once', async () => {
  const email = newEmail();
  const browser = await newVisitor();
  const form = {
    ...(await buyingForm(portal, browser, email, '')),
    'Purchase.StripeToken': 'tok_visa',
  };
  const answers = await Promise.all([postForm(browser, form), postForm(browser, form)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303]);
  expect(await summarizeCustomer(portal, email)).toMatchObject({ accounts: 1, customers: 1, paid: [4_000] });
});

/** The work that answers a form: statements, Stripe calls and hashes, in order. */
async function recordWork(
  make: (browser: Browser, email: string) => Promise<Fields>,
  email: string,
): Promise<string[]> {
  await portal.database.pool.query('delete from rate_limits');
  const browser = await newVisitor();
  const form = await make(browser, email);
  const done: string[] = [];
  record = (what) => void done.push(what);
  expect((await postForm(browser, form)).statusCode).toBe(303);
  record = () => undefined;
  return done;
}

const isLookUp = (what: string) => what.includes('coalesce(bool_or(comparison_key(');
const isCostly = (what: string) => what === 'hash' || /^[A-Z]+ \/v1/.test(what);

test.each(Object.keys(forms))(
  'does the same work for known and unknown addresses until the lookup, %s',
  async (how) => {
    const make = forms[how] as (typeof forms)[string];
    // Loads everything that a process reads only once.
    await recordWork(make, newEmail());
    const [unknown, known] = [await recordWork(make, newEmail()), await recordWork(make, 'owner@globex.example')];
    const before = unknown.slice(0, unknown.findIndex(isLookUp) + 1);
    expect(before.filter((what) => what === 'hash')).toHaveLength(1);
    expect(known.slice(0, known.findIndex(isLookUp) + 1)).toEqual(before);
    expect(known.slice(before.length).filter(isCostly)).toEqual([]);
  },
);

/** The actions of the success page for a form that paid nothing (SIGN-52). */
const afterwards: Readonly<Record<string, (browser: Browser, email: string) => Promise<unknown>>> = {
  'shows the page': async (browser) =>
    (await browser.get('/Confirmation', { headers: { accept: 'text/html' } })).statusCode,
  watches: async (browser) => (await browser.get('/api/SignUp/Confirmation')).json(),
  'sends again': async (browser, email) =>
    (await browser.post('/api/SignUp/Confirmation', { email })).json().secondsLeft,
  'corrects the address': async (browser) =>
    (await browser.post('/api/SignUp/Confirmation', { email: newEmail() })).json().secondsLeft,
};

test.each(Object.keys(afterwards))(
  '%s alike, and with the same work, for known and unknown addresses',
  async (what) => {
    const act = afterwards[what] as (typeof afterwards)[string];
    const works = [];
    // The first call loads everything that a process loads only once.
    for (const email of [newEmail(), newEmail(), 'owner@globex.example']) {
      await portal.database.pool.query('delete from rate_limits');
      const browser = await newVisitor();
      expect((await postForm(browser, { ...personFields, ...oneTrial, email })).statusCode).toBe(303);
      await portal.database.pool.query("update sign_up_outcomes set sent_at = sent_at - interval '30 seconds'");
      const done: string[] = [];
      record = (step) => void done.push(step);
      const shown = await act(browser, email);
      record = () => undefined;
      works.push({ shown, done });
    }
    expect(works[2]).toEqual(works[1]);
    expect(works[1]?.done.length).toBeGreaterThan(0);
  },
);

test.each([
  ['without a plan', 'nothing'],
  ['for a trial', 'free'],
  ['with a card', 'paid'],
] as const)('delays the answer for a known address like a registration, %s', async (how, work) => {
  const make = forms[how] as (typeof forms)[string];
  const [note, wait] = [vi.spyOn(pace, 'record'), vi.spyOn(pace, 'wait')];
  wait.mockResolvedValue();
  onTestFinished(() => void vi.restoreAllMocks());
  expect((await post(make, newEmail())).statusCode).toBe(303);
  expect([note.mock.calls, wait.mock.calls]).toEqual([[[work, expect.any(Number)]], []]);
  note.mockClear();
  expect((await post(make, 'owner@globex.example')).statusCode).toBe(303);
  expect([note.mock.calls, wait.mock.calls]).toEqual([[], [[work, expect.any(Number)]]]);
});

test.each([
  ['an unknown', newEmail()],
  ['a known', 'owner@globex.example'],
])('answers for %s address after at least 300 ms', async (_which, email) => {
  const browser = await newVisitor();
  const begun = performance.now();
  expect((await postForm(browser, { ...personFields, email })).statusCode).toBe(303);
  expect(performance.now() - begun).toBeGreaterThanOrEqual(299);
});
