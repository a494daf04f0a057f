import type { AttentionItem, UsedEnd } from '@portico/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Browser, signedIn } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { insertLicense } from '../../../test/licenses.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import type { Product } from '../../catalog/index.ts';
import { attentionModule } from './attention.routes.ts';

const database = await createTestDatabase();
await seedDemonstrationPeople(database);
const { pool } = database;
const accountId = 2;
const now = new Date('2026-11-22T12:00:00Z');
const contactUrl = 'mailto:sales@veriscan.example';
const cloud = { displayName: { en: 'Cloud', fr: 'Nuage' }, noticeDays: null } as unknown as Product;
const app = await createTestPortal(database, {
  extend: (portal) => {
    const module = attentionModule({
      database,
      config: { contactUrl, paymentRetries: 4 },
      catalog: {
        findProducts: async () => new Map([['cloud', cloud]]),
        findByStripePrice: async () => new Map(),
        now: () => now,
      },
    });
    for (const route of module.routes ?? []) route.bind(portal);
  },
});

let owner: Browser;
let user: Browser;
let other: Browser;

beforeAll(async () => {
  owner = await signedIn(app, 'owner@acme.example');
  user = await signedIn(app, 'user@acme.example');
  other = await signedIn(app, 'owner@globex.example');
});

beforeEach(async () => {
  for (const table of ['licenses', 'subscriptions', 'product_tokens']) await pool.query(`delete from ${table}`);
  await pool.query('update accounts set notice_days = null');
});

const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
const license = (days: number, more: object = {}) =>
  insertLicense(database, accountId, { productId: 'cloud', number: 'L-1', expiresAt: inDays(days), ...more });

async function subscription({ trial = false, amount = 3_000, canceled = false, days = 5 }): Promise<void> {
  await pool.query(
    `insert into subscriptions (account_id, stripe_subscription_id, product_id, plan_id, price_plan_id, quantity, status, trial, started_at,
       expires_at, cancel_at, amount, currency, interval, interval_count, items)
     values ($1, 'sub_' || random(), 'cloud', 'basic', 'monthly', 1, $2, $3, $4, $5, $6, $7, 'usd', 'Month', 1, '[]')`,
    [accountId, trial ? 'trialing' : 'active', trial, inDays(-9), inDays(days), canceled ? inDays(days) : null, amount],
  );
}

async function items(by = owner): Promise<AttentionItem[]> {
  const answer = await by.get('/api/Billing/Attention');
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().items;
}

async function ends(by = user): Promise<{ items: UsedEnd[]; ask: string[] }> {
  const answer = await by.get('/api/Attention/Ends');
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

describe('an end, for users who see billing', () => {
  test('of a license without a subscription is shown with the vendor’s contact', async () => {
    const { id } = await license(20);
    expect(await items()).toEqual([
      {
        kind: 'licenseEnding',
        licenseId: id,
        licenseNumber: 'L-1',
        productId: 'cloud',
        productName: 'Cloud',
        endsAt: inDays(20).toISOString(),
        hasEnded: false,
        contactUrl,
      },
    ]);
    expect(await items(other)).toEqual([]);
  });

  test('is shown from the first notice day until two weeks after the end', async () => {
    const { id } = await license(31);
    const shownAt = async (days: number) => {
      await pool.query('update licenses set expires_at = $2 where id = $1', [id, inDays(days)]);
      return (await items()).length;
    };
    expect(await shownAt(31)).toBe(0);
    expect(await shownAt(30)).toBe(1);
    expect(await shownAt(-13)).toBe(1);
    expect((await items())[0]).toMatchObject({ hasEnded: true });
    expect(await shownAt(-15)).toBe(0);
    await pool.query("update accounts set notice_days = '{60,7}' where id = $1", [accountId]);
    expect(await shownAt(60)).toBe(1);
    // Users who declined mail still see the end.
    await pool.query("update accounts set notice_days = '{}' where id = $1", [accountId]);
    expect(await shownAt(30)).toBe(1);
  });

  test('is shown for a trial, with its later price, but not for a renewal', async () => {
    await subscription({ trial: true });
    expect(await items()).toMatchObject([{ kind: 'trialEnding', renewalAmount: 3_000, currency: 'usd' }]);
    await pool.query('delete from subscriptions');
    await subscription({ trial: true, amount: 0, canceled: true });
    expect(await items()).toMatchObject([{ kind: 'trialEnding', renewalAmount: null }]);
    await pool.query('delete from subscriptions');
    await subscription({});
    expect(await items()).toEqual([]);
  });

  test('is shown once for a canceled subscription', async () => {
    await subscription({ canceled: true });
    expect((await items()).map(({ kind }) => kind)).toEqual(['ending']);
  });

  test('is not shown for a license of a subscription', async () => {
    await subscription({ days: 20 });
    const { rows } = await pool.query('select id from subscriptions');
    await license(20, { subscriptionId: Number(rows[0].id) });
    expect(await items()).toEqual([]);
  });
});

describe('an expiring token', () => {
  const token = (days: number, more = 'null, null') =>
    pool.query(
      `insert into product_tokens (account_id, product_id, name, token_type, prefix, token_hash, expires_at, overlap_ends_at, disabled_at, disabled_reason)
       select $1, 'cloud', 'Nightly export', 1, 'pts_' || random(), random()::text::bytea, $2, given.*, case when given.disabled is null then null else 'user' end
       from (values (${more.replaceAll('null', 'null::timestamptz')})) as given (overlap, disabled)`,
      [accountId, inDays(days)],
    );

  test('is shown in its last month to users who can replace it', async () => {
    await token(6);
    await token(60);
    expect(await items()).toMatchObject([
      { kind: 'tokenEnding', tokenName: 'Nightly export', productName: 'Cloud', endsAt: inDays(6).toISOString() },
    ]);
    expect(await items(await signedIn(app, 'readonly@acme.example'))).toEqual([]);
  });

  test('is shown from the account’s first notice day', async () => {
    await token(55);
    expect(await items()).toEqual([]);
    await pool.query("update accounts set notice_days = '{60, 7}' where id = $1", [accountId]);
    expect(await items()).toMatchObject([{ kind: 'tokenEnding' }]);
    await pool.query("update accounts set notice_days = '{7}' where id = $1", [accountId]);
    await token(20);
    expect(await items()).toEqual([]);
    await pool.query('update accounts set notice_days = null where id = $1', [accountId]);
    expect(await items()).toMatchObject([{ kind: 'tokenEnding' }]);
  });

  test('is not shown if it is disabled or being replaced', async () => {
    await token(6, 'now(), null');
    await token(6, 'null, now()');
    expect(await items()).toEqual([]);
  });
});

describe('an end, for all users of the account', () => {
  test('is shown without amounts, with the admins who can act', async () => {
    await license(10);
    await subscription({ canceled: true, days: 3 });
    const response = await ends();
    expect(response.items).toEqual([
      {
        kind: 'canceled',
        productId: 'cloud',
        productName: 'Cloud',
        endsAt: inDays(3).toISOString(),
        hasEnded: false,
        goesOn: false,
      },
      expect.objectContaining({ kind: 'license', endsAt: inDays(10).toISOString() }),
    ]);
    const { rows } = await pool.query(
      "select trim(first_name || ' ' || last_name) as name from users where account_id = $1 and (is_owner or is_admin) order by is_owner desc, id",
      [accountId],
    );
    expect(response.ask).toEqual(rows.map(({ name }) => name));
    expect(await ends(other)).toEqual({ items: [], ask: [] });
  });

  test('of a trial shows whether the trial continues by itself', async () => {
    await subscription({ trial: true });
    expect((await ends()).items).toMatchObject([{ kind: 'trial', goesOn: true }]);
  });

  test('is in the user’s language, and hidden from visitors', async () => {
    await license(10);
    const french = await user.get('/api/Attention/Ends', { headers: { 'accept-language': 'fr' } });
    expect(french.json().items[0].productName).toBe('Nuage');
    expect((await new Browser(app).get('/api/Attention/Ends')).statusCode).toBe(401);
    expect((await user.get('/api/Billing/Attention')).statusCode).toBe(403);
  });
});
