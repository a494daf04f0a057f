import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { cents, listOf, listQuery, providerId, utc } from '../api/values.ts';
import { savedCard } from './cards.ts';
import { timeline, timelineQuery } from './timeline.ts';

/** A row of the payments list (PAY-5). */
export const paymentRow = z.object({
  stripeId: z.string(),
  amount: cents,
  currency: z.string(),
  /** Stripe's word: succeeded, processing, requires_payment_method, requires_action, canceled, … New ones may come. */
  status: z.string(),
  /** What stands on the card's statement. */
  statementDescriptor: z.string().nullable(),
  description: z.string().nullable(),
  /** The product that its invoice is about, in the reader's language; null where there is none, or the catalog does not know it. */
  productName: z.string().nullable(),
  /** When its first try was made. */
  created: utc,
  /** When the try was made that took the money; null before it. */
  paidAt: utc.nullable(),
});
export type PaymentRow = z.infer<typeof paymentRow>;

/** One payment (PAY-6). */
export const paymentDetail = paymentRow.extend({
  /** Cents that arrived, before refunds. */
  amountReceived: cents,
  amountRefunded: cents,
  customerName: z.string().nullable(),
  card: savedCard.shape.card.omit({ isDefault: true }).nullable(),
  /** How the payment was judged; null while nothing was charged. */
  outcome: z
    .object({
      /** 0 to 100; null where Stripe gives none. */
      riskScore: z.int().nullable(),
      /** Stripe's word: normal, elevated, highest, … */
      riskLevel: z.string().nullable(),
    })
    .nullable(),
  /** What reached the vendor; null until it is settled. */
  balanceTransaction: z.object({ amount: cents, fee: cents, net: cents }).nullable(),
  receiptUrl: z.string().nullable(),
  /** The invoices that it pays. */
  invoices: z.array(z.object({ stripeId: z.string(), number: z.string().nullable() })),
  /** Why it failed: in the payment provider's words, in French in ours where its reason is known. */
  failureMessage: z.string().nullable(),
  /** True where the payment provider did not answer and this is what it said before. */
  stale: z.boolean(),
  /** When it was so. */
  asOf: utc,
});
export type PaymentDetail = z.infer<typeof paymentDetail>;

const paymentParameters = z.object({ id: providerId });

export const payments = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/PaymentIntents',
    summary: "The account's payments, with what was paid in all",
    action: 'payments.view',
    query: listQuery(['created', 'amount', 'status', 'description'], { sortField: 'created', order: 'desc' }),
    response: listOf(paymentRow).extend({
      /** When the first payment was made; null before it. */
      since: utc.nullable(),
      /** Cents received, less what was refunded. */
      spent: cents,
      successPaymentsCount: z.int().nonnegative(),
    }),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/PaymentIntents/{id}',
    summary: 'One payment as the payment provider tells it now, else as it was told last',
    action: 'payments.view',
    params: paymentParameters,
    response: paymentDetail,
  }),
  listEvents: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/PaymentIntents/{id}/Events',
    summary: 'What happened to a payment, its charges, refunds and invoice: up to 30 days',
    action: 'payments.view',
    params: paymentParameters,
    query: timelineQuery,
    response: timeline,
  }),
};
