import type { AccountHoldings } from '../../catalog/index.ts';
import type { Database } from '../../core/db/database.ts';
import { bindOperation } from '../../core/operations/index.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { ClosingContactsContext } from './closing-contacts.ts';
import type { BillingFacts, FindDevicesInUse } from './subscriptions.context.ts';
import {
  cancelOperation,
  changeCardOperation,
  restoreOperation,
  takeBackOperation,
} from './subscriptions.operations.ts';
import { subscriptionRoutes } from './subscriptions.routes.ts';
import { findHoldings } from './subscriptions.service.ts';

export {
  type EndingSubscription,
  listEndedTrials,
  listEndingTrials,
  listEndsAhead,
  listEndsOfAccount,
  listPastDue,
  listRenewalsAhead,
  sumRenewalsAhead,
} from './ahead.queries.ts';
export { findByStripeIds } from './changes.queries.ts';
export { findDiscounts } from './discounts.queries.ts';
export { listLatestEndings } from './latest-endings.queries.ts';
export { countLive, countLiveWithPrices, listLiveProducts, selectAccountsWithPlans } from './live.queries.ts';
export { listRenewing, type RenewingSubscription } from './renewing.ts';
export type { HeldSchedule, ScheduledChange } from './scheduled-changes.projection.ts';
export { findSchedule, listScheduledChanges, presentScheduledChange } from './scheduled-changes.ts';
export { cancelSubscription } from './subscriptions.cancellation.ts';
export { changeCard } from './subscriptions.card-change.ts';
export { findChargedCards } from './subscriptions.cards.ts';
export type { BillingFacts, FindDevicesInUse, PaymentEvent, SubscriptionsContext } from './subscriptions.context.ts';
export { followMirror, type ProjectedSubscriptions } from './subscriptions.projection.ts';
export {
  type CardUse,
  findBillingAnchor,
  findSubscription,
  findSubscriptionByStripeId,
  listCardUses,
  listCardUsesOfAccounts,
  listEnding,
  listSubscriptions,
  listSubscriptionsAfter,
  listSubscriptionsByStripeId,
  listSubscriptionsForProducts,
  lockSubscription,
  type SubscriptionRow,
} from './subscriptions.queries.ts';
export {
  allowedCancellation,
  canceledTo,
  changesAllowed,
  mayChangeCard,
  toHeld,
  wireStatus,
} from './subscriptions.rules.ts';
export { presentChange } from './subscriptions.service.ts';
export { hadTrial } from './trials.queries.ts';

/** The accounts' subscriptions. */
export function subscriptionsModule(context: ClosingContactsContext): PortalModule {
  return {
    routes: subscriptionRoutes(context),
    operations: [
      bindOperation(context, cancelOperation),
      bindOperation(context, restoreOperation),
      bindOperation(context, changeCardOperation),
      bindOperation(context, takeBackOperation),
    ],
  };
}

/** Provides subscriptions to the catalog. */
export function createAccountHoldings(
  database: Database,
  facts: { readonly findDevicesInUse: FindDevicesInUse; readonly billingFacts: BillingFacts },
): AccountHoldings {
  return {
    forProducts: (accountId, productIds) => findHoldings(database.query, accountId, productIds, facts),
  };
}
