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
