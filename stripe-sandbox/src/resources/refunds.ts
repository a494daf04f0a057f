import type Stripe from 'stripe';
import { endpoint, listEndpoint, mergeMetadata } from '../endpoint.ts';
import { useCustomerTime } from '../engine/customer-time.ts';
import { refundCharge } from '../engine/refund.ts';
import { invalidRequest } from '../errors.ts';
import { idOf } from '../ids.ts';
import { integer, metadata, oneOf, text, timeRange } from '../parameters.ts';
import type { Work } from '../storage/work.ts';

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
      await useCustomerTime(work, charge.customer);
      return refundCharge(work, charge, {
        amount: parameters.amount,
        reason: parameters.reason ?? null,
        metadata: mergeMetadata({}, parameters.metadata),
      });
    },
  ),

  endpoint('GET /v1/refunds/:refund', {}, async ({ work, ids }) => work.get('refund', ids.refund ?? '')),

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
