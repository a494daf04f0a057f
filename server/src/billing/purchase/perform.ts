import { saveBusinessAddress } from '../../accounts/index.ts';
import { findOperation, type OperationContext, type OperationOf, type Performed } from '../../core/operations/index.ts';
import {
  CardError,
  declined,
  type Gateway,
  hasAddress,
  type SubscriptionPaymentState,
  type SubscriptionRequest,
} from '../../core/stripe/index.ts';
import { findMirroredCustomer } from '../customers/customers.queries.ts';
import { explainItems } from '../subscriptions/item-prices.projection.ts';
import { loadFactsBeforeBuying } from './facts.ts';
import { assertQuoteHolds } from './judge.ts';
import type { PurchaseContext } from './purchase.context.ts';
import { PriceChangedError } from './purchase.errors.ts';
import type { PurchaseOutcome, PurchaseRequest } from './quoted.ts';
import { isScheduling, performScheduling, releaseReplacedChange } from './scheduled.ts';

type Purchase = OperationOf<PurchaseRequest, PurchaseOutcome>;

/** A customer with its subscriptions, as the call that saved its address returned it. */
type CustomerWithSubscriptions = Awaited<ReturnType<Gateway['customers']['setAddress']>> | undefined;

type MirroredAddress = Parameters<typeof hasAddress>[0];

/** The fifth step: buys the quote. The worker resumes it where it stopped. */
export async function performPurchase(
  context: PurchaseContext,
  purchase: Purchase,
  operationContext: OperationContext,
): Promise<Performed<PurchaseOutcome>> {
  const { gateway } = context;
  if (purchase.state === 'requires_action' && purchase.outcome) {
    const { stripeSubscriptionId, stripeInvoiceId } = purchase.outcome;
    const state = await gateway.subscriptions.retrieve(stripeSubscriptionId, stripeInvoiceId ?? undefined);
    return recordPurchaseState(context, purchase, state, operationContext);
  }
  const customer = await saveAddress(context, purchase, operationContext);
  await assertQuoteHoldsBeforeBuying(context, purchase, customer);
  await assertNoSubscriptionAtStripe(context, purchase, customer);
  if (isScheduling(purchase)) return performScheduling(context, toSubscriptionRequest(purchase), operationContext);
  const state = await gateway.subscriptions.createOrChange(toSubscriptionRequest(purchase), operationContext.step);
  return recordPurchaseState(context, purchase, state, operationContext);
}

/** Saves the quoted address with the customer at Stripe, unless it is saved already. @returns the customer if Stripe returned it */
async function saveAddress(
  { database, gateway }: PurchaseContext,
  { accountId, request }: Purchase,
  { step }: OperationContext,
): Promise<CustomerWithSubscriptions> {
  const { quoted, customerId } = request;
  const { shippingDetails } = quoted;
  if (!shippingDetails) return undefined;
  const known = (await findMirroredCustomer(database.query, customerId))?.data as MirroredAddress | undefined;
  const customer =
    known && hasAddress(known, shippingDetails)
      ? undefined
      : await gateway.customers.setAddress(customerId, shippingDetails, step);
  if (customer) await gateway.mirror.storeCustomer(customer);
  await saveBusinessAddress(database.query, accountId, shippingDetails);
  return customer;
}

/**
 * Judges the quote once more before anything is bought (PUR-16). Once a process has begun the call that buys, Stripe
 * may have performed that call, so its effects are no reason to refuse the purchase.
 * @throws PriceChangedError; InvoiceUnpaidError
 */
async function assertQuoteHoldsBeforeBuying(
  context: PurchaseContext,
  purchase: Purchase,
  customer: CustomerWithSubscriptions,
): Promise<void> {
  if (hasBegunBuying(purchase)) return;
  const { request } = purchase;
  try {
    assertQuoteHolds(request, await loadFactsBeforeBuying(context, request, customer !== undefined));
  } catch (error) {
    const now = await findOperation(context.database.query, purchase.id, purchase.accountId);
    if (!now || !hasBegunBuying(now)) throw error;
  }
}

/**
 * Looks at Stripe for an unknown subscription to the product before creating one, and stores what it finds (PUR-17).
 * If an unanswered call of this purchase created that subscription, the purchase continues with it.
 * @throws PriceChangedError
 */
async function assertNoSubscriptionAtStripe(
  { gateway, catalog }: PurchaseContext,
  { id, request }: Purchase,
  customer: CustomerWithSubscriptions,
): Promise<void> {
  const { customerId, productId, quoted } = request;
  if (quoted.terms.change) return;
  const live = await gateway.subscriptions.listLive(customerId, customer);
  if (live.some(({ metadata }) => metadata.operation_id === id)) return;
  const sold = await catalog.findSoldPrices();
  const unknown = live.find((subscription) =>
    explainItems(subscription, sold, undefined).some(({ price }) => price?.plan && price.productId === productId),
  );
  if (unknown) await gateway.mirror.storeSubscription(unknown);
  assertQuoteHolds(request, { hasUnknownSubscription: unknown !== undefined });
}

/** Stores the state of a purchase at Stripe, then completes the purchase, waits for authentication or abandons it. */
async function recordPurchaseState(
  context: PurchaseContext,
  purchase: Purchase,
  state: SubscriptionPaymentState,
  operationContext: OperationContext,
): Promise<Performed<PurchaseOutcome>> {
  const { gateway } = context;
  const { step, abandon } = operationContext;
  await gateway.mirror.storeSubscription(state.subscription);
  const call = toSubscriptionRequest(purchase);
  if (state.outcome === 'active') {
    const { subscription } = await gateway.subscriptions.complete(call, state, step);
    if (subscription !== state.subscription) await gateway.mirror.storeSubscription(subscription);
    await releaseReplacedChange(context, call.terms, operationContext);
    await refreshBalance(context, call, state);
    return { state: 'succeeded', outcome: toOutcome(state) };
  }
  if (state.outcome === 'requiresAction' && !abandon && call.paymentMethodId) {
    await refreshBalance(context, call, state);
    return { state: 'requires_action', outcome: toOutcome(state), clientSecret: state.clientSecret };
  }
  const left = await gateway.subscriptions.abandon(state, call.terms.change, step);
  // A payment that succeeded first is kept (PUR-20).
  if (left.outcome === 'active') return recordPurchaseState(context, purchase, left, operationContext);
  await gateway.mirror.storeSubscription(left.subscription);
  await refreshBalance(context, call, state);
  // Nothing was due at the quote, and no card was named.
  if (!call.paymentMethodId) throw new PriceChangedError();
  throw state.outcome === 'declined' ? declined(state) : new CardError({ key: 'purchase.notConfirmed' });
}

/** Fetches the customer's remaining balance now, because the next purchase may use it before a webhook arrives. */
async function refreshBalance(
  { gateway }: PurchaseContext,
  { customerId }: SubscriptionRequest,
  { invoice }: SubscriptionPaymentState,
): Promise<void> {
  if (invoice && invoice.ending_balance !== invoice.starting_balance)
    await gateway.mirror.refresh('customer', customerId);
}

function toOutcome({ subscription, invoice }: SubscriptionPaymentState): PurchaseOutcome {
  return {
    stripeSubscriptionId: subscription.id,
    stripeInvoiceId: invoice?.id ?? null,
    amountPaid: invoice?.amount_paid ?? 0,
    receiptUrl: invoice?.hosted_invoice_url ?? null,
    invoiced: invoice ? { total: invoice.total, amountDue: invoice.amount_due } : null,
  };
}

/** Steps before the first call that buys: they prepare the customer. */
const preparingSteps: ReadonlySet<string> = new Set(['customer', 'method', 'card', 'default-card', 'address']);

function hasBegunBuying({ attempts }: Pick<Purchase, 'attempts'>): boolean {
  return Object.keys(attempts).some((step) => !preparingSteps.has(step));
}

function toSubscriptionRequest({ id, accountId, request }: Purchase): SubscriptionRequest {
  const { quoted, customerId, paymentMethodId, productId } = request;
  return {
    terms: quoted.terms,
    customerId,
    paymentMethodId,
    metadata: {
      account_id: String(accountId),
      product_id: productId,
      plan_id: quoted.planId,
      operation_id: id,
    },
  };
}
