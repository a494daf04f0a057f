import type Stripe from 'stripe';
import { endpoint, listEndpoint, mergeMetadata } from '../endpoint.ts';
import { invalidRequest } from '../errors.ts';
import { idOf, newId } from '../ids.ts';
import { integer, metadata, oneOf, text, timeRange } from '../parameters.ts';
import type { Work } from '../storage/work.ts';
import { customerAtItsTime } from './customers.ts';

async function chargeOf(
  work: Work,
  given: { charge?: string | undefined; payment_intent?: string | undefined },
): Promise<Stripe.Charge> {
  if (given.charge !== undefined) return work.get('charge', given.charge, 'charge');
  if (given.payment_intent === undefined) {
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.', {
      code: 'parameter_missing',
      param: 'charge',
    });
  }
  const intent = await work.get('payment_intent', given.payment_intent, 'payment_intent');
  const chargeId = idOf(intent.latest_charge);
  if (chargeId === null || intent.status !== 'succeeded') {
    throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      param: 'payment_intent',
    });
  }
  return work.get('charge', chargeId);
}

/** Gives back an amount of a charge in cents, all that is left when none is named. The fee is not returned. */
async function refund(
  work: Work,
  charge: Stripe.Charge,
  given: { amount?: number | undefined; reason?: Stripe.Refund.Reason | null; metadata?: Record<string, string> },
): Promise<Stripe.Refund> {
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
  const amount = given.amount ?? left;
  if (amount > left) {
    throw invalidRequest(
      `Refund amount ($${(amount / 100).toFixed(2)}) is greater than unrefunded amount on charge ($${(left / 100).toFixed(2)})`,
      { param: 'amount', code: 'amount_too_large' },
    );
  }
  const id = newId('re');
  const transaction = work.add('balance_transaction', {
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
    source: id,
    status: 'available',
    type: 'refund',
  });
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

export const refundEndpoints = [
  endpoint(
    'POST /v1/refunds',
    {
      amount: integer({ least: 1 }),
      charge: text(),
      metadata: metadata(),
      payment_intent: text(),
      reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
    },
    async ({ work, parameters }) => {
      const charge = await chargeOf(work, parameters);
      const customerId = idOf(charge.customer);
      if (customerId !== null && (await work.find('customer', customerId)) !== undefined)
        await customerAtItsTime(work, customerId);
      return refund(work, charge, {
        amount: parameters.amount,
        reason: parameters.reason ?? null,
        metadata: mergeMetadata({}, parameters.metadata),
      });
    },
  ),

  endpoint('GET /v1/refunds/:refund', {}, async ({ work, ids }) => work.get('refund', ids.refund ?? '')),

  endpoint('POST /v1/refunds/:refund', { metadata: metadata() }, async ({ work, ids, parameters }) => {
    const known = await work.get('refund', ids.refund ?? '');
    known.metadata = mergeMetadata(known.metadata ?? {}, parameters.metadata);
    return known;
  }),

  listEndpoint(
    '/v1/refunds',
    'refund',
    { charge: text(), created: timeRange(), payment_intent: text() },
    ({ parameters }) => ({
      related: [parameters.charge, parameters.payment_intent],
      times: { created: parameters.created },
    }),
  ),
];
