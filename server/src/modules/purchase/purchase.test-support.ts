import { expect } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import type { Answer, Person } from '../../../test/operation-person.ts';

/** A purchase that is ready to be sent, from whichever browser, as often as wanted. */
export interface Quoted {
  readonly id: string;
  send(browser?: Browser): Promise<Answer>;
}

/** Asks for a quote for so many seats, of Cloud unless told otherwise, to be paid with the customer's default card. */
export async function quoted(person: Person, quantity: number, more: { coupon?: string; product?: string } = {}) {
  const { coupon, product = 'cloud' } = more;
  const plan = product === 'cloud' ? 'cloud-team' : 'desktop-basic';
  const choice = { items: [{ subscriptionPlanId: plan, priceId: `${plan}-monthly`, quantity }], coupon };
  const previewed = await person.browser.post(`/api/Products/${product}/PreviewPurchase`, choice);
  expect(previewed.statusCode, previewed.body).toBe(200);
  const customer = await person.portal.stripe.customers.retrieve(person.customerId);
  const card = customer.deleted ? '' : String(customer.invoice_settings.default_payment_method);
  const id: string = previewed.json().taxTransactionId;
  const body = { ...choice, paymentMethodId: card, taxTransactionId: id };
  const send = (browser = person.browser) => browser.post(`/api/Products/${product}/Purchase`, body);
  return { id, send } satisfies Quoted;
}

/** What a person has at Stripe that has not ended. */
export async function running({ customerId, portal }: Person) {
  return (await portal.stripe.subscriptions.list({ customer: customerId, limit: 100 })).data;
}
