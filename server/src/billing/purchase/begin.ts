import { lockAccount } from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { blockedUntil } from '../../core/http/limits.ts';
import {
  beginOperation,
  ChangeUnderWayError,
  findFailureOfLastHour,
  findOperation,
  hasPendingElsewhere,
  type Operation,
} from '../../core/operations/index.ts';
import { assertNotBeingReplaced } from '../cards/cards.replacement.ts';
import { lockCardForPayment } from '../cards/cards.service.ts';
import { InvalidCouponError } from '../coupons/coupons.errors.ts';
import { redeemCoupon } from '../coupons/coupons.queries.ts';
import { findCustomer } from '../customers/customers.service.ts';
import { abandonPendingAuthentication } from '../operations/operations.service.ts';
import { actingAudit, operatorWhoBuys } from './acting-purchase.ts';
import { checkSelection } from './check.ts';
import { type Buyer, customerTime, loadFactsToBegin } from './facts.ts';
import { assertQuoteHolds } from './judge.ts';
import type { BuyerContext } from './purchase.context.ts';
import { PriceChangedError } from './purchase.errors.ts';
import { purchaseOperation } from './purchase.operations.ts';
import { bindQuote, findQuote, lockQuote, type QuoteRow } from './purchase.queries.ts';
import type { PurchaseInput, PurchaseRequest } from './quoted.ts';
import { type CheckedSelection, selectionHash } from './terms.ts';

/** Declined purchases that an account may make in an hour (LIM-8). The limit keeps stolen cards from being tried. */
const maxDeclinedPurchasesPerHour = 20;

/**
 * The fourth step: judges the quote once more and writes the operation, bound to its quote. Identical requests get the same operation (PUR-11).
 * @throws PriceChangedError, InvoiceUnpaidError, ChangeUnderWayError, TooManyRequestsError; InvalidInputError without a card if something is due,
 * and without who ordered it if an operator buys;
 * a unique violation while another change of the product is unsettled.
 */
export async function beginPurchase(
  context: BuyerContext,
  productId: string,
  input: PurchaseInput,
  customerId: string,
): Promise<Operation> {
  const { database, accountId } = context;
  const quote = await findQuote(database.query, input.taxTransactionId, accountId);
  if (!quote) throw new PriceChangedError();
  assertQuoteHolds(quote, { selectionHash: selectionHash(productId, input, input.shippingDetails) });
  const begun = await findOperationOfQuote(database.query, quote, input);
  if (begun) return begun;
  const time = await customerTime(context, await findCustomer(context, accountId));
  const checked = await checkSelection(context, productId, input, time);
  assertQuoteHolds(quote, { now: new Date(), hasCard: Boolean(input.paymentMethodId) });
  await assertNoConcurrentPurchase(database.query, quote);
  await assertUnderDeclineLimit(database.query, quote);
  await abandonPendingAuthentication(context, productId, (operation) => !belongsToQuote(operation, quote.id));
  const catalog = await context.catalog.atThisVersion();
  return database.transaction((transaction) =>
    writePurchase(context, transaction, quote.id, input, checked, { customerId, time, catalog }),
  );
}

/**
 * Locks the quote and the account, writes the operation, then judges everything that the quote binds (PUR-15). The effects of earlier purchases
 * are visible here.
 */
async function writePurchase(
  context: BuyerContext,
  transaction: Queryable,
  quoteId: string,
  input: PurchaseInput,
  checked: CheckedSelection,
  buyer: Buyer,
): Promise<Operation> {
  const { accountId, session, audit, actor } = context;
  const quote = await lockQuote(transaction, quoteId, accountId);
  if (!quote) throw new PriceChangedError();
  // An identical request may have begun the purchase in the meantime.
  const begun = await findOperationOfQuote(transaction, quote, input);
  if (begun) return begun;
  const { productId, quoted } = quote;
  const savedAddress = await lockAccount(transaction, accountId);
  await assertNoConcurrentPurchase(transaction, quote);
  await assertUnderDeclineLimit(transaction, quote);
  if (input.paymentMethodId) await lockCardForPayment(transaction, accountId, input.paymentMethodId);
  await assertNotBeingReplaced(transaction, accountId, quoted.terms.change?.paymentMethodId);
  const request: PurchaseRequest = {
    quoteId,
    customerId: buyer.customerId,
    paymentMethodId: input.paymentMethodId ?? undefined,
    formerPaymentMethodId: quoted.terms.change?.paymentMethodId,
    productId,
    quoted,
    acting: operatorWhoBuys(actor, input, checked.resolved.pricePlan.currency),
  };
  const operation = await beginOperation(transaction, {
    accountId,
    userId: session.user.id,
    kind: purchaseOperation.kind,
    subject: productId,
    // The key contains the previous operation, because a card may be tried again after another one was declined.
    requestKey: `${quoteId} ${input.paymentMethodId ?? 'no card'} after ${quote.operationId ?? 'none'}`,
    request,
  });
  const address = input.shippingDetails ? undefined : savedAddress;
  assertQuoteHolds(quote, await loadFactsToBegin(context, transaction, quote, checked, buyer, address));
  const { promotionCodeId } = quoted.terms;
  if (promotionCodeId) await redeem(transaction, operation, promotionCodeId);
  await bindQuote(transaction, quoteId, operation.id);
  const detail = { operationId: operation.id, productId, planId: quoted.planId, amountDue: quote.amountDue };
  const { detail: ordered } = actingAudit(request);
  await audit.record({ ...actor, kind: 'purchaseBegun', detail: { ...detail, ...ordered } }, transaction);
  return operation;
}

/**
 * Balance, address, tax and pending items belong to the customer. One purchase of any product uses them at a time (PUR-13).
 * @throws ChangeUnderWayError while a purchase of another product makes calls.
 */
async function assertNoConcurrentPurchase(on: Queryable, { accountId, productId }: QuoteRow): Promise<void> {
  const purchases = { accountId, kind: purchaseOperation.kind };
  if (await hasPendingElsewhere(on, purchases, productId)) throw new ChangeUnderWayError(undefined);
}

/** @throws TooManyRequestsError after too many declined purchases, if something is due. */
async function assertUnderDeclineLimit(on: Queryable, { accountId, amountDue }: QuoteRow): Promise<void> {
  if (amountDue <= 0) return;
  const purchases = { accountId, kind: purchaseOperation.kind };
  const oldest = await findFailureOfLastHour(on, purchases, 'CardError', maxDeclinedPurchasesPerHour - 1);
  if (oldest) throw blockedUntil(oldest.getTime() + 3_600_000);
}

function belongsToQuote(operation: Operation, quoteId: string): boolean {
  return purchaseOperation.is(operation) && purchaseOperation.read(operation).request.quoteId === quoteId;
}

/** The quote's operation, if it has one. A failed one does not count if this request names another card. */
async function findOperationOfQuote(
  on: Queryable,
  quote: QuoteRow,
  { paymentMethodId }: PurchaseInput,
): Promise<Operation | undefined> {
  const operation = quote.operationId ? await findOperation(on, quote.operationId, quote.accountId) : undefined;
  if (operation?.state !== 'failed') return operation;
  const { request } = purchaseOperation.read(operation);
  return request.paymentMethodId === (paymentMethodId ?? undefined) ? operation : undefined;
}

/** @throws InvalidCouponError if the account already redeemed the coupon (CPN-3, CPN-4). */
async function redeem(on: Queryable, { id, accountId }: Operation, stripePromotionCodeId: string): Promise<void> {
  if (!(await redeemCoupon(on, { accountId, stripePromotionCodeId, operationId: id })))
    throw new InvalidCouponError('purchase.couponUsed');
}
