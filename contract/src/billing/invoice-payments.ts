import { z } from 'zod';
import { cents, utc } from '../api/values.ts';
import { savedCard } from './cards.ts';
import { invoiceStatuses } from './invoice-rows.ts';
import { operationAnswer } from './operations.ts';

/** What a customer must know to pay an open invoice. */
export const invoicePayment = z.object({
  invoiceId: z.string(),
  number: z.string().nullable(),
  productName: z.string().nullable(),
  status: z.enum(invoiceStatuses),
  /** Remaining amount in cents. */
  amount: cents,
  currency: z.string(),
  /** The saved card that the payment provider charges automatically; null if none. */
  chargedPaymentMethodId: z.string().nullable(),
  /**
   * Whether the invoice is for a subscription that continues, so that the paying card can also be charged for renewals.
   */
  renews: z.boolean(),
  /** The latest charge of a card, or null. */
  lastTry: z
    .object({
      at: utc,
      /** The payment provider's id of the card; null if unknown. */
      paymentMethodId: z.string().nullable(),
      card: savedCard.shape.card.pick({ brand: true, last4: true }).nullable(),
      /** Why the charge failed, in the user's language; null if the bank gave no reason. */
      reason: z.string().nullable(),
    })
    .nullable(),
  /** An unsettled payment. `requiresAction`: the cardholder has not authenticated it yet. */
  unsettled: z
    .object({ status: z.enum(['pending', 'requiresAction']), paymentMethodId: z.string().nullable() })
    .nullable(),
  /** The payment provider's page, on which the invoice can be paid too. */
  hostedInvoiceUrl: z.string().nullable(),
});
export type InvoicePayment = z.infer<typeof invoicePayment>;

/** The payment state of an invoice. */
export const invoicePaymentResult = operationAnswer.extend({
  /** `alreadyPaid`: the invoice was paid before, so this card was not charged. */
  outcome: z.enum(['paid', 'alreadyPaid', 'requiresAction']).nullable(),
  /** Lets the browser start the cardholder's authentication. */
  clientSecret: z.string().nullable(),
  /** Amount paid on the invoice, in cents; null if it is not paid yet. */
  amountPaid: cents.nullable(),
  currency: z.string(),
  /** Whether the card will be charged for the next renewals. */
  cardKept: z.boolean(),
});
export type InvoicePaymentResult = z.infer<typeof invoicePaymentResult>;
