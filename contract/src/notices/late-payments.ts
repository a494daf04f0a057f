import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { catalogId, cents, listOf, pageQuery, rowId, utc } from '../api/values.ts';
import { savedCard } from '../billing/cards.ts';

/** An open invoice that a card did not pay, or that was sent and whose day has passed. */
const latePayment = z.object({
  invoiceId: z.string(),
  number: z.string().nullable(),
  /** Null for a customer without an account. */
  account: z.object({ id: rowId, name: z.string() }).nullable(),
  /** What it is for; null for an invoice without a subscription. */
  product: z.object({ id: catalogId, name: z.string() }).nullable(),
  /** Whether the subscription has ended for want of payment. */
  hasEnded: z.boolean(),
  /** Cents that remain. */
  amount: cents,
  currency: z.string(),
  /** When the invoice was made. */
  since: utc,
  /** By when one that was sent was to be paid; null for one that a card pays. */
  dueDate: utc.nullable(),
  /** Tries that were made by themselves. */
  tries: z.int().nonnegative(),
  /** Null where none follows. */
  nextAttempt: utc.nullable(),
  isLastAttempt: z.boolean(),
  /** The card of the last try; null where none was charged. */
  card: savedCard.shape.card.pick({ brand: true, last4: true }).nullable(),
  /** Why the last try failed, in the reader's language. */
  reason: z.string().nullable(),
});
export type LatePayment = z.infer<typeof latePayment>;

export const latePayments = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/LatePayments',
    summary:
      'Open invoices of all accounts that a card did not pay or whose due date has passed, the largest first, with what is at stake',
    action: 'operator.latePayments',
    query: pageQuery({ pageSize: 10, max: 400 }),
    response: listOf(latePayment).extend({
      /** What all of them leave to pay, by currency, the largest first. */
      totals: z.array(z.object({ currency: z.string(), amount: cents, invoices: z.int().positive() })),
    }),
  }),
};
