import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { runDueJobs } from '../../../test/run-due-jobs.ts';
import { enqueue } from '../../core/jobs/queue.ts';
import {
  buyingForm,
  type Fields,
  freshVisitor,
  listMailsTo,
  newEmail,
  oneTrial,
  personFields,
  postForm,
} from './sign-up.test-support.ts';

/** Mails of a sign-up that are sent again, or to a corrected address (SIGN-52). */

let portal: FullPortal;
let browser: Browser;
beforeAll(async () => {
  portal = await startFullPortal({ mode: 'demo' });
});
beforeEach(async () => {
  browser = await freshVisitor(portal);
});

const sql = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const passPause = () => sql("update sign_up_outcomes set sent_at = sent_at - interval '30 seconds'");
const listTemplates = async (email: string) => (await listMailsTo(portal, email)).map(({ template }) => template);
const latestToken = async (email: string) => (await listMailsTo(portal, email)).at(-1)?.data.path?.split('#')[1];
const ownersOf = (email: string) => sql('select account_id from users where email = $1', [email]);
const outcome = async (who = browser) => (await who.open('/Confirmation')).preloaded.signUp?.outcome;

/** A browser that has sent a form, with the address of the form. */
async function sentForm(fields: Fields = {}, email = newEmail()) {
  const response = await postForm(browser, { ...personFields, ...fields, email });
  expect(response.statusCode, response.body).toBe(303);
  return email;
}
const paidForm = async () => sentForm(await buyingForm(portal, browser, ''));

type Response = Awaited<ReturnType<Browser['post']>>;

async function resend(email: string, who = browser) {
  const answer = await who.post('/api/SignUp/Confirmation', { email });
  await runDueJobs(portal);
  return answer;
}

/**
 * Begins calls while another transaction holds the rows that `change` changes, and commits it once all of them wait.
 * @returns the answers of the calls
 */
async function during(change: readonly [text: string, values: unknown[]], calls: readonly (() => Promise<Response>)[]) {
  const client = await portal.database.pool.connect();
  try {
    await client.query('begin');
    await client.query(change[0], change[1]);
    const answers = calls.map((call) => call());
    await vi.waitFor(async () => {
      const waiting = await sql(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      expect(waiting).toHaveLength(calls.length);
    }, 20_000);
    await client.query('commit');
    return (await Promise.all(answers)).map((answer) => answer.json());
  } finally {
    client.release();
  }
}

const known = 'owner@acme.example';

describe('sending the mail again', () => {
  test('mails another link, and the earlier one still works', async () => {
    const email = await sentForm(oneTrial);
    const first = await latestToken(email);
    await passPause();
    expect((await resend(email)).json()).toEqual({ email, sentAt: expect.any(String), secondsLeft: 30 });
    expect(await listTemplates(email)).toEqual(['welcome', 'confirmSignUp']);
    expect((await browser.post('/api/ConfirmEmail', { token: first })).json()).toMatchObject({
      signIn: { redirectUrl: '/' },
    });
    await passPause();
    // Nothing is sent once the address is confirmed.
    await browser.open('/Confirmation');
    expect((await resend(email)).statusCode).toBe(200);
    expect(await listTemplates(email)).toEqual(['welcome', 'confirmSignUp']);
  });

  test('has to wait 30 seconds after the previous mail', async () => {
    const email = await sentForm();
    const refused = await resend(email);
    expect(refused.json()).toMatchObject({
      code: 'TooManyRequests',
      additionalData: { blockedTo: expect.any(String) },
    });
    expect(await listTemplates(email)).toEqual(['welcome']);
  });

  test('is limited for each browser, and counts as a form of the address', async () => {
    const email = await sentForm();
    const codes = [];
    for (let count = 0; count < 7; count += 1) {
      await passPause();
      codes.push((await resend(email)).statusCode);
      await sql("delete from rate_limits where key like 'sign-up-email:%'");
    }
    expect(codes).toEqual([200, 200, 200, 200, 200, 200, 429]);
    await sql("delete from rate_limits where key like 'sign-up-again:%'");
    const others = await Promise.all(
      Array.from({ length: 6 }, () => browser.post('/api/SignUp/Confirmation', { email })),
    );
    expect(others.map(({ statusCode }) => statusCode)).toContain(429);
  });

  test('is rejected for a browser that sent no form, and for an invalid address', async () => {
    const email = await sentForm();
    const stranger = await freshVisitor(portal);
    expect((await resend(email, stranger)).statusCode).toBe(404);
    expect((await stranger.get('/api/SignUp/Confirmation')).statusCode).toBe(404);
    expect((await resend('nobody')).json()).toMatchObject({ propertyErrors: { email: [expect.any(String)] } });
    expect(await listTemplates(email)).toEqual(['welcome']);
  });

  test('by a browser without a form does not count for the address', async () => {
    const email = newEmail();
    for (let count = 0; count < 7; count += 1) expect((await resend(email)).statusCode).toBe(404);
    await sentForm({}, email);
  });
});

describe('the link of a sign-up', () => {
  const confirm =
    (token: string | undefined, who = browser) =>
    () =>
      who.post('/api/ConfirmEmail', { token });

  test('that is used while the address is corrected does not bring the former address back', async () => {
    const email = await sentForm();
    const right = newEmail();
    const answers = await during(
      ['update users set email = $1, login = $1 where email = $2', [right, email]],
      [confirm(await latestToken(email))],
    );
    expect(answers).toMatchObject([{ code: 'LinkExpired' }]);
    expect(await sql('select email, email_confirmed_at from users where login = $1', [right])).toEqual([
      { email: right, email_confirmed_at: null },
    ]);
  });

  test('signs in once, even if it is used twice at the same time', async () => {
    const email = await sentForm();
    const token = await latestToken(email);
    const answers = await during(
      ['select id from users where email = $1 for update', [email]],
      [confirm(token), confirm(token, browser.at(portal.app.http))],
    );
    expect(answers.map((answer) => answer.email)).toEqual([email, email]);
    expect(answers.filter(({ signIn }) => signIn !== null)).toHaveLength(1);
  });

  test('that is used before a correction has changed the account keeps the confirmed address', async () => {
    const email = await paidForm();
    const token = await latestToken(email);
    const wrong = newEmail();
    expect((await browser.post('/api/SignUp/Confirmation', { email: wrong })).statusCode).toBe(200);
    expect((await browser.post('/api/ConfirmEmail', { token })).json()).toMatchObject({ email });
    await runDueJobs(portal);
    expect(await outcome()).toMatchObject({ email, isConfirmed: true });
    expect((await portal.stripe.customers.list({ email: wrong })).data).toEqual([]);
    expect(await listTemplates(wrong)).toEqual([]);
  });

  test('leads to the order in this browser until its user signs out', async () => {
    const email = await paidForm();
    await browser.post('/api/ConfirmEmail', { token: await latestToken(email) });
    expect(await outcome()).toMatchObject({ email, receipt: { amountPaid: 4_000 } });
    expect((await browser.post('/signout')).statusCode).toBe(200);
    expect(await outcome()).toBeNull();
  });
});

describe('correcting the address of a form that paid nothing', () => {
  test.each([
    ['an unknown address', newEmail()],
    ['a known address', known],
  ])('of %s moves the sign-up, and looks the same', async (_, first) => {
    await sql("delete from mail_messages where recipient = 'owner@acme.example'");
    await sentForm(oneTrial, first);
    const right = newEmail();
    expect((await resend(right)).json()).toEqual({ email: right, sentAt: expect.any(String), secondsLeft: 30 });
    expect(await outcome()).toMatchObject({ email: right, isConfirmed: false, isCorrectable: true });
    expect(await listTemplates(right)).toEqual(['welcome']);
    const confirmed = await browser.post('/api/ConfirmEmail', { token: await latestToken(right) });
    expect(confirmed.json()).toMatchObject({ email: right, signIn: { redirectUrl: '/' } });
    const activity = (await browser.get('/api/profile/Activity')).json().items;
    expect(activity.map(({ kind }: { kind: string }) => kind)).toEqual([
      'signIn',
      'emailConfirmed',
      'accountRegistered',
      'registrationBegun',
    ]);
    const [license] = await sql(
      'select count(*)::int as count from licenses where account_id = (select account_id from users where email = $1)',
      [right],
    );
    expect(license).toEqual({ count: 1 });
  });

  test('to a known address changes nothing in its account, and mails its user', async () => {
    await sql("delete from mail_messages where recipient = 'owner@acme.example'");
    const email = await sentForm();
    const token = await latestToken(email);
    expect((await resend(known)).json()).toEqual({ email: known, sentAt: expect.any(String), secondsLeft: 30 });
    expect(await outcome()).toMatchObject({ email: known, isConfirmed: false, isCorrectable: true });
    expect(await listTemplates(known)).toEqual(['signUpKnown']);
    expect(await ownersOf(email)).toEqual([]);
    expect((await browser.post('/api/ConfirmEmail', { token })).json().code).toBe('LinkExpired');
    const right = newEmail();
    await resend(right);
    expect(await listTemplates(right)).toEqual(['welcome']);
  });

  test('is rejected once the address is confirmed, and does not change that account', async () => {
    const email = await sentForm();
    await sql('update users set email_confirmed_at = now() where email = $1', [email]);
    const other = newEmail();
    await resend(other);
    expect(await listTemplates(other)).toEqual([]);
    expect(await ownersOf(email)).toHaveLength(1);
  });
});

test('correcting the address of a form that paid nothing keeps an account that has paid since', async () => {
  const email = await paidForm();
  const [before] = await ownersOf(email);
  await sql('update sign_up_outcomes set is_paid = false where email = $1', [email]);
  const right = newEmail();
  await resend(right);
  expect(await ownersOf(right)).toEqual([before]);
});

describe('correcting the address of a paid order', () => {
  test('changes the owner’s address, voids the former links, and keeps the receipt', async () => {
    const email = await paidForm();
    const former = await latestToken(email);
    const [before] = await ownersOf(email);
    const right = newEmail();
    expect((await resend(right)).statusCode).toBe(200);
    expect(await ownersOf(right)).toEqual([before]);
    expect(await listTemplates(right)).toEqual(['confirmSignUp']);
    expect((await browser.post('/api/ConfirmEmail', { token: former })).json().code).toBe('LinkExpired');
    expect(await outcome()).toMatchObject({ email: right, receipt: { amountPaid: 4_000 } });
    const confirmed = await browser.post('/api/ConfirmEmail', { token: await latestToken(right) });
    expect(confirmed.json()).toMatchObject({ signIn: { redirectUrl: '/Confirmation?product=desktop' } });
    await runDueJobs(portal);
    expect((await portal.stripe.customers.list({ email: right })).data).toHaveLength(1);
  });

  test('to a known address mails its user, removes the former address, and can be repeated', async () => {
    await sql("delete from mail_messages where recipient = 'owner@acme.example'");
    const email = await paidForm();
    expect((await resend(known)).json()).toEqual({ email: known, sentAt: expect.any(String), secondsLeft: 30 });
    const [mail] = await listMailsTo(portal, known);
    expect(mail).toMatchObject({ template: 'signUpKnown', data: { hasOrder: true } });
    expect(await ownersOf(email)).toEqual([]);
    expect(await outcome()).toMatchObject({ email: known, isConfirmed: false, receipt: { amountPaid: 4_000 } });
    await resend(email);
    expect(await ownersOf(email)).toHaveLength(1);
    expect(await listTemplates(email)).toEqual(['welcome', 'confirmSignUp']);
  });

  test('is impossible if the address was known, because nothing was paid', async () => {
    await sentForm(await buyingForm(portal, browser, ''), known);
    expect((await resend(newEmail())).statusCode).toBe(404);
    await passPause();
    expect((await resend(known)).statusCode).toBe(200);
  });
});

test('watches for the first device after a paid order only', async () => {
  const watch = async () => (await browser.get('/api/SignUp/Confirmation')).json();
  const addDevice = (email: string) =>
    sql(
      `insert into devices (account_id, license_id, name, hardware_id, status, first_seen_at)
       select l.account_id, l.id, 'FRONT-DESK-01', 'AB-1', 1, now() from licenses l join users u using (account_id) where u.email = $1`,
      [email],
    );
  const paid = await paidForm();
  expect(await watch()).toEqual({ isConfirmed: false, firstDevice: null });
  await addDevice(paid);
  expect(await watch()).toEqual({ isConfirmed: false, firstDevice: 'FRONT-DESK-01' });
  await addDevice(await sentForm(oneTrial));
  expect(await watch()).toEqual({ isConfirmed: false, firstDevice: null });
});

test('deletes the outcome of a form when it is no longer shown', async () => {
  await sentForm(oneTrial);
  await sql("update sign_up_outcomes set expires_at = now() - interval '1 second'");
  expect(await outcome()).toBeNull();
  await enqueue(portal.database.query, { name: 'sign-up-purge', maxAttempts: 1 }, {});
  await runDueJobs(portal);
  expect(await sql('select 1 from sign_up_outcomes')).toEqual([]);
});
