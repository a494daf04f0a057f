import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { newPerson, type Person, subscribe } from '../../../test/operation-person.ts';

let portal: FullPortal;
let operator: Browser;
let person: Person;
let browser: Browser;
let id: number;
let stripeId: string;

beforeAll(async () => {
  portal = await startFullPortal();
  operator = await portal.signIn('operator@portico.example');
});

beforeEach(async () => {
  await portal.database.pool.query('delete from cancellation_reasons');
  await portal.database.pool.query('delete from rate_limits');
  person = await newPerson(portal);
  browser = person.browser;
  ({ id, stripeId } = await subscribe(person));
});

const give = (body: object, of = id) => browser.post(`/api/Subscription/${of}/CancellationReason`, body);
const cancel = () => browser.send('DELETE', `/api/Subscription/${id}/Cancel`);
const restore = () => browser.post(`/api/Subscription/${id}/DontCancel`, {});
const list = async (query = '') => (await operator.get(`/api/Operator/CancellationReasons${query}`)).json();
const months = async (query = '') => (await operator.get(`/api/Operator/CancellationReasons/Months${query}`)).json();
const readCancellationDetails = async () => (await portal.stripe.subscriptions.retrieve(stripeId)).cancellation_details;

describe('a cancellation reason', () => {
  test('is stored with its cancellation, sent to Stripe in the same call, and shown to operators', async () => {
    expect((await give({ reason: 'unused', comment: 'We moved <b>on</b> 🙂' })).json()).toEqual({});
    expect(await list()).toMatchObject({ total: 0 });
    expect((await cancel()).json()).toMatchObject({ status: 'succeeded' });
    expect(await readCancellationDetails()).toMatchObject({ feedback: 'unused', comment: 'We moved <b>on</b> 🙂' });
    expect(await list()).toMatchObject({
      total: 1,
      items: [
        {
          account: { id: person.accountId },
          productId: 'cloud',
          planName: 'Team',
          reason: 'unused',
          comment: 'We moved <b>on</b> 🙂',
          outcome: 'canceled',
          amountPerMonth: 3000,
          currency: 'usd',
        },
      ],
    });
    expect(await months()).toMatchObject({
      items: [{ reason: 'unused', currency: 'usd', canceled: 1, lost: 3000, restored: 0, saved: 0 }],
      products: [{ id: 'cloud', name: 'Cloud' }],
    });
  });

  test('is optional, and a skipped one is counted', async () => {
    await cancel();
    expect(await readCancellationDetails()).toMatchObject({ feedback: null });
    expect(await list()).toMatchObject({ items: [{ reason: null, comment: null, outcome: 'canceled' }] });
  });

  test('is replaced by the next click, even if two are simultaneous', async () => {
    const answers = await Promise.all([give({ reason: 'unused' }), give({ reason: 'too_expensive' })]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    await give({ reason: 'too_complex' });
    await cancel();
    await give({ reason: 'other', comment: 'After all' });
    expect(await list()).toMatchObject({ total: 1, items: [{ reason: 'other', comment: 'After all' }] });
  });

  test('does not replace an earlier one from before the subscription was restored, in the portal or at Stripe', async () => {
    await give({ reason: 'unused' });
    await cancel();
    await restore();
    expect(await readCancellationDetails()).toMatchObject({ feedback: null, comment: null });
    await give({ reason: 'low_quality' });
    await cancel();
    await portal.stripe.subscriptions.update(stripeId, { cancel_at_period_end: false });
    await portal.app.gateway.mirror.refresh('subscription', stripeId);
    await cancel();
    expect(
      (await list()).items.map(({ reason, outcome }: { reason: string; outcome: string }) => [reason, outcome]),
    ).toEqual([
      [null, 'canceled'],
      ['low_quality', 'restored'],
      ['unused', 'restored'],
    ]);
    expect((await months()).items.reduce((sum: number, { lost }: { lost: number }) => sum + lost, 0)).toBe(3000);
  });

  test('does not belong to a cancellation more than a day later', async () => {
    await give({ reason: 'unused' });
    await portal.database.pool.query("update cancellation_reasons set given_at = now() - interval '25 hours'");
    await cancel();
    expect(await readCancellationDetails()).toMatchObject({ feedback: null });
    expect(await list()).toMatchObject({ items: [{ reason: null }] });
  });

  test('never prevents the cancellation', async () => {
    expect((await give({ reason: 'bored' })).statusCode).toBe(422);
    expect((await cancel()).json()).toMatchObject({ status: 'succeeded' });
  });

  test.each([
    ['another reason', { reason: 'bored' }],
    ['no reason', { comment: 'x' }],
    ['a comment of 10,000 characters', { reason: 'other', comment: 'x'.repeat(10_000) }],
    ['a comment with NUL', { reason: 'other', comment: 'a\u0000b' }],
    ['a list as comment', { reason: 'other', comment: ['x'] }],
  ])('is refused with %s', async (_, body) => {
    expect((await give(body)).statusCode).toBe(422);
    expect((await portal.database.pool.query('select 1 from cancellation_reasons')).rows).toEqual([]);
  });

  test('may have a comment of 500 characters; an empty comment counts as missing', async () => {
    expect((await give({ reason: 'other', comment: '🙂'.repeat(250) })).statusCode).toBe(200);
    expect((await give({ reason: 'other', comment: '   ' })).statusCode).toBe(200);
    const { rows } = await portal.database.pool.query('select comment from cancellation_reasons');
    expect(rows).toEqual([{ comment: null }]);
  });

  test('is not found for another account, and refused after the end of the subscription', async () => {
    const other = await newPerson(portal);
    const path = `/api/Subscription/${id}/CancellationReason`;
    expect((await other.browser.post(path, { reason: 'unused' })).statusCode).toBe(404);
    await portal.stripe.subscriptions.cancel(stripeId);
    await portal.app.gateway.mirror.refresh('subscription', stripeId);
    expect((await give({ reason: 'unused' })).statusCode).toBe(409);
  });

  test('is listed by product, reason and comment, in pages', async () => {
    await give({ reason: 'unused', comment: 'One' });
    await cancel();
    await restore();
    await give({ reason: 'too_expensive' });
    await cancel();
    expect(await list('?pageSize=1')).toMatchObject({ total: 2, totalPages: 2, items: [{ reason: 'too_expensive' }] });
    expect(await list('?withComment=true')).toMatchObject({ total: 1, items: [{ comment: 'One' }] });
    expect(await list('?reason=too_expensive')).toMatchObject({ total: 1 });
    expect(await list('?productId=desktop')).toMatchObject({ total: 0 });
    expect((await months('?productId=desktop')).items).toEqual([]);
    expect((await operator.get('/api/Operator/CancellationReasons?reason=bored')).statusCode).toBe(400);
    expect((await operator.get('/api/Operator/CancellationReasons?productId=%00')).statusCode).toBe(400);
  });

  test('is exported as a CSV file with the filters of the list', async () => {
    await give({ reason: 'unused', comment: '=1+1' });
    await cancel();
    const month = `${new Date().toISOString().slice(0, 7)}-01`;
    const report = async (query: string, browser = operator) =>
      browser.get(`/Reports/CancellationsReport?format=csv${query}`);
    const response = await report(`&month=${month}`);
    expect(response.headers['content-disposition']).toBe('attachment; filename="cancellations.csv"');
    const [head, row, ...rest] = response.body.trim().split('\n');
    expect(head).toContain('Account,Product,Plan,Reason,Comment,Outcome,Paid a month,Currency');
    expect(row).toContain(",Cloud,Team,Not used enough,'=1+1,Canceled,30.00,USD");
    expect(rest).toEqual([]);
    expect((await report('&month=2020-01-01')).body.trim().split('\n')).toHaveLength(1);
    expect(await list(`?month=${month}`)).toMatchObject({ total: 1 });
    expect(await list('?month=2020-01-01')).toMatchObject({ total: 0 });
    expect((await operator.get('/api/Operator/CancellationReasons?month=2020-01-02')).statusCode).toBe(400);
    expect((await report('', browser)).statusCode).toBe(403);
  });
});
