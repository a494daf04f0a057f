import { z } from 'zod';
import { cents, utc } from '../api/values.ts';
import { savedCard } from './cards.ts';
import { invoiceStatuses } from './invoice-rows.ts';
import { operationAnswer } from './operations.ts';

/** What somebody who pays an open invoice has to know. */
export const invoicePayment = z.object({
  invoiceId: z.string(),
  number: z.string().nullable(),
  productName: z.string().nullable(),
  status: z.enum(invoiceStatuses),
  /** Cents that remain. */
  amount: cents,
  currency: z.string(),
  /** The saved card that the payment provider charges by itself; null where there is none. */
  chargedPaymentMethodId: z.string().nullable(),
  /** Whether the invoice is for a subscription that goes on: its next renewals can be charged to the card that pays. */
  renews: z.boolean(),
  /** The last try of a card; null where there was none. */
  lastTry: z
    .object({
      at: utc,
      /** The card as the payment provider names it; null where it is not known. */
      paymentMethodId: z.string().nullable(),
      card: savedCard.shape.card.pick({ brand: true, last4: true }).nullable(),
      /** Why it failed, in the reader's language; null where the bank gave no reason. */
      reason: z.string().nullable(),
    })
    .nullable(),
  /** A payment that is not settled; `requiresAction`: its cardholder has not confirmed it yet. */
  unsettled: z
    .object({ status: z.enum(['pending', 'requiresAction']), paymentMethodId: z.string().nullable() })
    .nullable(),
  /** The payment provider's page where it can be paid too. */
  hostedInvoiceUrl: z.string().nullable(),
});
export type InvoicePayment = z.infer<typeof invoicePayment>;

/** How the payment of an invoice stands. */
export const invoicePaymentResult = operationAnswer.extend({
  /** `alreadyPaid`: it had been paid before, and nothing was charged to this card. */
  outcome: z.enum(['paid', 'alreadyPaid', 'requiresAction']).nullable(),
  /** With this the browser lets the cardholder confirm. */
  clientSecret: z.string().nullable(),
  /** Cents that the invoice was paid; null before. */
  amountPaid: cents.nullable(),
  currency: z.string(),
  /** Whether the card pays for the next renewals from now on. */
  cardKept: z.boolean(),
});
export type InvoicePaymentResult = z.infer<typeof invoicePaymentResult>;
