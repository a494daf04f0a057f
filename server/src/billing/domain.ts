import type { Config } from '../core/config.ts';
import type { PortalModule } from '../core/portal-module.ts';
import type { BillingDetailsContext } from './billing-details/billing-details.operations.ts';
import { billingDetailsModule } from './billing-details/billing-details.routes.ts';
import { billingOverviewsModule } from './billing-overviews/billing-overviews.routes.ts';
import type { BillingOverviewsContext } from './billing-overviews/billing-overviews.service.ts';
import type { CancellationsContext } from './cancellations/cancellations.operations.ts';
import { cancellationRecords } from './cancellations/cancellations.queries.ts';
import { cancellationsModule } from './cancellations/cancellations.routes.ts';
import type { CardsContext } from './cards/cards.context.ts';
import { cardsModule } from './cards/cards.routes.ts';
import { couponsModule } from './coupons/coupons.routes.ts';
import { customersModule } from './customers/customers.routes.ts';
import { findOldestDueDates } from './invoices/due.queries.ts';
import type { InvoicesContext } from './invoices/invoices.context.ts';
import { hasOpenInvoice } from './invoices/invoices.queries.ts';
import { invoicesModule } from './invoices/invoices.routes.ts';
import { operationsModule } from './operations/operations.routes.ts';
import type { OperationsContext } from './operations/operations.service.ts';
import { chargeFailureReason, findDeclines, findPaidWith, listFailedCharges } from './payments/charges.queries.ts';
import { paymentsModule } from './payments/payments.routes.ts';
import type { PaymentsContext } from './payments/payments.service.ts';
import { assertCouponFits } from './purchase/coupon-fits.ts';
import type { PurchaseContext } from './purchase/purchase.context.ts';
import { purchaseModule } from './purchase/purchase.routes.ts';
import { listCardUses, lockChargedTo } from './subscriptions/subscriptions.queries.ts';
import { subscriptionsModule } from './subscriptions/subscriptions.routes.ts';
import { trialModule } from './trial/trial.routes.ts';
import type { TrialContext } from './trial/trial.service.ts';
import { createBillingFacts } from './unpaid/billing-facts.ts';

/** Functions that a folder of billing calls in a folder that imports it. */
const parts = {
  cancellationRecords,
  findOldestDueDates,
  chargeFailureReason,
  findDeclines,
  findPaidWith,
  hasOpenInvoice,
  listCardUses,
  listFailedCharges,
  lockChargedTo,
};

/** Adds the functions that billing's folders call in each other. Domains that use billing call it, too. */
export function createBillingContext<Given extends { readonly config: Pick<Config, 'paymentRetries'> }>(given: Given) {
  return { ...given, ...parts, billingFacts: createBillingFacts(given.config) };
}

type DomainContext = Omit<
  BillingDetailsContext &
    BillingOverviewsContext &
    CancellationsContext &
    CardsContext &
    Parameters<typeof subscriptionsModule>[0] &
    InvoicesContext &
    OperationsContext &
    PaymentsContext &
    PurchaseContext &
    TrialContext,
  keyof typeof parts | 'billingFacts'
> & { readonly config: Pick<Config, 'paymentRetries'> };

/** Customers at Stripe, their purchases, subscriptions, invoices and payments. */
export function billingDomain(given: DomainContext): readonly PortalModule[] {
  const context = createBillingContext(given);
  return [
    customersModule(context),
    cardsModule(context),
    billingDetailsModule(context),
    couponsModule({
      ...context,
      assertCouponFits: (asking, ...selected) => assertCouponFits({ ...context, ...asking }, ...selected),
    }),
    purchaseModule(context),
    subscriptionsModule(context),
    cancellationsModule(context),
    trialModule(context),
    invoicesModule(context),
    paymentsModule(context),
    billingOverviewsModule(context),
    operationsModule(context),
  ];
}
