import { expect } from '@playwright/test';

interface StripeList<Item> {
  readonly data: Item[];
}
interface StripeCustomer {
  readonly id: string;
  readonly email: string;
}
interface StripeSubscription {
  readonly id: string;
  readonly status: string;
}
interface StripeInvoice {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly total: number;
  readonly amount_paid: number;
}
interface StripeCharge {
  readonly id: string;
  readonly amount: number;
  readonly paid: boolean;
  readonly refunded: boolean;
}

/** What Stripe has of a customer: the truth about money, asked past the portal. Amounts in cents. */
export interface StripeState {
  readonly subscriptions: readonly StripeSubscription[];
  readonly invoices: readonly StripeInvoice[];
  readonly charges: readonly StripeCharge[];
}

/** Reads the state at Stripe of the customers with this e-mail address; empty ones where Stripe does not know it. */
export async function readStripeState(sandboxPort: number, email: string): Promise<StripeState> {
  const list = async <Item>(path: string, query: Record<string, string>): Promise<Item[]> => {
    const answer = await fetch(
      `http://127.0.0.1:${sandboxPort}/v1/${path}?${new URLSearchParams({ ...query, limit: '100' })}`,
      { headers: { authorization: 'Bearer sk_test_sandbox' } },
    );
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return ((await answer.json()) as StripeList<Item>).data;
  };
  const customers = await list<StripeCustomer>('customers', { email });
  const ofAll = async <Item>(path: string, query: Record<string, string> = {}) =>
    (await Promise.all(customers.map(({ id }) => list<Item>(path, { customer: id, ...query })))).flat();
  return {
    subscriptions: (await ofAll<StripeSubscription>('subscriptions', { status: 'all' })).filter(
      ({ status }) => status === 'active' || status === 'trialing' || status === 'past_due',
    ),
    invoices: await ofAll<StripeInvoice>('invoices'),
    charges: (await ofAll<StripeCharge>('charges')).filter(({ paid, refunded }) => paid && !refunded),
  };
}

/** At Stripe the customer has one subscription, and was charged once. */
export async function expectBoughtOnce(sandboxPort: number, email: string): Promise<void> {
  const { subscriptions, charges } = await readStripeState(sandboxPort, email);
  expect(subscriptions).toHaveLength(1);
  expect(charges).toHaveLength(1);
}
