import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { cents, listQuery, listSchema, providerId, utc } from '../api/values.ts';
import { savedCard } from './cards.ts';
import { timeline, timelineQuery } from './timeline.ts';

/** A row of the payments list (PAY-5). */
export const paymentRow = z.object({
  stripeId: z.string(),
  amount: cents,
  currency: z.string(),
  /**
   * Stripe's status: succeeded, processing, requires_payment_method, requires_action, canceled, … Stripe may add
   * others.
   */
  status: z.string(),
  /** The text on the card statement. */
  statementDescriptor: z.string().nullable(),
  description: z.string().nullable(),
  /**
   * The product that the payment's invoice is about, in the user's language; null for other payments, or if the catalog
   * does not have it.
   */
  productName: z.string().nullable(),
  /** Time of the first try. */
  created: utc,
  /** Time of the try that succeeded; null if none has yet. */
  paidAt: utc.nullable(),
});
export type PaymentRow = z.infer<typeof paymentRow>;

/** One payment (PAY-6). */
export const paymentDetail = paymentRow.extend({
  /** Cents received, before refunds. */
  amountReceived: cents,
  amountRefunded: cents,
  customerName: z.string().nullable(),
  card: savedCard.shape.card.omit({ isDefault: true }).nullable(),
  /** The provider's assessment; null while nothing was charged. */
  outcome: z
    .object({
      /** 0 to 100; null if Stripe gives none. */
      riskScore: z.int().nullable(),
      /** Stripe's value: normal, elevated, highest, … */
      riskLevel: z.string().nullable(),
    })
    .nullable(),
  /** What the vendor received; null until the payment is settled. */
  balanceTransaction: z.object({ amount: cents, fee: cents, net: cents }).nullable(),
  receiptUrl: z.string().nullable(),
  /** The invoices that the payment pays. */
  invoices: z.array(z.object({ stripeId: z.string(), number: z.string().nullable() })),
  /**
   * Why the payment failed. English texts are the payment provider's; French texts are the portal's for known
   * reasons.
   */
  failureMessage: z.string().nullable(),
  /** True if the payment provider did not answer and this is its previous answer. */
  stale: z.boolean(),
  /** When this answer was given. */
  asOf: utc,
});
export type PaymentDetail = z.infer<typeof paymentDetail>;

const paymentParameters = z.object({ id: providerId });

export const payments = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/PaymentIntents',
    summary: "The account's payments, with the total amount paid",
    action: 'payments.view',
    query: listQuery(['created', 'amount', 'status', 'description'], { sortField: 'created', order: 'desc' }),
    response: listSchema(paymentRow).extend({
      /** Time of the first payment; null before it. */
      since: utc.nullable(),
      /** Cents received, less refunds. */
      spent: cents,
      successPaymentsCount: z.int().nonnegative(),
    }),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/PaymentIntents/{id}',
    summary: 'One payment as the payment provider reports it now, otherwise as last reported',
    action: 'payments.view',
    params: paymentParameters,
    response: paymentDetail,
  }),
  listEvents: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/PaymentIntents/{id}/Events',
    summary: 'The events of a payment, its charges, refunds and invoice within 30 days',
    action: 'payments.view',
    params: paymentParameters,
    query: timelineQuery,
    response: timeline,
  }),
};
