import { beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { decliningCard } from '../../../test/operation-case.ts';
import {
  attachCard,
  newPerson,
  newPersonOnClock,
  openInvoice,
  quote,
  subscribe,
} from '../../../test/operation-person.ts';

let portal: FullPortal;
let operator: Browser;

beforeAll(async () => {
  portal = await startFullPortal();
  operator = await portal.signIn('operator@portico.example');
});

const list = async (query = '', browser = operator) => (await browser.get(`/api/Operator/LatePayments${query}`)).json();

/** A person whose card was declined for a number of further seats, at $30 each. */
async function debtor(places: number) {
  const person = await newPerson(portal);
  const { stripeId } = await subscribe(person);
  const [item] = (await portal.stripe.subscriptions.retrieve(stripeId)).items.data;
  const late = await portal.stripe.subscriptions.update(stripeId, {
    default_payment_method: await attachCard(person, decliningCard),
    items: [{ id: item?.id ?? '', quantity: 1 + places }],
    proration_behavior: 'always_invoice',
  });
  const invoice = String(late.latest_invoice);
  const { mirror } = portal.app.gateway;
  await mirror.refresh('subscription', stripeId);
  await mirror.refresh('invoice', invoice);
  const [charge] = (await portal.stripe.charges.list({ customer: person.customerId, limit: 1 })).data;
  await mirror.refresh('charge', charge?.id ?? '');
  return { person, invoice };
}

describe('the list of late payments', () => {
  test('shows the largest first with account, product, card and reason, in pages, with the sums', async () => {
    expect(await list()).toMatchObject({ items: [], total: 0, totals: [] });
    const small = await debtor(1);
    const large = await debtor(4);
    const answer = await list();
    expect(answer).toMatchObject({
      total: 2,
      totals: [{ currency: 'usd', amount: 15_000, invoices: 2 }],
      items: [
        {
          invoiceId: large.invoice,
          account: { id: large.person.accountId },
          product: { id: 'cloud', name: 'Cloud' },
          hasEnded: false,
          amount: 12_000,
          currency: 'usd',
          since: expect.any(String),
          dueDate: null,
          tries: 1,
          nextAttempt: expect.any(String),
          isLastAttempt: false,
          card: { brand: 'visa', last4: '0341' },
          reason: expect.stringContaining('declined'),
        },
        { invoiceId: small.invoice, amount: 3_000 },
      ],
    });
    const second = await list('?page=2&pageSize=1');
    expect(second).toMatchObject({ total: 2, totalPages: 2, items: [{ invoiceId: small.invoice }] });
    const french = await operator.get('/api/Operator/LatePayments', { cookies: { portico_locale: 'fr' } });
    expect(french.json().items[0].reason).toContain('refusée');
    await portal.stripe.invoices.pay(large.invoice, { paid_out_of_band: true });
    await portal.app.gateway.mirror.refresh('invoice', large.invoice);
    expect(await list()).toMatchObject({ total: 1, totals: [{ amount: 3_000, invoices: 1 }] });
  });

  test('includes sent invoices once they are overdue', async () => {
    const before = await list();
    const person = await newPerson(portal);
    const id = await openInvoice(person, { amount: 900_000, isSent: true });
    expect(await list()).toEqual(before);
    await portal.database.pool.query("update stripe_invoices set due_date = now() - interval '1 day' where id = $1", [
      id,
    ]);
    const after = await list();
    expect(after.items[0]).toMatchObject({
      invoiceId: id,
      account: { id: person.accountId },
      amount: 900_000,
      dueDate: expect.any(String),
      tries: 0,
      nextAttempt: null,
      card: null,
      reason: null,
    });
    expect(after.total).toBe(before.total + 1);
    const { rows } = await portal.database.pool.query(
      `explain select id from stripe_invoices where not deleted and status = 'open' and amount_remaining > 0 and (due_date is not null
         or ((data ->> 'attempt_count')::int > 0 and coalesce(data ->> 'billing_reason', '') <> 'subscription_create'))
       order by amount_remaining desc, id limit 10`,
    );
    expect(JSON.stringify(rows)).toContain('stripe_invoices_late_or_sent_idx');
    await portal.database.pool.query('delete from stripe_invoices where id = $1', [id]);
  });

  test('leaves out purchases that require authentication, which are not a debt', async () => {
    const before = (await list()).total;
    const person = await newPerson(portal);
    const card = await attachCard(person, 'pm_card_authenticationRequired');
    expect((await (await quote(person, 1, card))()).json()).toMatchObject({ status: 'requiresAction' });
    expect((await list()).total).toBe(before);
  });

  test('rejects customers', async () => {
    const { person } = await debtor(1);
    expect((await person.browser.get('/api/Operator/LatePayments')).statusCode).toBe(403);
  });
});

describe('a product with a late payment', () => {
  test('works for the days of grace after a failed renewal, then stops, and works again once it is paid', async () => {
    const { person, pass } = await newPersonOnClock(portal);
    const { id, stripeId } = await subscribe(person);
    await portal.database.pool.query(
      "update products set grace_days = 4, licensing_type = 'HostLocked' where id = 'cloud'",
    );
    await portal.database.pool.query('update catalog_state set version = version + 1');
    await portal.stripe.subscriptions.update(stripeId, {
      default_payment_method: await attachCard(person, decliningCard),
    });
    const day = 86_400;
    await pass(32 * day);
    const { mirror } = portal.app.gateway;
    const invoice = String((await portal.stripe.subscriptions.retrieve(stripeId)).latest_invoice);
    const refresh = async () => {
      await mirror.refresh('subscription', stripeId);
      await mirror.refresh('invoice', invoice);
    };
    await refresh();
    const held = async () => (await person.browser.get(`/api/Subscription/${id}`)).json();
    const license = async () => (await person.browser.get('/api/Licenses/List')).json().items[0];
    expect(await held()).toMatchObject({ status: 3, unpaid: { invoiceId: invoice } });
    const unpaidSince = (await portal.stripe.subscriptions.retrieve(stripeId)).items.data[0]?.current_period_start ?? 0;
    const graceEnds = new Date((unpaidSince + 4 * day) * 1000);
    expect(new Date((await license()).expirationDate)).toEqual(graceEnds);
    const items = (await person.browser.get('/api/Billing/Attention')).json().items;
    expect(items).toMatchObject([{ kind: 'unpaid', subscription: { worksUntil: graceEnds.toISOString() } }]);
    const card = await attachCard(person, 'pm_card_mastercard');
    const paid = await person.browser.post(`/api/Subscription/invoices/${invoice}/Pay`, {
      paymentMethodId: card,
      keepCard: true,
    });
    expect(paid.json(), paid.body).toMatchObject({ outcome: 'paid' });
    const periodEnd = (await portal.stripe.subscriptions.retrieve(stripeId)).items.data[0]?.current_period_end ?? 0;
    expect(new Date((await license()).expirationDate)).toEqual(new Date(periodEnd * 1000));
    expect(await held()).toMatchObject({ status: 1, unpaid: null });
  });
});
