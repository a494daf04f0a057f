import { expect } from '@playwright/test';
import { ApiClient } from './api-client.ts';
import type { Customer } from './customers.ts';
import type { Portal } from './portal.ts';
import { callStripe, readStripeState } from './stripe-state.ts';

const product = 'veriscan-desktop';
const plan = `${product}-professional`;

/** Creates a subscription whose card is declined, and the unpaid invoice. */
export async function createUnpaidInvoice(portal: Portal, { email, password }: Customer) {
  const { sandbox } = portal.ports;
  const client = await ApiClient.signIn(portal.url, email, password);
  const card = await client.addCard(`http://127.0.0.1:${sandbox}`);
  await (await client.quote(product, plan, `${plan}-monthly`, card.stripeId, 3)).send();
  const { customers, subscriptions } = await readStripeState(sandbox, email);
  const failing = await callStripe<{ id: string }>(
    sandbox,
    'POST',
    'payment_methods/pm_card_chargeCustomerFail/attach',
    {
      customer: customers[0]?.id ?? '',
    },
  );
  const subscription = `subscriptions/${subscriptions[0]?.id}`;
  await callStripe(sandbox, 'POST', subscription, {
    'items[0][id]': subscriptions[0]?.items.data[0]?.id ?? '',
    'items[0][quantity]': '5',
    proration_behavior: 'always_invoice',
    payment_behavior: 'allow_incomplete',
    default_payment_method: failing.id,
  });
  const { invoices } = await readStripeState(sandbox, email);
  const id = invoices.find(({ status }) => status === 'open')?.id ?? '';
  const details = `/api/Subscription/invoices/${id}/Details`;
  await expect.poll(async () => (await client.request('GET', details)).status).toBe(200);
  return { id, client };
}
