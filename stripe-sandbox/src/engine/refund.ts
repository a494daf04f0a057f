import type Stripe from 'stripe';
import { invalidRequest } from '../errors.ts';
import { idOf, newId } from '../ids.ts';
import type { Work } from '../storage/work.ts';
import { formatMoney } from './money.ts';

/** Refunds part of a charge in cents, by default the rest. The fee is not returned. */
export async function refundCharge(
  work: Work,
  charge: Stripe.Charge,
  given: { amount?: number | undefined; reason?: Stripe.Refund.Reason | null; metadata?: Record<string, string> },
): Promise<Stripe.Refund> {
  const amount = refundableAmount(charge, given.amount);
  const id = newId('re');
  const transaction = recordBalance(work, charge, id, amount);
  const made = work.add('refund', {
    id,
    object: 'refund',
    amount,
    balance_transaction: transaction.id,
    charge: charge.id,
    created: work.now,
    currency: charge.currency,
    customer: idOf(charge.customer),
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: given.metadata ?? {},
    payment_intent: idOf(charge.payment_intent),
    payment_method: charge.payment_method,
    reason: given.reason ?? null,
    receipt_number: charge.receipt_number,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  });
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount_captured;
  work.announce('refund.created', made);
  work.announce('charge.refunded', charge, { withChanges: true });
  return made;
}

/** The amount of a refund, by default the rest of the charge. Throws Stripe's errors for more than the rest. */
function refundableAmount(charge: Stripe.Charge, given: number | undefined): number {
  const left = charge.amount_captured - charge.amount_refunded;
  if (!charge.paid || left === 0) {
    throw invalidRequest(
      charge.paid
        ? `Charge ${charge.id} has already been refunded.`
        : `Charge ${charge.id} was not successful and cannot be refunded.`,
      {
        code: charge.paid ? 'charge_already_refunded' : 'charge_not_refundable',
      },
    );
  }
  const amount = given ?? left;
  if (amount > left) {
    throw invalidRequest(
      `Refund amount (${formatMoney(amount, charge.currency)}) is greater than unrefunded amount on charge (${formatMoney(left, charge.currency)})`,
      { param: 'amount', code: 'amount_too_large' },
    );
  }
  return amount;
}

function recordBalance(work: Work, charge: Stripe.Charge, refundId: string, amount: number): Stripe.BalanceTransaction {
  return work.add('balance_transaction', {
    id: newId('txn'),
    object: 'balance_transaction',
    amount: -amount,
    available_on: work.now,
    balance_type: 'payments',
    created: work.now,
    currency: charge.currency,
    description: `REFUND FOR ${charge.description ?? 'CHARGE'}`,
    exchange_rate: null,
    fee: 0,
    fee_details: [],
    net: -amount,
    reporting_category: 'refund',
    source: refundId,
    status: 'available',
    type: 'refund',
  });
}
