import type Stripe from 'stripe';
import { newId } from '../ids.ts';
import type { Work } from '../storage/work.ts';

/**
 * Changes the customer's balance, in cents: below zero is a credit. Each change is stored with the resulting
 * balance.
 */
export function recordBalanceChange(
  work: Work,
  customer: Stripe.Customer,
  amount: number,
  type: Stripe.CustomerBalanceTransaction.Type,
  about: {
    invoice?: string;
    creditNote?: string;
    description?: string | null;
    currency?: string;
    metadata?: Record<string, string>;
  } = {},
): Stripe.CustomerBalanceTransaction {
  customer.balance += amount;
  customer.currency ??= about.currency ?? 'usd';
  return work.add('customer_balance_transaction', {
    id: newId('cbtxn'),
    object: 'customer_balance_transaction',
    amount,
    checkout_session: null,
    created: work.now,
    credit_note: about.creditNote ?? null,
    currency: customer.currency,
    customer: customer.id,
    customer_account: null,
    description: about.description ?? null,
    ending_balance: customer.balance,
    invoice: about.invoice ?? null,
    livemode: false,
    metadata: about.metadata ?? {},
    type,
  });
}
