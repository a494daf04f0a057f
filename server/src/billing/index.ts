export { replaceBillingEmail } from './billing-details/billing-details.service.ts';
export { cancellationRecords } from './cancellations/cancellations.queries.ts';
export { giveReason } from './cancellations/cancellations.service.ts';
export { sumRecentCancellations } from './cancellations/report.queries.ts';
export type { CardsContext } from './cards/cards.context.ts';
export { findCardsById, listExpiringCards, listSameCards } from './cards/cards.queries.ts';
export { cardExpiry } from './cards/cards.rules.ts';
export { addSource, deleteCard, listCards } from './cards/cards.service.ts';
export { InvalidCouponError } from './coupons/coupons.errors.ts';
export { redeemCoupon } from './coupons/coupons.queries.ts';
export { applyVisitorCoupon, findVisitorCouponBlock } from './coupons/coupons.service.ts';
export {
  findCredits,
  findCustomerDetails,
  findDefaultPaymentMethods,
  findMirroredCustomer,
  findTestClocks,
} from './customers/customers.queries.ts';
export { ensureCustomer, findCustomer } from './customers/customers.service.ts';
export { billingDomain, createBillingContext } from './domain.ts';
export { findCreditNote } from './invoices/credit-notes.queries.ts';
export { describeDiscount, nameDiscounts } from './invoices/discounts.ts';
export { findOldestDueDates } from './invoices/due.queries.ts';
export { listInvoicesOfPayment, listPaymentsOfInvoice, searchInvoices } from './invoices/invoices.queries.ts';
export {
  findLateInvoice,
  type LateInvoice,
  listLateAndOverdue,
  listLateInvoices,
  sumLateAndOverdue,
} from './invoices/late.queries.ts';
export {
  describeMailedLines,
  findMailedInvoice,
  listMailedFacts,
  type MailedFacts,
  type MailedInvoice,
} from './invoices/mailed-invoices.ts';
export { nameTaxes } from './invoices/tax-rates.ts';
export { listIntentsOfInvoices } from './invoices/unpaid.queries.ts';
export {
  countUnpaidOfCustomer,
  hasPaid,
  listUnpaidOfCustomer,
  sumUnpaidBalances,
} from './invoices/unpaid-balance.queries.ts';
export {
  chargeFailureReason,
  type FailedCharge,
  findPaidWith,
  listFailedCharges,
  listUnsettledFailures,
  sumCharges,
} from './payments/charges.queries.ts';
export { findRefund, sumRefunds } from './payments/refunds.queries.ts';
export type { LicensingPort, ProjectedSubscriptions } from './ports.ts';
export { performPurchase } from './purchase/perform.ts';
export type { PurchaseContext } from './purchase/purchase.context.ts';
export { PriceChangedError } from './purchase/purchase.errors.ts';
export { buy } from './purchase/purchase.service.ts';
export { quotePurchase } from './purchase/quote.ts';
export {
  type PurchaseOutcome,
  purchaseOutcome,
  purchaseRequest,
  type QuotedTerms,
  quotedTerms,
  quoteMilliseconds,
} from './purchase/quoted.ts';
export { auditAmountMismatch } from './purchase/settle.ts';
export { assertVisitorQuote, priceForVisitor } from './purchase/visitors.ts';
export { findSubscriptionsByStripeIds } from './subscriptions/changes.queries.ts';
export { endAccountSubscriptions, restoreAccountSubscriptions } from './subscriptions/disabled-account.ts';
export {
  countLive,
  countLiveWithPrices,
  listLiveProducts,
  selectAccountsWithPlans,
} from './subscriptions/live.queries.ts';
export { listScheduledChanges } from './subscriptions/scheduled-changes.ts';
export { cancelSubscription } from './subscriptions/subscriptions.cancellation.ts';
export { changeCard } from './subscriptions/subscriptions.card-change.ts';
export { findChargedCards } from './subscriptions/subscriptions.cards.ts';
export type { SubscriptionsContext } from './subscriptions/subscriptions.context.ts';
export { onSubscriptionsMirrored } from './subscriptions/subscriptions.projection.ts';
export {
  type CardUse,
  findSubscription,
  listCardUses,
  listCardUsesOfAccounts,
  listEnding,
  listSubscriptions,
  listSubscriptionsAfter,
  listSubscriptionsForProducts,
  type SubscriptionRow,
} from './subscriptions/subscriptions.queries.ts';
export { allowedCancellation, effectiveCancelAt, wireStatus } from './subscriptions/subscriptions.rules.ts';
export { findHoldings } from './subscriptions/subscriptions.service.ts';
export { findTrialsOfAccounts } from './subscriptions/trials.queries.ts';
export {
  type EndingSubscription,
  listEndedTrials,
  listEndingTrials,
  listPastDue,
  listUpcomingEnds,
  listUpcomingEndsOfAccount,
  listUpcomingRenewals,
  sumUpcomingRenewals,
} from './subscriptions/upcoming-renewals.queries.ts';
export { findUnpaid, isLastAttempt, presentUnpaid, type Unpaid } from './unpaid/unpaid.ts';
