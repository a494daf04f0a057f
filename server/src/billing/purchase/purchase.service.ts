import type { purchase as contract, Locale, PurchaseResult, PurchaseSelection, ResponseOf } from '@portico/contract';
import { findAccountCountry } from '../../accounts/index.ts';
import { isUniqueViolation } from '../../core/db/database.ts';
import { ForbiddenError, NotFoundError, say } from '../../core/http/app-error.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import {
  ChangeUnderWayError,
  findLiveOperation,
  findOperation,
  type Operation,
  type OperationState,
  runOperation,
  toOperationError,
  toOperationStatus,
} from '../../core/operations/index.ts';
import { ensureCustomer } from '../customers/customers.service.ts';
import { findSubscriptionByStripeId } from '../subscriptions/subscriptions.queries.ts';
import { beginPurchase } from './begin.ts';
import { assertOwnCard, checkSelection } from './check.ts';
import type { BuyerContext, PurchaseContext } from './purchase.context.ts';
import { PurchaseUnderWayError } from './purchase.errors.ts';
import { purchaseOperation } from './purchase.operations.ts';
import type { PurchaseInput } from './quoted.ts';
import { presentTotals } from './totals.ts';

/** Codes of failures that a customer can correct. For any other failure, the answer is the state of the purchase. */
const refusals: ReadonlySet<string> = new Set(['CardError', 'Conflict', 'InvalidCoupon', 'PriceChanged']);

/**
 * The maximum number of purchases that an account may abandon per minute (LIM-8). Each makes up to five calls to
 * Stripe.
 */
const abandonLimit = defineLimit('purchase-abandon', 20, 60);

/**
 * The maximum number of reads per minute of an account's purchases that require authentication (LIM-8). Each is a
 * call to Stripe.
 */
const readLimit = defineLimit('purchase-read', 60, 60);

/** Totals from the catalog only, for the dialogs during the selection (PUR-3). */
export async function calculateTotals(
  context: PurchaseContext & RequestContext,
  productId: string,
  selection: PurchaseSelection,
): Promise<ResponseOf<typeof contract.calculateTotals>> {
  // Wrong coupons count for the whole account. A user who cannot buy may not use up the attempts of others (ACC-16).
  if (context.session.user.readOnly && selection.coupon) throw new ForbiddenError('problem.readOnly');
  const checked = await checkSelection(context, productId, selection, new Date());
  const country = await findAccountCountry(context.database.query, context.accountId);
  return presentTotals(checked, { locale: context.locale, country });
}

/**
 * Buys a quote once, for any number of identical requests. If it throws, nothing was bought.
 * @throws CardError if the card is declined; InvalidCoupon if Stripe rejects the coupon; PriceChangedError, InvoiceUnpaidError,
 * PurchaseUnderWayError, ChangeUnderWayError, NotForSaleError (PUR-12)
 */
export async function buy(context: BuyerContext, productId: string, input: PurchaseInput): Promise<PurchaseResult> {
  const { database, operations, accountId } = context;
  const customerId = await ensureCustomer(context);
  await assertOwnCard(context, customerId, input.paymentMethodId);
  let operation: Operation;
  try {
    operation = await beginPurchase(context, productId, input, customerId);
  } catch (error) {
    if (!isUniqueViolation(error, 'stripe_operations_one_live_key')) throw error;
    const live = await findLiveOperation(database.query, accountId, productId);
    throw live && !purchaseOperation.is(live) ? new ChangeUnderWayError(live.id) : new PurchaseUnderWayError(live?.id);
  }
  const state = await runOperation(operations, operation.id);
  if (state.state === 'failed' && refusals.has(state.error?.code ?? '')) throw toOperationError(state);
  return present(context, state);
}

/**
 * The state of a purchase. If it requires authentication, it is fetched from Stripe. Only users who may buy get the
 * client secret (PUR-21).
 * @throws NotFoundError also for another account's purchase; TooManyRequestsError.
 */
export async function getPurchase(
  context: PurchaseContext & RequestContext,
  productId: string,
  operationId: string,
): Promise<PurchaseResult> {
  const { database, operations, session, accountId } = context;
  const purchase = await findPurchase(context, productId, operationId);
  if (purchase.state !== 'requires_action') return present(context, { ...purchase, clientSecret: undefined });
  await readLimit.take(database, accountId);
  const state = await runOperation(operations, purchase.id);
  return present(context, session.user.readOnly ? { ...state, clientSecret: undefined } : state);
}

/**
 * Abandons a purchase that requires authentication; any other purchase is unchanged. A payment that succeeded first
 * is kept. If Stripe does not answer, the worker completes the abandonment.
 * @throws NotFoundError also for another account's purchase; TooManyRequestsError.
 */
export async function abandonPurchase(
  context: BuyerContext,
  productId: string,
  operationId: string,
): Promise<PurchaseResult> {
  const { database, operations, audit, accountId, actor } = context;
  const purchase = await findPurchase(context, productId, operationId);
  if (purchase.state !== 'requires_action') return present(context, { ...purchase, clientSecret: undefined });
  await abandonLimit.take(database, accountId);
  await audit.record({ ...actor, kind: 'purchaseGivenUp', detail: { operationId, productId } });
  const left = await runOperation(operations, operationId, { abandon: true });
  return present(context, left.state === 'requires_action' ? { ...left, state: 'pending' } : left);
}

/** @throws NotFoundError also for a purchase of another account or another product. */
async function findPurchase(
  { database, accountId }: PurchaseContext & Pick<RequestContext, 'accountId'>,
  productId: string,
  operationId: string,
): Promise<Operation> {
  const operation = await findOperation(database.query, operationId, accountId);
  if (!operation || !purchaseOperation.is(operation) || operation.subject !== productId) throw new NotFoundError();
  return operation;
}

async function present(
  { database, locale }: PurchaseContext & { readonly locale: Locale },
  state: OperationState,
): Promise<PurchaseResult> {
  const { request, outcome, id, clientSecret, error } = purchaseOperation.read(state);
  const subscription = outcome
    ? await findSubscriptionByStripeId(database.query, outcome.stripeSubscriptionId)
    : undefined;
  const status = toOperationStatus(state);
  const failure = error && toOperationError(state);
  return {
    operationId: id,
    status,
    subscriptionId: subscription?.id ?? null,
    clientSecret: clientSecret ?? null,
    amountPaid: status === 'succeeded' ? (outcome?.amountPaid ?? 0) : null,
    nextPaymentDate: request.quoted.nextPaymentDate,
    receiptUrl: status === 'succeeded' ? (outcome?.receiptUrl ?? null) : null,
    error: failure && {
      code: failure.code,
      message: say(failure.said, locale),
    },
  };
}
