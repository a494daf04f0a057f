import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { cardCalls } from './cards.ts';
import type { StripeClient } from './client.ts';
import { customerCalls } from './customers.ts';
import { invoiceCollectionCalls } from './invoice-collection.ts';
import { createMirror } from './mirror.ts';
import { createMirrorCare } from './mirror-care.ts';
import { paymentCalls } from './payments.ts';
import { previewCalls } from './previews.ts';
import { promotionCodeCalls } from './promotion-codes.ts';
import { subscriptionCalls } from './subscriptions.ts';
import { testClockCalls } from './test-clocks.ts';

export { cardBrand } from './card-brands.ts';
export { createStripeClient, type StripeClient } from './client.ts';
export { hasAddress } from './customers.ts';
export { CardError, ChargeTooLargeError, isRefusal, largestCharge } from './errors.ts';
export { readInvoiceDocument } from './invoices.ts';
export { type LineAmounts, readLineAmounts } from './line-amounts.ts';
export type { StripeSubscription, SubscriptionListener } from './mirror.ts';
export type { MirrorCare } from './mirror-care.ts';
export type { EventStatus, MendedDifference, RunStatus } from './mirror-status.queries.ts';
export { type Payment, paymentFromMirror } from './payments.ts';
export { arePendingItemsOf } from './pending-items.queries.ts';
export type { Preview, PreviewLine, UpcomingPreview } from './previews.ts';
export { declined, type PurchaseState } from './purchase-state.ts';
export type { Ending } from './subscription-endings.ts';
export type { PurchaseOrder, SubscriptionTerms } from './subscription-terms.ts';
export { registerWebhook } from './webhook.ts';

/** Everything the portal does at Stripe, in its own words. */
export function createGateway(database: Database, client: StripeClient, logger: Logger) {
  const mirror = createMirror(database, client);
  return {
    client,
    customers: customerCalls(client),
    cards: cardCalls(client),
    payments: paymentCalls(client),
    previews: previewCalls(client),
    promotionCodes: promotionCodeCalls(client),
    subscriptions: subscriptionCalls(client),
    invoiceCollection: invoiceCollectionCalls(client),
    testClocks: testClockCalls(client),
    mirror,
    mirrorCare: createMirrorCare(database, client, mirror, logger),
  };
}

export type Gateway = ReturnType<typeof createGateway>;
