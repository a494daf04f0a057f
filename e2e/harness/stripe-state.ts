import { expect } from '@playwright/test';

interface StripeList<Item> {
  readonly data: Item[];
}
interface StripeCustomer {
  readonly id: string;
  readonly email: string;
  readonly balance: number;
}
interface StripeSubscription {
  readonly id: string;
  readonly status: string;
  readonly default_payment_method: string | null;
  readonly items: StripeList<{ readonly id: string; readonly quantity: number; readonly price: StripePrice }>;
}
interface StripePrice {
  readonly id: string;
  readonly unit_amount: number;
  readonly metadata: Readonly<Record<string, string>>;
}
interface StripeInvoice {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly subtotal: number;
  readonly total: number;
  readonly amount_paid: number;
  readonly amount_remaining: number;
  readonly total_discount_amounts: readonly { readonly amount: number }[] | null;
  readonly total_taxes: readonly { readonly amount: number }[] | null;
}
interface StripeCharge {
  readonly id: string;
  readonly amount: number;
  readonly paid: boolean;
  readonly refunded: boolean;
}

/** A customer's objects at Stripe, read without the portal. Amounts in cents. */
export interface StripeState {
  readonly customers: readonly StripeCustomer[];
  readonly subscriptions: readonly StripeSubscription[];
  readonly invoices: readonly StripeInvoice[];
  readonly charges: readonly StripeCharge[];
}

/** Calls Stripe without the portal, like the vendor's dashboard. @param values form fields in Stripe's spelling @throws unless it succeeds */
export async function callStripe<Answer>(
  sandboxPort: number,
  method: 'DELETE' | 'GET' | 'POST',
  path: string,
  values: Record<string, string> = {},
): Promise<Answer> {
  const fields = new URLSearchParams(values);
  const query = method === 'GET' ? `?${fields}` : '';
  const answer = await fetch(`http://127.0.0.1:${sandboxPort}/v1/${path}${query}`, {
    method,
    headers: { authorization: 'Bearer sk_test_sandbox' },
    ...(method === 'POST' && { body: fields }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** Reads the state at Stripe of the customers with this email address; empty if Stripe has none. */
export async function readStripeState(sandboxPort: number, email: string): Promise<StripeState> {
  const list = async <Item>(path: string, query: Record<string, string>): Promise<Item[]> =>
    (await callStripe<StripeList<Item>>(sandboxPort, 'GET', path, { ...query, limit: '100' })).data;
  const customers = await list<StripeCustomer>('customers', { email });
  const ofAll = async <Item>(path: string, query: Record<string, string> = {}) =>
    (await Promise.all(customers.map(({ id }) => list<Item>(path, { customer: id, ...query })))).flat();
  return {
    customers,
    subscriptions: (await ofAll<StripeSubscription>('subscriptions', { status: 'all' })).filter(
      ({ status }) => status === 'active' || status === 'trialing' || status === 'past_due',
    ),
    invoices: await ofAll<StripeInvoice>('invoices'),
    charges: (await ofAll<StripeCharge>('charges')).filter(({ paid, refunded }) => paid && !refunded),
  };
}

/** Expects that the customer has one subscription at Stripe and was charged once. */
export async function expectBoughtOnce(sandboxPort: number, email: string): Promise<void> {
  const { subscriptions, charges } = await readStripeState(sandboxPort, email);
  expect(subscriptions).toHaveLength(1);
  expect(charges).toHaveLength(1);
}

/** The next charge of a subscription at Stripe. Amounts in cents. */
export function previewNext(sandboxPort: number, subscription: string): Promise<StripePreview> {
  return callStripe(sandboxPort, 'POST', 'invoices/create_preview', { subscription });
}

export interface StripePreview extends Omit<StripeInvoice, 'id' | 'number'> {
  readonly amount_due: number;
}

const sumAmounts = (parts: readonly { readonly amount: number }[] | null) =>
  (parts ?? []).reduce((sum, { amount }) => sum + amount, 0);

/** An invoice's discount and tax, in cents. */
export function invoiceParts({ total_discount_amounts, total_taxes }: StripePreview | StripeInvoice) {
  return { discount: sumAmounts(total_discount_amounts), tax: sumAmounts(total_taxes) };
}
