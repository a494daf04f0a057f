import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { newEmail, pageState, personFields, postForm, visitor } from './sign-up.test-support.ts';

vi.setConfig({ testTimeout: 120_000 });

let portal: FullPortal;

beforeAll(async () => {
  portal = await startFullPortal({ mode: 'demo' });
});

beforeEach(async () => {
  await portal.database.pool.query('delete from rate_limits');
});

/** Posts `count` forms, some of them concurrently. @param make returns a form's browser and address */
async function postMany(
  count: number,
  make: () => Promise<{ browser: Browser; email: string }>,
): Promise<LightMyRequestResponse[]> {
  const answers: LightMyRequestResponse[] = [];
  while (answers.length < count) {
    const some = Array.from({ length: Math.min(25, count - answers.length) }, async () => {
      const { browser, email } = await make();
      return postForm(browser, { ...personFields, email });
    });
    answers.push(...(await Promise.all(some)));
  }
  return answers;
}

/** A new person with a browser of their own, all behind one address. */
const somebody = async () => ({ browser: await visitor(portal.app.http), email: newEmail() });

async function countAccounts(): Promise<number> {
  const { rows } = await portal.database.pool.query('select count(*)::int as count from accounts');
  return rows[0].count;
}

const countBy = (answers: readonly LightMyRequestResponse[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ statusCode }) => statusCode)].map(([status, all]) => [status, all.length]),
  );

test('accepts 50 people of one office, each at their second try', async () => {
  const before = await countAccounts();
  const people = await Promise.all(Array.from({ length: 50 }, somebody));
  let next = 0;
  const tried = await postMany(50, async () => ({
    ...(people[next++ % 50] as (typeof people)[0]),
    email: 'no address',
  }));
  expect(countBy(tried)).toEqual({ 422: 50 });
  const registered = await postMany(50, async () => people[next++ % 50] as (typeof people)[0]);
  expect(countBy(registered)).toEqual({ 303: 50 });
  expect((await countAccounts()) - before).toBe(50);
});

test('rejects most of 1,000 sign-ups from one address, with the waiting time in the reader’s language', async () => {
  const before = await countAccounts();
  const bot = await visitor(portal.app.http);
  const french = await visitor(portal.app.http);
  french.cookies.portico_locale = 'fr';
  let sent = 0;
  const answers = await postMany(1_000, async () => ({ browser: sent++ % 2 ? french : bot, email: newEmail() }));
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  // At most 120 in each minute; a minute may end during the test.
  expect(answers.length - refused.length).toBeLessThanOrEqual(240);
  expect((await countAccounts()) - before).toBe(answers.length - refused.length);
  const messages = new Set<string>();
  for (const answer of refused) {
    const seconds = Number(answer.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(59);
    for (const message of pageState(answer).modelState[''] ?? []) messages.add(message.replace(/\d+/, '…'));
  }
  expect(messages).toEqual(
    new Set(['Please wait … seconds before registration', 'Veuillez attendre … secondes avant l’inscription']),
  );
  const { preloaded } = await new Browser(portal.app.http).open('/SignUp');
  expect(Date.parse(preloaded.signUp?.blockedTo ?? '')).toBeGreaterThan(Date.now());
});

test('rejects an address after 400 forms in an hour', async () => {
  const bot = await visitor(portal.app.http);
  let accepted = 0;
  for (let minute = 0; minute < 6; minute += 1) {
    await portal.database.pool.query(`delete from rate_limits where key like 'sign-up:%'`);
    const answers = await postMany(100, async () => ({ browser: bot, email: 'no address' }));
    accepted += answers.filter(({ statusCode }) => statusCode === 422).length;
  }
  expect(accepted).toBe(400);
});

test('rejects forms for one mail address from many browsers', async () => {
  const statuses: number[] = [];
  for (let sent = 0; sent < 8; sent += 1) {
    const person = await visitor(portal.app.http);
    statuses.push((await postForm(person, { ...personFields, email: 'owner@globex.example' })).statusCode);
  }
  expect(statuses).toEqual([303, 303, 303, 303, 303, 303, 429, 429]);
  const refused = await postForm(await visitor(portal.app.http), { ...personFields, email: 'owner@globex.example' });
  // The page counts down by itself, with the block of the form's mail address.
  const blockedTo = Date.parse(pageState(refused).signUp?.blockedTo ?? '');
  expect(blockedTo).toBeGreaterThan(Date.now());
  expect(blockedTo).toBeLessThanOrEqual(Date.now() + 59_000);
  const mails = await portal.database.pool.query(
    `select count(*)::int as count from mail_messages where recipient = 'owner@globex.example'`,
  );
  expect(mails.rows[0].count).toBeLessThanOrEqual(3);
});
