import { expect, test } from 'vitest';
import { startFullPortal } from '../../../test/full-portal.ts';
import { waitForStripeEvents } from '../../../test/wait-for-stripe-events.ts';

const portal = await startFullPortal({ mode: 'demo', queue: true });
const owner = await portal.signIn('owner@acme.example');
const operator = await portal.signIn('operator@portico.example');
const clocks = '/api/dev/stripe/Clocks';

test('quotes and charges a customer on a test clock by the clock’s time', async () => {
  const paymentMethodId = await portal.addCard(owner);
  const priceId = 'desktop-pro-monthly';
  const buy = async (quantity: number) => {
    const items = [{ subscriptionPlanId: 'desktop-pro', priceId, quantity }];
    const quote = (await owner.post('/api/Products/desktop/PreviewPurchase', { items, paymentMethodId })).json();
    const bought = await owner.post('/api/Products/desktop/Purchase', {
      productId: 'desktop',
      items,
      paymentMethodId,
      taxTransactionId: quote.taxTransactionId,
    });
    expect(bought.json()).toMatchObject({ status: 'succeeded' });
    const due: number = quote.subscriptionUpdateInvoiceDetails.amountDue;
    expect(bought.json().amountPaid).toBe(due);
    return { due, nextPaymentDate: quote.nextPaymentDate as string };
  };
  const subscription = async () => (await owner.get('/api/Subscription/list')).json().items[0];
  const clock = async (id: string) => (await operator.get(`${clocks}/${id}`)).json();

  const full = (await buy(2)).due;
  const [customer] = (await portal.stripe.customers.list({ email: 'owner@acme.example' })).data;
  const { id } = (await operator.post(clocks, { customerId: customer?.id })).json();
  const days = 10;
  await operator.post(`${clocks}/${id}/Advance`, { months: 1 });
  await expect.poll(async () => (await clock(id)).status).toBe('ready');
  await operator.post(`${clocks}/${id}/Advance`, { days });
  await expect.poll(async () => (await clock(id)).status).toBe('ready');
  await operator.post(`${clocks}/${id}/Running`, { isRunning: false });
  const time = Date.parse((await clock(id)).time);
  await expect.poll(async () => Date.parse((await subscription()).expirationDate)).toBeGreaterThan(time);

  // A subscription cannot change while its payment is unknown.
  await waitForStripeEvents(portal);

  // One more seat for the rest of the second month.
  const end = Date.parse((await subscription()).expirationDate);
  const [renewal] = (await portal.stripe.invoices.list({ customer: customer?.id ?? '' })).data;
  const line = renewal?.lines.data[0]?.period ?? { start: 0, end: 1 };
  const share = (end - time) / ((line.end - line.start) * 1000);
  const { due, nextPaymentDate } = await buy(3);
  expect(Math.abs(due - (full / 2) * share)).toBeLessThanOrEqual(2);
  expect(Date.parse(nextPaymentDate)).toBe(end);
  const [newest] = (await portal.stripe.invoices.list({ customer: customer?.id ?? '' })).data;
  expect(newest?.created).toBe(time / 1000);
});
