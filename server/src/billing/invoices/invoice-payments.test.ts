import { beforeAll, describe, expect, test } from 'vitest';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { authenticationCard, decliningCard } from '../../../test/operation-case.ts';
import { attachCard, confirmIntent, newPerson, type Person, subscribe } from '../../../test/operation-person.ts';

let portal: FullPortal;

beforeAll(async () => {
  portal = await startFullPortal();
});

const path = (invoice: string) => `/api/Subscription/invoices/${invoice}/Pay`;
const pay = (person: Person, invoice: string, paymentMethodId: string, keepCard = true) =>
  person.browser.post(path(invoice), { paymentMethodId, keepCard });
const look = async (person: Person, invoice: string) => (await person.browser.get(path(invoice))).json();

/** A person with a past due subscription, whose card was declined for an invoice of $60. */
async function debtor() {
  const person = await newPerson(portal);
  const { id, stripeId } = await subscribe(person);
  const bad = await attachCard(person, decliningCard);
  const [item] = (await portal.stripe.subscriptions.retrieve(stripeId)).items.data;
  const late = await portal.stripe.subscriptions.update(stripeId, {
    default_payment_method: bad,
    items: [{ id: item?.id ?? '', quantity: 3 }],
    proration_behavior: 'always_invoice',
  });
  const invoice = String(late.latest_invoice);
  const { mirror } = portal.app.gateway;
  await mirror.refresh('subscription', stripeId);
  await mirror.refresh('invoice', invoice);
  return { person, id, stripeId, invoice, bad };
}

/** The charges for the late invoice. */
async function listCharges({ customerId }: Person) {
  const { data } = await portal.stripe.charges.list({ customer: customerId, limit: 100 });
  return data.filter(({ paid, amount }) => paid && amount === 6_000);
}

const listUnpaid = async (person: Person, id: number) =>
  (await person.browser.get(`/api/Subscription/${id}`)).json().unpaid;

describe('a late invoice', () => {
  test('shows the amount due, the charged card and why it failed', async () => {
    const { person, invoice, bad } = await debtor();
    expect((await pay(person, invoice, bad)).statusCode).toBe(402);
    expect(await look(person, invoice)).toMatchObject({
      invoiceId: invoice,
      status: 'open',
      amount: 6_000,
      currency: 'usd',
      productName: 'Cloud',
      chargedPaymentMethodId: bad,
      renews: true,
      unsettled: null,
      lastTry: { card: { brand: 'visa', last4: '0341' }, reason: null, paymentMethodId: bad },
    });
  });

  test('can be paid with another card, which also pays the renewals, and activates the subscription immediately', async () => {
    const { person, id, stripeId, invoice } = await debtor();
    const other = await attachCard(person, 'pm_card_mastercard');
    expect(await listUnpaid(person, id)).toMatchObject({ invoiceId: invoice, tries: 1, isLastAttempt: false });
    const answer = await pay(person, invoice, other);
    expect(answer.json(), answer.body).toMatchObject({
      status: 'succeeded',
      outcome: 'paid',
      amountPaid: 6_000,
      currency: 'usd',
      cardKept: true,
      clientSecret: null,
    });
    const held = (await person.browser.get(`/api/Subscription/${id}`)).json();
    expect(held).toMatchObject({ status: 1, unpaid: null, chargedPaymentMethodId: other });
    expect((await portal.stripe.subscriptions.retrieve(stripeId)).default_payment_method).toBe(other);
    expect((await person.browser.get('/api/Billing/Attention')).json().items).toEqual([]);
    expect(await look(person, invoice)).toMatchObject({ status: 'paid', amount: 0, hostedInvoiceUrl: null });
    const again = await pay(person, invoice, other);
    expect([again.statusCode, again.json().message]).toEqual([409, 'This invoice has been paid already.']);
    expect(await listCharges(person)).toHaveLength(1);
    const { rows } = await portal.database.pool.query(
      "select kind from audit_events where account_id = $1 and kind in ('invoiceCollected', 'subscriptionCardChanged') order by id",
      [person.accountId],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['invoiceCollected', 'subscriptionCardChanged']);
  });

  test('keeps the card of the subscription if the user chooses so', async () => {
    const { person, stripeId, invoice, bad } = await debtor();
    const other = await attachCard(person, 'pm_card_mastercard');
    expect((await pay(person, invoice, other, false)).json()).toMatchObject({ outcome: 'paid', cardKept: false });
    expect((await portal.stripe.subscriptions.retrieve(stripeId)).default_payment_method).toBe(bad);
  });

  test('stays open and keeps its schedule of tries if cards are declined, and shows why in the user’s language', async () => {
    const { person, invoice, bad } = await debtor();
    const before = await portal.stripe.invoices.retrieve(invoice);
    for (let press = 0; press < 4; press++) {
      const answer = await pay(person, invoice, bad);
      expect([answer.statusCode, answer.json().code]).toEqual([402, 'CardError']);
    }
    const inFrench = await person.browser.post(
      path(invoice),
      { paymentMethodId: bad, keepCard: true },
      { cookies: { portico_locale: 'fr' } },
    );
    expect(inFrench.json().message).toContain('refusée');
    const after = await portal.stripe.invoices.retrieve(invoice);
    expect(after).toMatchObject({
      status: 'open',
      attempt_count: before.attempt_count,
      next_payment_attempt: before.next_payment_attempt,
    });
    const other = await attachCard(person, 'pm_card_mastercard');
    expect((await pay(person, invoice, other)).json()).toMatchObject({ outcome: 'paid' });
  });

  test('is charged once for simultaneous requests', async () => {
    const { person, invoice } = await debtor();
    const other = await attachCard(person, 'pm_card_mastercard');
    const answers = await Promise.all(Array.from({ length: 6 }, () => pay(person, invoice, other)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).not.toContain(500);
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(0);
    expect(await listCharges(person)).toHaveLength(1);
  });

  test('is not charged if it was paid elsewhere in the meantime', async () => {
    const { person, id, invoice } = await debtor();
    const other = await attachCard(person, 'pm_card_mastercard');
    await portal.stripe.invoices.pay(invoice, { paid_out_of_band: true });
    const answer = await pay(person, invoice, other);
    if (answer.statusCode === 200) expect(answer.json()).toMatchObject({ outcome: 'alreadyPaid', cardKept: false });
    else expect(answer.statusCode).toBe(409);
    expect(await listCharges(person)).toEqual([]);
    expect(await listUnpaid(person, id)).toBeNull();
  });

  test('cannot be paid if it is void or another account’s, or with another account’s card', async () => {
    const { person, invoice } = await debtor();
    const stranger = await newPerson(portal);
    const foreign = await attachCard(stranger, 'pm_card_mastercard');
    for (const card of [foreign, 'pm_missing']) expect((await pay(person, invoice, card)).statusCode).toBe(404);
    const missing = await pay(stranger, 'in_missing', foreign);
    const strange = await pay(stranger, invoice, foreign);
    expect([strange.statusCode, strange.json().message]).toEqual([missing.statusCode, missing.json().message]);
    expect((await stranger.browser.get(path(invoice))).statusCode).toBe(404);
    expect((await person.browser.post(path(invoice), { keepCard: true })).statusCode).toBe(422);
    await portal.stripe.invoices.voidInvoice(invoice);
    const other = await attachCard(person, 'pm_card_mastercard');
    expect((await pay(person, invoice, other)).statusCode).toBe(409);
    expect(await listCharges(person)).toEqual([]);
  });
});

describe('an invoice payment that requires authentication', () => {
  test('returns the browser’s secret, can be resumed, and is paid once authenticated', async () => {
    const { person, id, invoice } = await debtor();
    const card = await attachCard(person, authenticationCard);
    const first = (await pay(person, invoice, card)).json();
    expect(first).toMatchObject({
      status: 'requiresAction',
      outcome: 'requiresAction',
      clientSecret: expect.any(String),
      amountPaid: null,
    });
    expect(await look(person, invoice)).toMatchObject({
      unsettled: { status: 'requiresAction', paymentMethodId: card },
    });
    // An unanswered authentication is requested again.
    const again = (await pay(person, invoice, card)).json();
    expect(again).toMatchObject({ operationId: first.operationId, clientSecret: first.clientSecret });
    await confirmIntent(person, first.clientSecret);
    expect((await pay(person, invoice, card)).json()).toMatchObject({
      operationId: first.operationId,
      status: 'succeeded',
      outcome: 'paid',
      cardKept: true,
    });
    expect((await person.browser.get(`/api/Subscription/${id}`)).json()).toMatchObject({ status: 1, unpaid: null });
    expect(await listCharges(person)).toHaveLength(1);
  });

  test('is reported as paid if it was authenticated and the page was left', async () => {
    const { person, invoice } = await debtor();
    const card = await attachCard(person, authenticationCard);
    const { clientSecret } = (await pay(person, invoice, card)).json();
    await confirmIntent(person, clientSecret);
    expect(await look(person, invoice)).toMatchObject({ status: 'paid', unsettled: null });
  });

  test('can be made with another card if it is not authenticated', async () => {
    const { person, invoice } = await debtor();
    const card = await attachCard(person, authenticationCard);
    await pay(person, invoice, card);
    const other = await attachCard(person, 'pm_card_mastercard');
    expect((await pay(person, invoice, other)).json()).toMatchObject({ status: 'succeeded', outcome: 'paid' });
    const charges = await listCharges(person);
    expect(charges.map(({ payment_method }) => payment_method)).toEqual([other]);
  });
});
