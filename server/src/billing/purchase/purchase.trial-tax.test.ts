import type { PurchaseResult } from '@portico/contract';
import { expect, test } from 'vitest';
import { authenticate, basic, buy, endAll, openPortal, preview } from './purchase.test-support.ts';

const { portal, owner } = await openPortal();

/** Of a province with two sales taxes. */
const taxed = {
  name: 'Harbor Hotels',
  address: { line1: '1200 Rue Sainte-Catherine', city: 'Montréal', state: 'QC', postalCode: 'H3B 1K1', country: 'CA' },
};

test.each([
  ['one that pays at once', 'pm_card_visa'],
  ['one whose bank asks', 'pm_card_authenticationRequired'],
])('a trial that was begun without an address is taxed once it is paid, with the card %s', async (_name, kind) => {
  await endAll(portal);
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
