import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { billingDetailsCalls } from './calls/billing-details.ts';
import { cardCalls } from './calls/cards.ts';
import { customerCalls } from './calls/customers.ts';
import { invoiceCollectionCalls } from './calls/invoice-collection.ts';
import { invoiceDiscountCalls } from './calls/invoice-discounts.ts';
import { invoicePaymentCalls } from './calls/invoice-payment.ts';
import { invoicePdfCalls } from './calls/invoice-pdf.ts';
import { paymentCalls } from './calls/payments.ts';
import { previewCalls } from './calls/previews.ts';
import { priceCalls } from './calls/prices.ts';
import { promotionCodeCalls } from './calls/promotion-codes.ts';
import { subscriptionCalls } from './calls/subscriptions.ts';
import { taxRateCalls } from './calls/tax-rates.ts';
import { testClockCalls } from './calls/test-clocks.ts';
import type { StripeClient } from './client.ts';
import { createMirrorMaintenance } from './mirror/maintenance.ts';
import { createMirror } from './mirror/mirror.ts';

export { type CustomerDetails, readCustomerDetails } from './calls/billing-details.ts';
export { cardBrand } from './calls/cards.ts';
export { type CreditNoteWays, readCreditNoteWays } from './calls/credit-notes.ts';
export { hasAddress } from './calls/customers.ts';
export { demoVendorActions } from './calls/demo-vendor-actions.ts';
export type { InvoiceDiscount } from './calls/invoice-discounts.ts';
export type { InvoicePaymentState } from './calls/invoice-payment.ts';
export {
  type InvoiceLife,
  readDiscountAmounts,
  readInvoiceDocument,
  readInvoiceLife,
  readInvoiceSums,
  readTaxAmounts,
  summedFields,
} from './calls/invoices.ts';
export { type LineAmounts, readCredited, readLineAmounts } from './calls/line-amounts.ts';
export { declined, type SubscriptionPaymentState } from './calls/payment-state.ts';
export { type Payment, paymentFromMirror } from './calls/payments.ts';
export type { Preview, PreviewDiscount, PreviewLine } from './calls/preview.ts';
export type { PreviewRequest, UpcomingPreview } from './calls/previews.ts';
export { readPriceTerms } from './calls/prices.ts';
export { nameCustomField } from './calls/purchase-order.ts';
export type { Cancellation } from './calls/subscription-cancellation.ts';
export type { SubscriptionRequest, SubscriptionTerms } from './calls/subscription-terms.ts';
export type { TaxRate } from './calls/tax-rates.ts';
export { createStripeClient, type StripeClient } from './client.ts';
export {
  CardError,
  ChargeTooLargeError,
  CouponRefusedError,
  isFinal,
  isKeyOfAnother,
  isRefusal,
  isStoredFailure,
  largestCharge,
} from './errors.ts';
export { listEventsAbout, type TimelineRow } from './events/timeline.queries.ts';
export { registerWebhook } from './events/webhook.ts';
export {
  countOpenIssues,
  dismissIssue,
  findOpenIssue,
  listOpenIssues,
  listSubjectsOfPrice,
  type OpenStripeIssue,
  recordIssues,
  replaceIssues,
  settleIssues,
} from './issues/issues.queries.ts';
export { installRefusalReports, recordRefusal, soldPricesSubject } from './issues/refusals.ts';
export type { MirrorMaintenance } from './mirror/maintenance.ts';
export { pendingItemsCondition } from './mirror/pending-items.queries.ts';
export type { EventStatus, RepairedDifference, RunStatus, WebhookFault } from './mirror/status.queries.ts';
export type { StripeSubscription, SubscriptionListener } from './mirror/store.ts';
export { createSandboxControl, type SandboxControl } from './sandbox-control.ts';
export { sandboxKeys } from './sandbox-host.ts';
export { SpentKeyError, type Step } from './step.ts';

/** The portal's calls at Stripe, and the mirror of its objects. */
export function createGateway(database: Database, client: StripeClient, logger: Logger) {
  const mirror = createMirror(database, client);
  return {
    client,
    customers: customerCalls(client),
    billingDetails: billingDetailsCalls(client),
    cards: cardCalls(client),
    payments: paymentCalls(client),
    previews: previewCalls(client),
    prices: priceCalls(client),
    promotionCodes: promotionCodeCalls(client),
    subscriptions: subscriptionCalls(client),
    invoiceCollection: invoiceCollectionCalls(client),
    invoicePayments: invoicePaymentCalls(client),
    invoiceDiscounts: invoiceDiscountCalls(client),
    taxRates: taxRateCalls(client),
    invoicePdfs: invoicePdfCalls(client),
    testClocks: testClockCalls(client),
    mirror,
    mirrorMaintenance: createMirrorMaintenance(database, client, mirror, logger),
  };
}

export type Gateway = ReturnType<typeof createGateway>;
