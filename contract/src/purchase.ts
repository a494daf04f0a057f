import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { catalogId, cents, providerId, shippingDetails, utc } from './values.ts';

/** One priced line: a price plan or one of its additional prices. */
const purchaseItem = z.object({
  subscriptionPlanId: catalogId,
  priceId: catalogId,
  quantity: z.int().min(0).max(100_000),
});

/** Add-on price id → quantity, 1 to 10000 (spec 1 §5). */
const addons = z.record(catalogId, z.int().min(1).max(10_000));

const coupon = z.string().trim().min(1).max(100).nullish();

const selection = z.object({
  coupon,
  items: z.array(purchaseItem).min(1).max(20),
  addons: addons.optional(),
});
export type PurchaseSelection = z.infer<typeof selection>;

const productParameters = z.object({ id: catalogId });
const operationParameters = productParameters.extend({ operationId: z.uuid() });

const amount = z.object({ label: z.string(), amount: cents });

/** What the dialogs show while the customer chooses (spec 1 §3 'Calculated purchase totals'); cents, labels in the reader's language. */
export const purchaseTotals = z.object({
  customizePurchaseSubtotal: amount,
  customizePurchaseCurrentCost: amount,
  customizePurchaseTotal: amount.extend({ note: z.string() }),
  completePurchaseSubtotal: amount,
  completePurchaseTotal: amount.extend({ note: z.string() }),
});

export const invoicePreview = z.object({
  lines: z.array(z.object({ description: z.string(), quantity: z.int(), unitPrice: cents, amount: cents })),
  subtotal: cents,
  /** What coupons take off; negative where discounted time is given back. */
  discount: cents,
  totalExcludingTax: cents,
  taxAmounts: z.array(z.object({ description: z.string(), amount: cents })),
  total: cents,
  /** What the customer's credit leaves to be paid. */
  amountDue: cents,
});
export type InvoicePreview = z.infer<typeof invoicePreview>;

export const purchaseResult = z.object({
  operationId: z.string(),
  /**
   * `succeeded`: paid and active. `requiresAction`: the card's holder must confirm; use `clientSecret` with confirmCardPayment,
   * then ask again. `pending`: being confirmed; ask again. `failed`: nothing was bought; `error` says why.
   */
  status: z.enum(['succeeded', 'requiresAction', 'pending', 'failed']),
  subscriptionId: z.int().nullable(),
  clientSecret: z.string().nullable(),
  /** Cents charged today. */
  amountPaid: cents.nullable(),
  /** When the next payment falls due; null where nothing renews. */
  nextPaymentDate: utc.nullable(),
  receiptUrl: z.string().nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type PurchaseResult = z.infer<typeof purchaseResult>;

export const purchase = {
  calculateTotals: defineEndpoint({
    method: 'POST',
    path: '/api/Products/{id}/CalculatePurchaseTotals',
    summary: 'Totals of a selection from the catalogue, before tax',
    access: { who: 'user', features: ['billing'], readOnly: true },
    params: productParameters,
    body: selection.extend({ subscriptionId: z.int().nullish(), prorationDate: z.int().nullish() }),
    response: purchaseTotals,
    errors: ['InvalidCoupon', 'NotForSale'],
  }),
  preview: defineEndpoint({
    method: 'POST',
    path: '/api/Products/{id}/PreviewPurchase',
    summary: 'What is charged now and what recurs, with tax; the answer is a quote that the purchase must name',
    access: { who: 'user', features: ['billing'] },
    params: productParameters,
    body: selection.extend({
      paymentMethodId: providerId.nullish(),
      shippingDetails: shippingDetails.nullish(),
      prorationDate: z.int().nullish(),
    }),
    response: z.object({
      taxTransactionId: z.string(),
      expiresAt: utc,
      subscriptionUpdateInvoiceDetails: invoicePreview,
      recurringInvoiceDetails: invoicePreview,
      /** When the recurring amount is first charged; null where nothing renews. */
      nextPaymentDate: utc.nullable(),
    }),
    errors: ['InvalidCoupon', 'NotForSale', 'CardError'],
  }),
  purchase: defineEndpoint({
    method: 'POST',
    path: '/api/Products/{id}/Purchase',
    summary: 'Buys what a quote said, once, however often it is sent',
    access: { who: 'user', features: ['billing'] },
    params: productParameters,
    body: selection.extend({
      productId: catalogId.optional(),
      paymentMethodId: providerId.nullish(),
      taxTransactionId: z.string().min(1).max(100),
      shippingDetails: shippingDetails.nullish(),
    }),
    response: purchaseResult,
    errors: ['CardError', 'PriceChanged', 'PurchaseUnderWay', 'ChangeUnderWay', 'NotForSale', 'InvalidCoupon'],
  }),
  getPurchase: defineEndpoint({
    method: 'GET',
    path: '/api/Products/{id}/Purchase/{operationId}',
    summary: 'How a purchase stands; asks the payment provider again where the holder had to confirm',
    access: { who: 'user', features: ['billing'] },
    params: operationParameters,
    response: purchaseResult,
    errors: ['CardError'],
  }),
  /**
   * `failed`: nothing is bought, and nobody can confirm it any more. `succeeded`: the holder was quicker, and it is bought. `pending`: the provider
   * did not answer; it is given up once it does. What does not wait for its holder stays as it is, and the answer says how that is.
   */
  giveUp: defineEndpoint({
    method: 'DELETE',
    path: '/api/Products/{id}/Purchase/{operationId}',
    summary: "Gives up a purchase or a change that waits for its card's holder; answers how it stands then",
    access: { who: 'user', features: ['billing'] },
    params: operationParameters,
    response: purchaseResult,
  }),
};
