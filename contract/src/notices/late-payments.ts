import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { catalogId, cents, listSchema, pageQuery, rowId, utc } from '../api/values.ts';
import { savedCard } from '../billing/cards.ts';

/** An open invoice for which a card failed, or a sent invoice that is overdue. */
const latePayment = z.object({
  invoiceId: z.string(),
  number: z.string().nullable(),
  /** Null for a customer without an account. */
  account: z.object({ id: rowId, name: z.string() }).nullable(),
  /** What the invoice is for; null for an invoice without a subscription. */
  product: z.object({ id: catalogId, name: z.string() }).nullable(),
  /** Whether the subscription has ended because the invoice was not paid. */
  hasEnded: z.boolean(),
  /** Remaining amount in cents. */
  amount: cents,
  currency: z.string(),
  /** When the invoice was created. */
  since: utc,
  /** Due date of an invoice that was sent; null if a card pays it. */
  dueDate: utc.nullable(),
  /** Number of automatic tries. */
  tries: z.int().nonnegative(),
  /** Null if no try follows. */
  nextAttempt: utc.nullable(),
  isLastAttempt: z.boolean(),
  /** The card of the last try; null if none was charged. */
  card: savedCard.shape.card.pick({ brand: true, last4: true }).nullable(),
  /** Why the last try failed, in the user's language. */
  reason: z.string().nullable(),
});
export type LatePayment = z.infer<typeof latePayment>;

export const latePayments = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/LatePayments',
    summary:
      'Open invoices of all accounts for which a card failed or that are overdue, largest first, with the total of the remaining amounts',
    action: 'operator.latePayments',
    query: pageQuery({ pageSize: 10, max: 400 }),
    response: listSchema(latePayment).extend({
      /** The sum of the remaining amounts by currency, the largest first. */
      totals: z.array(z.object({ currency: z.string(), amount: cents, invoices: z.int().positive() })),
    }),
  }),
};
