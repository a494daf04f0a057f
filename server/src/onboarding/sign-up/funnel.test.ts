import { signUpVisitSteps } from '@portico/contract';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { countReached } from './funnel.ts';
import {
  authenticationCard,
  buyingForm,
  newCard,
  newEmail,
  personFields,
  postForm,
  visitor,
} from './sign-up.test-support.ts';
import { deleteOldVisits, recordVisitStep } from './visits.queries.ts';

let portal: FullPortal;
let operator: Browser;

beforeAll(async () => {
  portal = await startFullPortal({ mode: 'demo' });
  operator = await portal.signIn('operator@portico.example');
});

beforeEach(async () => {
  await portal.database.pool.query('delete from rate_limits');
  await portal.database.pool.query('delete from sign_up_visits');
});

const today = new Date().toISOString().slice(0, 10);
const daysBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const funnel = (query = `from=${today}&to=${today}`) => operator.get(`/api/Operator/SignUps?${query}`);

/** Inserts visits that began `days` ago and ended at a step. */
async function ended(step: string, { days = 0, count = 1, companyId = 1, productId = 'desktop' } = {}): Promise<void> {
  await portal.database.pool.query(
    `insert into sign_up_visits (visit, step, day, company_id, product_id)
     select gen_random_uuid(), $1, $2::date, $3, $4 from generate_series(1, $5)`,
    [step, daysBefore(days), companyId, productId, count],
  );
}

test('returns how many visits reached each step', () => {
  const reached = countReached(
    new Map([
      ['email', 3],
      ['checkout', 2],
      ['registered', 1],
    ]),
  );
  expect(Object.keys(reached)).toEqual([...signUpVisitSteps]);
  expect(reached).toMatchObject({ email: 6, mainInfo: 3, checkout: 3, confirm: 1, submitted: 1, registered: 1 });
  expect(countReached(new Map())).toMatchObject({ email: 0, registered: 0 });
});

test('stores the furthest step of a visit, from the first to the registered account', async () => {
  const browser = await visitor(portal.app.http);
  const visit = '00000000-0000-4000-8000-000000000001';
  const recordStep = (step: string, product?: string) =>
    browser.post('/api/SignUp/Visits', { visit, step, ...(product && { product }) });
  expect((await recordStep('email')).statusCode).toBe(200);
  expect((await recordStep('plans', 'desktop')).statusCode).toBe(200);
  // A visitor who goes back keeps the furthest step.
  expect((await recordStep('email')).statusCode).toBe(200);
  expect((await recordStep('submitted')).statusCode, 'only the server records this step').toBe(422);
  expect((await funnel()).json().items).toEqual([
    { day: today, steps: expect.objectContaining({ email: 1, plans: 1, customizePlan: 0, registered: 0 }) },
  ]);
  const done = await postForm(browser, { ...personFields, email: newEmail() }, `?visit=${visit}&product=desktop`);
  expect(done.statusCode, done.body).toBe(303);
  const report = (await funnel()).json();
  expect(report.items).toEqual([
    { day: today, steps: expect.objectContaining({ email: 1, submitted: 1, registered: 1 }) },
  ]);
  expect(report.sums).toEqual(report.items[0].steps);
  const kept = await portal.database.pool.query('select * from sign_up_visits');
  expect(kept.rows).toHaveLength(1);
  expect(Object.keys(kept.rows[0]), 'no column identifies the visitor').toEqual([
    'visit',
    'step',
    'day',
    'company_id',
    'product_id',
  ]);
});

test('returns days and sums by brand and product, in pages', async () => {
  await ended('email', { days: 0, count: 2 });
  await ended('checkout', { days: 1, count: 3, productId: 'cloud' });
  const other = await portal.database.pool.query(
    `insert into companies (name, slug) values ('Northgate', 'northgate-funnel') returning id`,
  );
  const companyId = Number(other.rows[0].id);
  await ended('registered', { days: 2, companyId });
  const range = `from=${daysBefore(2)}&to=${today}`;
  const all = (await funnel(range)).json();
  expect(all.items.map(({ day }: { day: string }) => day)).toEqual([today, daysBefore(1), daysBefore(2)]);
  expect(all.sums).toMatchObject({ email: 6, checkout: 4, registered: 1 });
  const second = (await funnel(`${range}&pageSize=2&page=2`)).json();
  expect(second).toMatchObject({ total: 3, totalPages: 2, items: [{ day: daysBefore(2) }], sums: all.sums });
  expect((await funnel(`${range}&productId=cloud`)).json().sums).toMatchObject({ email: 3, registered: 0 });
  expect((await funnel(`${range}&companyId=${companyId}`)).json().sums).toMatchObject({ email: 1, registered: 1 });
  expect((await funnel(`${range}&companyId=${companyId}&productId=cloud`)).json()).toMatchObject({
    items: [],
    total: 0,
  });
  expect(all.companies).toContainEqual({ id: companyId, name: 'Northgate' });
  expect(all.products.map(({ id }: { id: string }) => id)).toContain('cloud');
});

test('exports the same rows as a file, in the reader’s language', async () => {
  await ended('email', { count: 2 });
  const file = await operator.get(`/Reports/SignUpsReport?format=csv&from=${today}&to=${today}`);
  expect(file.statusCode, file.body).toBe(200);
  const [head, row] = file.body.split('\n');
  expect(head).toContain('Day (UTC),Mail address,');
  expect(row?.trim()).toBe(`${today},2,0,0,0,0,0,0,0,0,0,0,0`);
});

test('rejects a range that is reversed, too long or invalid', async () => {
  const reversed = await funnel(`from=${today}&to=${daysBefore(1)}`);
  expect(reversed.statusCode).toBe(422);
  expect(reversed.json().propertyErrors).toEqual({ to: ['The start cannot be after the end.'] });
  expect((await funnel(`from=${daysBefore(731)}&to=${today}`)).statusCode).toBe(422);
  expect((await funnel(`from=${daysBefore(730)}&to=${today}`)).statusCode).toBe(200);
  expect((await funnel('from=yesterday&to=today')).statusCode).toBe(400);
  const file = await operator.get(`/Reports/SignUpsReport?format=csv&from=${today}&to=${daysBefore(1)}`);
  expect(file.statusCode).toBe(422);
});

test('rejects everyone except operators', async () => {
  const owner = await portal.signIn('owner@acme.example');
  const path = `/api/Operator/SignUps?from=${today}&to=${today}`;
  expect((await owner.get(path)).statusCode).toBe(403);
  expect((await owner.get('/api/Operator/SignUps/Unregistered')).statusCode).toBe(403);
  expect((await new Browser(portal.app.http).get('/api/Operator/SignUps/Unregistered')).statusCode).toBe(401);
  expect((await new Browser(portal.app.http).get(path)).statusCode).toBe(401);
  expect((await owner.get(`/Reports/SignUpsReport?format=csv&from=${today}&to=${today}`)).statusCode).toBe(403);
});

test('lists people who posted the form without registering, with the reason in the reader’s language', async () => {
  await portal.database.pool.query('delete from sign_up_registrations');
  const [failed, waiting, mended] = [newEmail(), newEmail(), newEmail()];
  const declined = async (email: string) => {
    const browser = await visitor(portal.app.http);
    const card = await newCard(portal, browser, 'pm_card_chargeCustomerFail');
    expect((await postForm(browser, await buyingForm(portal, browser, email, card))).statusCode).toBe(402);
  };
  await declined(mended);
  const again = await postForm(await visitor(portal.app.http), { ...personFields, email: mended });
  expect(again.statusCode).toBe(303);
  await declined(failed.toUpperCase());
  await declined(failed);
  const browser = await visitor(portal.app.http);
  await postForm(browser, await buyingForm(portal, browser, waiting, await authenticationCard(portal)));

  const path = '/api/Operator/SignUps/Unregistered';
  const report = (await operator.get(path)).json();
  expect(report).toMatchObject({ total: 2, page: 1, pageSize: 5 });
  expect(report.items).toEqual([
    {
      id: expect.any(String),
      email: waiting,
      state: 'waiting',
      reason: null,
      companyName: 'Veriscan',
      productName: 'Desktop',
      at: expect.stringMatching(/Z$/),
    },
    expect.objectContaining({ email: failed, state: 'failed', reason: 'Your card was declined.' }),
  ]);
  const second = (await operator.get(`${path}?pageSize=1&page=2&companyId=1&productId=desktop`)).json();
  expect(second.items.map(({ email }: { email: string }) => email)).toEqual([failed]);
  expect((await operator.get(`${path}?productId=cloud`)).json().total).toBe(0);
  operator.cookies.portico_locale = 'fr';
  const french = (await operator.get(path)).json().items[1];
  operator.cookies.portico_locale = 'en';
  expect(french.reason).toMatch(/carte/);
  expect((await operator.get(`${path}?page=0`)).statusCode).toBe(400);
});

test('keeps a visit for 400 days', async () => {
  await ended('email', { days: 400 });
  await ended('email', { days: 401 });
  await deleteOldVisits(portal.database.query);
  const { rows } = await portal.database.pool.query('select day::text from sign_up_visits');
  expect(rows).toEqual([{ day: daysBefore(400) }]);
});

test('stores one row for a visit with concurrent steps', async () => {
  const visit = '00000000-0000-4000-8000-000000000002';
  await Promise.all(
    signUpVisitSteps.map((step) =>
      recordVisitStep(portal.database.query, { visit, step, companyId: 1, productId: step === 'plans' ? 'cloud' : '' }),
    ),
  );
  const { rows } = await portal.database.pool.query('select step from sign_up_visits');
  expect(rows).toEqual([{ step: 'registered' }]);
});

test('counts visits with an index alone, without reading the table', async () => {
  await ended('plans', { count: 3_000 });
  await ended('email', { days: 60, count: 3_000 });
  const client = await portal.database.pool.connect();
  try {
    await client.query('vacuum analyze sign_up_visits');
    await client.query('set enable_seqscan = off');
    await client.query('set enable_bitmapscan = off');
    const { rows } = await client.query(
      `explain select day, step, count(*) from sign_up_visits where day between '${today}' and '${today}' group by day, step`,
    );
    expect(JSON.stringify(rows)).toContain('Index Only Scan using sign_up_visits_day_idx');
  } finally {
    await client.query('reset all');
    client.release();
  }
});
