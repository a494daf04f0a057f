import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { readTypedCode } from '../api/typed-code.ts';
import {
  catalogId,
  catalogIdParameter,
  cents,
  listSchema,
  pageQuery,
  providerId,
  rowIdParameter,
  shippingDetails,
  utc,
} from '../api/values.ts';
import { intervals } from '../catalog/catalog.ts';
import { couponCodePattern } from './coupon-code.ts';
import { invoicePreview, recurringCharge } from './invoice-previews.ts';
import { scheduledChange } from './subscriptions.ts';

/** One priced line: a price plan or one of its additional prices. */
const purchaseItem = z.object({
  subscriptionPlanId: catalogId,
  priceId: catalogId,
  quantity: z.int().min(0).max(100_000),
});

/** The message does not name the property, because that is the id of a price (WIRE-9). */
const addonQuantity = z
  .int()
  .refine((quantity) => quantity >= 1 && quantity <= 10_000, { params: { messageKey: 'validation.addonQuantity' } })
  .meta({ minimum: 1, maximum: 10_000 });
/** Add-on price id → quantity, 1 to 10000 (SEL-7). */
const addons = z.record(catalogId, addonQuantity);

/** A coupon's code as a customer types it (CPN-1). A text that cannot be a code is refused at its field. */
export const typedCoupon = z
  .string()
  .min(1)
  .max(100)
  .transform(readTypedCode)
  .refine((code) => couponCodePattern.test(code), { params: { messageKey: 'validation.coupon' } });
const coupon = typedCoupon.nullish();

/** The selection for totals, estimates, quotes and purchases (SEL-11). */
export const purchaseSelection = z.object({
  coupon,
  items: z.array(purchaseItem).min(1).max(20),
  addons: addons.optional(),
});
export type PurchaseSelection = z.infer<typeof purchaseSelection>;

/**
 * When a change takes effect. `periodEnd` is for a change that lowers each charge (SCH-1). If left out, the change is
 * immediate.
 */
const changeTime = z.enum(['now', 'periodEnd']);
export type ChangeTime = z.infer<typeof changeTime>;
const when = changeTime.optional();

const productParameters = z.object({ id: catalogIdParameter });
const operationParameters = productParameters.extend({ operationId: z.uuid() });

const amount = z.object({ label: z.string(), amount: cents });

/** What a selection costs now and later, with tax, for the receipt beside the selection. */
export const purchaseEstimate = z.object({
  /** What is charged now. */
  subscriptionUpdateInvoiceDetails: invoicePreview,
  /** What each later interval costs. */
  recurringInvoiceDetails: invoicePreview,
  /** When the recurring amount is first charged; null if nothing renews. */
  nextPaymentDate: utc.nullable(),
  /** What is paid each interval from `nextPaymentDate` on; empty if nothing renews. */
  recurringCharges: z.array(recurringCharge),
  /** What the account pays for its current subscription to the product, for comparison; null without one. */
  current: z.object({ recurringInvoiceDetails: invoicePreview, recurringCharges: z.array(recurringCharge) }).nullable(),
  /** When the change could take effect later; null if it is immediate, and for a new subscription. */
  waitsUntil: utc.nullable(),
  /**
   * When the change takes effect; null if immediately. If a change cannot wait for the end of the period, the
   * estimate is for now (SCH-3).
   */
  startsAt: utc.nullable(),
  /** Side effects of the selection; null for a new subscription. */
  consequences: z
    .object({
      /** Captions of the add-ons that the selection removes. */
      removedAddons: z.array(z.string()),
      /** Names of the discounts that the selection ends. */
      removedDiscounts: z.array(z.string()),
      /** A scheduled change that the selection replaces. */
      replacedChange: scheduledChange.nullable(),
    })
    .nullable(),
});
export type PurchaseEstimate = z.infer<typeof purchaseEstimate>;

/** Totals that the dialogs show while the customer chooses (PUR-3); cents, labels in the user's language. */
export const purchaseTotals = z.object({
  customizePurchaseSubtotal: amount,
  customizePurchaseCurrentCost: amount,
  customizePurchaseTotal: amount.extend({ note: z.string() }),
  completePurchaseSubtotal: amount,
  completePurchaseTotal: amount.extend({ note: z.string() }),
});

export const purchaseResult = z.object({
  operationId: z.string(),
  /**
   * `succeeded`: paid and active. `requiresAction`: the cardholder must authenticate; pass `clientSecret` to
   * confirmCardPayment, then poll. `pending`: being confirmed; poll. `failed`: nothing was bought; `error` says why.
   */
  status: z.enum(['succeeded', 'requiresAction', 'pending', 'failed']),
  subscriptionId: z.int().nullable(),
  clientSecret: z.string().nullable(),
  /** Cents charged today. */
  amountPaid: cents.nullable(),
  /** When the next payment is due; null if nothing renews. */
  nextPaymentDate: utc.nullable(),
  receiptUrl: z.string().nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type PurchaseResult = z.infer<typeof purchaseResult>;

/** A way to pay for the account's subscription: one price plan of its plan. */
export const paymentOption = z.object({
  /** Id of the price plan, which a change of the subscription names. */
  id: catalogId,
  nickname: z.string(),
  interval: z.enum(intervals),
  intervalCount: z.int().positive(),
  /** Cents per unit and interval. */
  amount: cents,
  amountPerMonth: cents,
  /** Cents saved in a year compared with twelve monthly payments. */
  yearSavings: cents,
  currency: z.string(),
  /** Whether the subscription uses this option now. */
  isCurrent: z.boolean(),
});
export type PaymentOption = z.infer<typeof paymentOption>;

export const purchase = {
  calculateTotals: defineEndpoint({
    method: 'POST',
    path: '/api/Products/{id}/CalculatePurchaseTotals',
    summary: 'Totals of a selection from the catalog, before tax',
    action: 'purchase.calculate',
    params: productParameters,
    body: purchaseSelection.extend({ subscriptionId: z.int().nullish(), prorationDate: z.int().nullish() }),
    response: purchaseTotals,
    errors: ['InvalidCoupon', 'NotForSale'],
  }),
  preview: defineEndpoint({
    method: 'POST',
    path: '/api/Products/{id}/PreviewPurchase',
    summary:
      'The amounts charged now and for each interval, with tax; the response is a quote that the purchase must name',
    action: 'purchase.buy',
    params: productParameters,
    body: purchaseSelection.extend({
      paymentMethodId: providerId.nullish(),
      shippingDetails: shippingDetails.nullish(),
      prorationDate: z.int().nullish(),
      when,
    }),
    response: purchaseEstimate.extend({ taxTransactionId: z.string(), expiresAt: utc }),
    errors: ['InvalidCoupon', 'NotForSale', 'Conflict', 'CardError'],
  }),
  estimate: defineEndpoint({
    method: 'POST',
    path: '/api/Products/{id}/EstimatePurchase',
    summary:
      "Estimates a selection's cost now and later, with tax if an address is known; an estimate cannot be bought",
    action: 'purchase.calculate',
    params: productParameters,
    body: purchaseSelection.extend({ shippingDetails: shippingDetails.nullish(), when }),
    response: purchaseEstimate.extend({
      /** False if no address is known; the amounts are then before tax. */
      includesTax: z.boolean(),
    }),
    errors: ['InvalidCoupon', 'NotForSale', 'Conflict', 'CardError'],
  }),
  purchase: defineEndpoint({
    method: 'POST',
    path: '/api/Products/{id}/Purchase',
    summary: 'Buys a quote, once, however often the request is sent',
    action: 'purchase.buy',
    params: productParameters,
    body: purchaseSelection.extend({
      productId: catalogId.optional(),
      paymentMethodId: providerId.nullish(),
      taxTransactionId: z.string().min(1).max(100),
      /** Who ordered it; required of an operator who acts as the user (PUR-42). */
      orderedBy: z.string().trim().max(200).optional(),
      shippingDetails: shippingDetails.nullish(),
      when,
    }),
    response: purchaseResult,
    errors: [
      'CardError',
      'Conflict',
      'PriceChanged',
      'PurchaseUnderWay',
      'ChangeUnderWay',
      'NotForSale',
      'InvalidCoupon',
    ],
  }),
  getPurchase: defineEndpoint({
    method: 'GET',
    path: '/api/Products/{id}/Purchase/{operationId}',
    summary: 'The state of a purchase; asks the payment provider again if the cardholder had to authenticate',
    action: 'purchase.view',
    params: operationParameters,
    response: purchaseResult,
    errors: ['CardError'],
  }),
  /**
   * `failed`: nothing was bought, and the payment can no longer be authenticated. `succeeded`: the payment succeeded
   * first. `pending`: the provider did not answer; the purchase is abandoned later. A purchase is abandoned only
   * while it waits for a cardholder.
   */
  abandon: defineEndpoint({
    method: 'DELETE',
    path: '/api/Products/{id}/Purchase/{operationId}',
    summary: 'Abandons a purchase or a change that waits for its cardholder; returns its state afterwards',
    action: 'purchase.buy',
    params: operationParameters,
    response: purchaseResult,
  }),
  listPaymentOptions: defineEndpoint({
    method: 'GET',
    path: '/api/Products/{id}/Subscription/{subId}/paymentOptions',
    summary:
      'The billing intervals and prices available for a subscription; the current one comes first, even if it is no longer sold',
    action: 'purchase.view',
    params: z.object({ id: catalogIdParameter, subId: rowIdParameter }),
    query: pageQuery({ pageSize: 100, max: 100 }),
    response: listSchema(paymentOption),
  }),
};
