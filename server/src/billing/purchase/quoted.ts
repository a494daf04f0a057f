import { type ChangeTime, type PurchaseSelection, type ShippingDetails, storedAddress } from '@portico/contract';
import { z } from 'zod';
import type { SubscriptionTerms } from '../../core/stripe/index.ts';

/** How long a quote is valid (PUR-5). */
export const quoteMilliseconds = 30 * 60 * 1000;

export const purchaseKind = 'purchase';

export interface QuoteInput extends PurchaseSelection {
  readonly shippingDetails?: ShippingDetails | null | undefined;
  readonly paymentMethodId?: string | null | undefined;
  readonly when?: ChangeTime | undefined;
}

/** The request for a purchase, which names its quote. */
export interface PurchaseInput extends QuoteInput {
  readonly taxTransactionId: string;
  /** The customer who ordered it, if an operator buys in a user's name (PUR-42). */
  readonly orderedBy?: string | undefined;
}

/** An absent field of JSON becomes `undefined`, so that stored and read values are equal. */
function absent<Value>(schema: z.ZodType<Value>) {
  return schema.optional().transform((value) => value);
}

const pricedItem = z.object({
  kind: z.enum(['base', 'additional', 'addon']),
  priceId: z.string(),
  stripePriceId: z.string(),
  quantity: z.number(),
});

const subscriptionTerms: z.ZodType<SubscriptionTerms> = z.object({
  items: z.array(pricedItem),
  promotionCodeId: absent(z.string()),
  automaticTax: z.boolean(),
  trialDays: absent(z.number()),
  endsWithTrial: z.boolean().optional(),
  pricedAt: z.number(),
  change: absent(
    z.object({
      stripeSubscriptionId: z.string(),
      currentItems: z.array(
        z.object({ kind: pricedItem.shape.kind, stripeItemId: z.string(), stripePriceId: z.string() }),
      ),
      prorationDate: z.number(),
      endTrial: z.boolean(),
      endsOnDate: z.boolean().optional(),
      scheduleId: z.string().optional(),
      startsAt: z.number().optional(),
      keptDiscounts: z.array(z.string()).optional(),
      paymentMethodId: z.string().nullable(),
    }),
  ),
});

/** Stored addresses were validated on input, and keep their fields. */
const shippingDetails: z.ZodType<ShippingDetails> = z.looseObject({
  name: z.string(),
  address: storedAddress.loose(),
});

const invoiceAmounts = z.object({
  total: z.number(),
  amountDue: z.number(),
});

const quotedSubscription = z.object({
  stripeSubscriptionId: z.string(),
  status: z.string(),
  expiresAt: z.string().nullable(),
  cancelAt: z.string().nullable(),
  items: z.array(z.object({ stripeItemId: z.string(), stripePriceId: z.string(), quantity: z.number() })),
  /** The subscription's schedule at Stripe, with the scheduled change. Older quotes have none. */
  schedule: z
    .object({
      stripeScheduleId: z.string(),
      change: z
        .object({
          at: z.string(),
          items: z.array(z.object({ stripePriceId: z.string(), quantity: z.number() })),
        })
        .nullable(),
    })
    .nullable()
    .default(null),
});

const chargeFacts = z.object({
  balance: z.number(),
  taxExempt: z.string(),
  discounts: z.array(z.string()),
  pendingItems: z.number(),
  pendingAmount: z.number(),
  pendingTerms: z.string(),
});

const quotedChargeFacts = chargeFacts.extend({
  startingBalance: z.number(),
  startingTaxExempt: z.string(),
  startingDiscounts: z.array(z.string()),
});

/** The content of a quote: enough to buy exactly what was shown (PUR-6). */
export const quotedTerms = z.object({
  terms: subscriptionTerms,
  planId: z.string(),
  shippingDetails: absent(shippingDetails),
  /** ISO 8601 UTC; null if nothing renews. */
  nextPaymentDate: z.string().nullable(),
  /** Cents per interval after the first payment. */
  recurringTotal: z.number(),
  /** The subscription that is changed, as it was at the quote. Null for a new one. */
  subscription: quotedSubscription.nullable(),
  /** The facts that the amount due depended on. */
  chargeFacts: quotedChargeFacts,
  charge: invoiceAmounts,
});

/** The request of a purchase. It is stored before its first call. */
export const purchaseRequest = z.object({
  quoteId: z.string(),
  customerId: z.string(),
  paymentMethodId: absent(z.string()),
  /** The card that an abandoned change restores to its subscription; null for the default card. */
  formerPaymentMethodId: absent(z.string().nullable()),
  productId: z.string(),
  quoted: quotedTerms,
  /** The operator who buys in the user's name, why, who ordered it, and the currency of the amount (PUR-42). */
  acting: absent(z.object({ operatorId: z.number(), reason: z.string(), orderedBy: z.string(), currency: z.string() })),
});

/** The path of the coupon in a purchase's request. */
export const promotionCodePath = ['quoted', 'terms', 'promotionCodeId'];

export const purchaseOutcome = z.object({
  stripeSubscriptionId: z.string(),
  /** Null if nothing was due. */
  stripeInvoiceId: z.string().nullable(),
  /** Cents paid today. */
  amountPaid: z.number(),
  receiptUrl: z.string().nullable(),
  /** The amounts of Stripe's invoice; null without one. */
  invoiced: invoiceAmounts.nullable(),
});

/** The total and the amount due of an invoice, in cents. */
export type InvoiceAmounts = z.infer<typeof invoiceAmounts>;
/** The state of a subscription that determines the cost of a change and whether the quote still fits. Times are ISO 8601 UTC. */
export type QuotedSubscription = z.infer<typeof quotedSubscription>;
/**
 * The facts besides the selection that determine an amount due. Amounts are cents. A negative balance is a credit. `taxExempt` is `none`, `exempt`
 * or `reverse`. `discounts` has the sorted ids of the discounts of customer and subscription.
 */
export type ChargeFacts = z.infer<typeof chargeFacts>;
/** The mirror's facts when the quote was made, and those of Stripe's calculation, which may have been newer. */
export type QuotedChargeFacts = z.infer<typeof quotedChargeFacts>;
export type QuotedTerms = z.infer<typeof quotedTerms>;
export type PurchaseRequest = z.infer<typeof purchaseRequest>;
export type PurchaseOutcome = z.infer<typeof purchaseOutcome>;
