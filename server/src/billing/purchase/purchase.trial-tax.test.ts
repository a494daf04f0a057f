import type { PurchaseResult } from '@portico/contract';
import { expect, test } from 'vitest';
import { authenticate, basic, buy, cancelAll, openPortal, preview } from './purchase.test-support.ts';

const { portal, owner } = await openPortal();

/** In a province with two sales taxes. */
const taxed = {
  name: 'Harbor Hotels',
  address: { line1: '1200 Rue Sainte-Catherine', city: 'Montréal', state: 'QC', postalCode: 'H3B 1K1', country: 'CA' },
};

test.each([
  ['that pays immediately', 'pm_card_visa'],
  ['that requires authentication', 'pm_card_authenticationRequired'],
])('a trial without an address is taxed once it is paid, with a card %s', async (_name, kind) => {
  await cancelAll(portal);
  await portal.database.pool.query('delete from product_trials');
  await portal.database.pool.query('update accounts set business_address = null');
  const { items: plans } = (await owner.get('/api/Products/desktop/Plans')).json();
  const priceId = plans.find(({ isTrial }: { isTrial: boolean }) => isTrial).pricePlans[0].id;
  const trial = { items: [{ subscriptionPlanId: 'desktop-trial', priceId, quantity: 1 }] };
  expect((await buy(owner, 'desktop', trial, undefined)).json()).toMatchObject({ status: 'succeeded' });
  const card = await portal.addCard(owner, kind);
  const address = { shippingDetails: taxed };
  const quoted = await preview(owner, 'desktop', basic, address);
  const { amountDue } = quoted.subscriptionUpdateInvoiceDetails;
  expect(amountDue).toBe(4_599);
  const body = { ...basic, ...address, paymentMethodId: card, taxTransactionId: quoted.taxTransactionId };
  const first = (await owner.post('/api/Products/desktop/Purchase', body)).json<PurchaseResult>();
  if (first.clientSecret) await authenticate(owner, first.clientSecret);
  expect((await owner.get(`/api/Products/desktop/Purchase/${first.operationId}`)).json()).toMatchObject({
    status: 'succeeded',
    amountPaid: amountDue,
  });
  const { data } = await portal.stripe.invoices.list({ limit: 1 });
  expect(data[0]).toMatchObject({ amount_paid: amountDue, automatic_tax: { enabled: true, status: 'complete' } });
});
