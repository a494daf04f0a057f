import { beforeAll, describe, expect, test } from 'vitest';
import { type FullPortal, startFullPortal, testSecret } from '../../../test/full-portal.ts';
import { createNoticeMail } from '../../../test/notice-mail.ts';
import { decliningCard } from '../../../test/operation-case.ts';
import {
  attachCard,
  newPerson,
  newPersonOnClock,
  openInvoice,
  type Person,
  subscribe,
} from '../../../test/operation-person.ts';
import { createCatalog } from '../../catalog/index.ts';
import { readConfig } from '../../core/config.ts';
import { sendCardExpiryNotices } from './card-notices.ts';
import type { LatePaymentsContext } from './late-payments.context.ts';
import { wasFailureMailed } from './late-payments.routes.ts';
import { sendPaymentNotices } from './payment-notices.ts';

let portal: FullPortal;
let context: LatePaymentsContext;

beforeAll(async () => {
  portal = await startFullPortal();
  const { database, app } = portal;
  const config = readConfig({ DATABASE_URL: database.url, APP_SECRET: testSecret });
  const mail = createNoticeMail(database, config);
  context = { config, database, gateway: app.gateway, mail, catalog: createCatalog({ database }) };
});

const sendNotices = (now = new Date()) => sendPaymentNotices(context, now);

/** The mails about payments to a person's account, the oldest first. */
async function listMails({ accountId }: Person) {
  const { rows } = await portal.database.pool.query<{ template: string; recipient: string; data: unknown }>(
    'select template, recipient, data from mail_messages where account_id = $1 order by id',
    [accountId],
  );
  return rows;
}
const listTemplates = async (person: Person) => (await listMails(person)).map(({ template }) => template);

async function refresh(stripeId: string, invoice: string) {
  const { mirror } = portal.app.gateway;
  await mirror.refresh('subscription', stripeId);
  await mirror.refresh('invoice', invoice);
}

/** A person whose card was declined for three seats of a subscription. */
async function debtor() {
  const person = await newPerson(portal);
  const { stripeId, id } = await subscribe(person);
  const [item] = (await portal.stripe.subscriptions.retrieve(stripeId)).items.data;
  const late = await portal.stripe.subscriptions.update(stripeId, {
    default_payment_method: await attachCard(person, decliningCard),
    items: [{ id: item?.id ?? '', quantity: 3 }],
    proration_behavior: 'always_invoice',
  });
  const invoice = String(late.latest_invoice);
  await refresh(stripeId, invoice);
  const [charge] = (await portal.stripe.charges.list({ customer: person.customerId, limit: 1 })).data;
  await portal.app.gateway.mirror.refresh('charge', charge?.id ?? '');
  return { person, id, stripeId, invoice };
}

describe('a failed payment', () => {
  test('is mailed once with card, amount and next try, however often and by however many processes the job runs', async () => {
    const { person, invoice } = await debtor();
    await Promise.all([sendNotices(), sendNotices(), sendNotices()]);
    await sendNotices();
    expect(await listMails(person)).toMatchObject([
      {
        template: 'paymentFailed',
        recipient: person.email,
        data: {
          productName: 'Cloud',
          planName: 'Team',
          amount: 6_000,
          currency: 'usd',
          card: 'Visa ••••\u00a00341',
          nextTry: expect.any(String),
          path: `/Billing/Invoices/${invoice}/Details?pay=true`,
        },
      },
    ]);
  });

  test('is not mailed if it was paid in the meantime, even if the mirror does not know it yet', async () => {
    const { person, invoice } = await debtor();
    await portal.stripe.invoices.pay(invoice, { paid_out_of_band: true });
    await sendNotices();
    expect(await listTemplates(person)).toEqual([]);
  });

  test('is mailed for an invoice that was sent, once it is overdue (LATE-3)', async () => {
    const person = await newPerson(portal);
    await openInvoice(person, { isSent: true });
    await sendNotices();
    expect(await listTemplates(person)).toEqual([]);
    await sendNotices(new Date(Date.now() + 31 * 86_400_000));
    expect(await listMails(person)).toMatchObject([
      { template: 'paymentFailed', data: { amount: 1_234, card: null, dueDate: expect.any(String) } },
    ]);
    // Paid, so that the notices of other tests do not include it.
    const [sent] = (await portal.stripe.invoices.list({ customer: person.customerId })).data;
    await portal.stripe.invoices.pay(sent?.id ?? '', { paid_out_of_band: true });
    await portal.app.gateway.mirror.refresh('invoice', sent?.id ?? '');
  });

  test('is followed by a receipt once it is paid, but by no other notice', async () => {
    const { person, invoice } = await debtor();
    expect(await wasFailureMailed(portal.database.query, invoice)).toBe(false);
    await sendNotices();
    expect(await wasFailureMailed(portal.database.query, invoice)).toBe(true);
    const payment = { paymentMethodId: await attachCard(person, 'pm_card_mastercard'), keepCard: true };
    await person.browser.post(`/api/Subscription/invoices/${invoice}/Pay`, payment);
    await sendNotices();
    expect(await listTemplates(person)).toEqual(['paymentFailed']);
  });

  test('is mailed again before its last try, by the time of a test clock', async () => {
    const { person, pass } = await newPersonOnClock(portal);
    const { stripeId } = await subscribe(person);
    await portal.stripe.subscriptions.update(stripeId, {
      default_payment_method: await attachCard(person, decliningCard),
    });
    const day = 86_400;
    await pass(32 * day);
    const invoice = String((await portal.stripe.subscriptions.retrieve(stripeId)).latest_invoice);
    await refresh(stripeId, invoice);
    await sendNotices();
    expect(await listTemplates(person)).toEqual(['paymentFailed']);
    // Tries after 3 and 5 days were made; the last one comes in a week.
    const time = await pass(8 * day + 7_200);
    await refresh(stripeId, invoice);
    await sendNotices();
    expect(await listTemplates(person)).toEqual(['paymentFailed']);
    const { next_payment_attempt: last } = await portal.stripe.invoices.retrieve(invoice);
    await pass(Number(last) - time - day);
    await sendNotices();
    await sendNotices();
    expect(await listTemplates(person)).toEqual(['paymentFailed', 'paymentLastTry']);
  });
});

describe('a notice of a card', () => {
  test('is mailed once in the month before the card expires, if the card pays for a renewal', async () => {
    const person = await newPerson(portal);
    await subscribe(person);
    const idle = await newPerson(portal);
    const { data } = await portal.stripe.customers.listPaymentMethods(person.customerId);
    const expMonth = data[0]?.card?.exp_month ?? 1;
    const expYear = data[0]?.card?.exp_year ?? 2030;
    const during = new Date(Date.UTC(expYear, expMonth - 1, 10));
    const before = new Date(Date.UTC(expYear, expMonth - 3, 10));
    await sendCardExpiryNotices(context, before);
    expect(await listTemplates(person)).toEqual([]);
    await Promise.all([sendCardExpiryNotices(context, during), sendCardExpiryNotices(context, during)]);
    expect(await listMails(person)).toMatchObject([
      { template: 'cardExpires', data: { card: 'Visa ••••\u00a04242', productNames: 'Cloud' } },
    ]);
    expect(await listTemplates(idle)).toEqual([]);
  });

  test('that is missing is mailed once before the charge', async () => {
    const person = await newPerson(portal);
    const { stripeId } = await subscribe(person);
    const { data } = await portal.stripe.customers.listPaymentMethods(person.customerId);
    for (const { id } of data) {
      await portal.stripe.paymentMethods.detach(id);
      await portal.app.gateway.mirror.refresh('payment_method', id);
    }
    await portal.app.gateway.mirror.refresh('customer', person.customerId);
    await portal.app.gateway.mirror.refresh('subscription', stripeId);
    const inThreeWeeks = new Date(Date.now() + 21 * 86_400_000);
    await sendCardExpiryNotices(context, new Date());
    expect(await listTemplates(person)).toEqual([]);
    await Promise.all([sendCardExpiryNotices(context, inThreeWeeks), sendCardExpiryNotices(context, inThreeWeeks)]);
    expect(await listTemplates(person)).toEqual(['cardMissing']);
  });
});
