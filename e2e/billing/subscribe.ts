import { ApiClient, taxedAddress } from '../harness/api-client.ts';
import type { Customer } from '../harness/customers.ts';
import type { Portal } from '../harness/portal.ts';
import { readStripeState } from '../harness/stripe-state.ts';

export const desktop = 'veriscan-desktop';
export const professional = `${desktop}-professional`;

interface BoughtSubscription {
  readonly client: ApiClient;
  /** The subscription's ids in the portal and at Stripe. */
  readonly id: number;
  readonly stripeId: string;
}

/**
 * Buys the customer a monthly subscription to three workstations, without a browser.
 * @param isTaxed at an address with sales taxes
 */
export async function subscribe(
  portal: Portal,
  { email, password }: Customer,
  { isTaxed = true, addons = {} }: { isTaxed?: boolean; addons?: Record<string, number> } = {},
): Promise<BoughtSubscription> {
  const client = await ApiClient.signIn(portal.url, email, password);
  const card = await client.addCard(`http://127.0.0.1:${portal.ports.sandbox}`);
  const more = { addons, ...(isTaxed && { shippingDetails: taxedAddress }) };
  await (await client.quote(desktop, professional, `${professional}-monthly`, card.stripeId, 3, more)).send();
  const { items } = await client.call<{ items: { id: number }[] }>('GET', '/api/Subscription/list');
  const { subscriptions } = await readStripeState(portal.ports.sandbox, email);
  return { client, id: items[0]?.id ?? 0, stripeId: subscriptions[0]?.id ?? '' };
}
