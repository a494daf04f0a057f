import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { testSecret } from '../../../test/full-portal.ts';
import { insertLicense } from '../../../test/licenses.ts';
import { createNoticeMail } from '../../../test/notice-mail.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import type { Product } from '../../catalog/index.ts';
import { readConfig } from '../../core/config.ts';
import type { MailTemplateName } from '../../core/mail/index.ts';
import { listNoticeContacts } from '../billing-recipients/receivers.ts';
import type { ExpiryNoticesContext } from './expiry-notices.context.ts';
import { sendExpiryNotices } from './send-expiry-notices.ts';

const database = await createTestDatabase();
const { pool } = database;
const accountId = 2;
const contactUrl = 'mailto:sales@veriscan.example';
const end = new Date('2026-12-22T09:00:00Z');

let products: Map<string, Product>;
let context: ExpiryNoticesContext;

beforeAll(async () => {
  await seedDemonstrationPeople(database);
  await pool.query("update users set locale = 'fr' where email = 'admin@acme.example'");
  const config = { ...readConfig({ DATABASE_URL: database.url, APP_SECRET: testSecret }), contactUrl };
  context = {
    config,
    database,
    mail: createNoticeMail(database, config),
    catalog: { findProducts: async () => products },
    listNoticeContacts,
  };
});

beforeEach(async () => {
  products = new Map([
    ['cloud', { displayName: { en: 'Cloud', fr: 'Nuage' }, noticeDays: null } as unknown as Product],
  ]);
  await pool.query('truncate expiry_notices, mail_messages, billing_recipients cascade');
  await pool.query('delete from licenses');
  await pool.query('delete from subscriptions');
  await pool.query('update accounts set notice_days = null, disabled_at = null, disabled_reason = null');
});

const daysBefore = (days: number, of = end) => new Date(of.getTime() - days * 86_400_000);

interface Sent {
  readonly template: MailTemplateName;
  readonly recipient: string;
  readonly locale: string;
  readonly data: Record<string, unknown>;
}

async function mails(): Promise<Sent[]> {
  const { rows } = await pool.query('select template, recipient, locale, data from mail_messages order by id');
  return rows;
}

/** The remaining days in the owner's mails. */
const listMailedDays = async () =>
  (await mails()).filter(({ recipient }) => recipient === 'owner@acme.example').map(({ data }) => data.daysLeft);

const license = (expiresAt: Date | null = end, of = accountId) =>
  insertLicense(database, of, {
    productId: 'cloud',
    number: `L-${Math.random()}`,
    startsAt: daysBefore(365),
    expiresAt,
  });

interface Subscribed {
  readonly status: string;
  readonly trial: boolean;
  readonly amount: number;
  readonly cancelAt: Date | null;
  readonly since: Date;
}

async function subscription(change: Partial<Subscribed> = {}): Promise<void> {
  const { status = 'active', trial = false, amount = 3_000, cancelAt = null, since = daysBefore(365) } = change;
  await pool.query(
    `insert into subscriptions (account_id, stripe_subscription_id, product_id, plan_id, price_plan_id, quantity, status, trial, started_at,
       period_started_at, expires_at, cancel_at, amount, currency, interval, interval_count, items)
     values ($1, 'sub_' || random(), 'cloud', 'basic', 'yearly', 1, $2, $3, $4, $4, $5, $6, $7, 'usd', 'Year', 1, '[]')`,
    [accountId, status, trial, since, end, cancelAt, amount],
  );
}

/** Runs the job daily, beginning so many days before the end. */
async function runDaily(from: number, of = end): Promise<void> {
  for (let days = from; days >= 0; days--) await sendExpiryNotices(context, daysBefore(days, of));
}

describe('the notice of a license without a subscription', () => {
  test('is mailed 30, 7 and 1 days before its end to the owner and the admins, each in their language', async () => {
    await license();
    await runDaily(60);
    expect(await listMailedDays()).toEqual([30, 7, 1]);
    const [first, second] = await mails();
    expect(first).toMatchObject({ template: 'licenseEnds', recipient: 'owner@acme.example', locale: 'en' });
    expect(first?.data).toMatchObject({
      productName: 'Cloud',
      contact: 'sales@veriscan.example',
      path: expect.any(String),
    });
    expect(second).toMatchObject({ recipient: 'admin@acme.example', locale: 'fr', data: { productName: 'Nuage' } });
    expect(await mails()).toHaveLength(6);
  });

  test('is mailed once per notice day, however often and by however many processes the job runs', async () => {
    await license();
    for (let round = 0; round < 20; round++) {
      await Promise.all(Array.from({ length: 5 }, () => sendExpiryNotices(context, daysBefore(30))));
    }
    expect(await listMailedDays()).toEqual([30]);
    await Promise.all(Array.from({ length: 100 }, () => sendExpiryNotices(context, daysBefore(6))));
    expect(await listMailedDays()).toEqual([30, 6]);
  });

  test('is mailed again if its end moves', async () => {
    const { id } = await license();
    await runDaily(40);
    const next = new Date(end.getTime() + 365 * 86_400_000);
    await pool.query('update licenses set expires_at = $2 where id = $1', [id, next]);
    await runDaily(40, next);
    expect(await listMailedDays()).toEqual([30, 7, 1, 30, 7, 1]);
  });

  test('is mailed only once after the job was down', async () => {
    await license();
    await sendExpiryNotices(context, daysBefore(5));
    await runDaily(4);
    expect(await listMailedDays()).toEqual([5, 1]);
  });

  test('is not mailed if the license never ends or has ended, or the account is disabled', async () => {
    await license(null);
    await license(daysBefore(400));
    const { id } = await license();
    await pool.query("update accounts set disabled_at = now(), disabled_reason = 'unpaid' where id = $1", [accountId]);
    await runDaily(40);
    expect(await mails()).toEqual([]);
    await pool.query('update licenses set status = 3 where id = $1', [id]);
    await pool.query('update accounts set disabled_at = null, disabled_reason = null');
    await runDaily(40);
    expect(await mails()).toEqual([]);
  });
});

describe('the notice days', () => {
  test('are the account’s, otherwise the product’s', async () => {
    await license();
    products.set('cloud', { displayName: { en: 'Cloud' }, noticeDays: [14] } as unknown as Product);
    await runDaily(40);
    expect(await listMailedDays()).toEqual([14]);
    await pool.query('truncate expiry_notices, mail_messages cascade');
    await pool.query("update accounts set notice_days = '{60,1}' where id = $1", [accountId]);
    await runDaily(70);
    expect(await listMailedDays()).toEqual([60, 1]);
  });

  test('can be empty', async () => {
    await license();
    await pool.query("update accounts set notice_days = '{}' where id = $1", [accountId]);
    await runDaily(40);
    expect(await mails()).toEqual([]);
  });
});

describe('the notice of a subscription', () => {
  test('that renews contains the subscription’s price', async () => {
    await subscription();
    await runDaily(40);
    expect(await listMailedDays()).toEqual([30, 7, 1]);
    expect((await mails())[0]).toMatchObject({
      template: 'renewalAhead',
      data: { amount: 3_000, at: end.toISOString() },
    });
  });

  test('that renews monthly is mailed once', async () => {
    await subscription({ since: daysBefore(30) });
    await runDaily(30);
    expect(await listMailedDays()).toEqual([7]);
  });

  test('that was canceled reports the end, and the renewal once it is restored', async () => {
    await subscription({ cancelAt: end });
    await sendExpiryNotices(context, daysBefore(30));
    await pool.query('update subscriptions set cancel_at = null');
    await sendExpiryNotices(context, daysBefore(7));
    const templates = (await mails()).map(({ template }) => template);
    expect(templates).toEqual(['subscriptionEnds', 'subscriptionEnds', 'renewalAhead', 'renewalAhead']);
  });

  test('in trial reports the trial’s end and the later price', async () => {
    await subscription({ status: 'trialing', trial: true, since: daysBefore(14) });
    await runDaily(14);
    expect(await listMailedDays()).toEqual([7, 1]);
    expect((await mails())[0]).toMatchObject({ template: 'trialEnds', data: { amount: 3_000 } });
  });

  test('that is past due is not mailed, because of the mails about late payments', async () => {
    await subscription({ status: 'past_due' });
    await runDaily(40);
    expect(await mails()).toEqual([]);
  });
});

describe('contacts without a login', () => {
  const contact = (email: string, state: string, receives: boolean) =>
    pool.query(
      `insert into billing_recipients (account_id, email, name, locale, state, link_hash, link_until, receives_notices)
       values ($1, $2, 'Books', 'fr', $3, $4, now(), $5)`,
      [accountId, email, state, Buffer.from(email), receives],
    );

  test('get notices if they confirmed, with a link to leave and none to sign in', async () => {
    await contact('asked@acme.example', 'confirmed', true);
    await contact('only-invoices@acme.example', 'confirmed', false);
    await contact('waits@acme.example', 'waiting', true);
    await contact('OWNER@acme.example', 'confirmed', true);
    await license();
    await sendExpiryNotices(context, daysBefore(30));
    const sent = await mails();
    expect(sent.map(({ recipient }) => recipient)).toEqual([
      'owner@acme.example',
      'admin@acme.example',
      'asked@acme.example',
    ]);
    expect(sent[2]).toMatchObject({
      locale: 'fr',
      data: { path: null, leavePath: expect.stringContaining('/StopInvoiceMail?language=fr#') },
    });
  });
});
