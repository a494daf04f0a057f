import type { coupons as contract, ParsedRequestOf, PurchaseSelection, ResponseOf } from '@portico/contract';
import { findAccountNames } from '../../accounts/index.ts';
import { type Catalog, type Coupon, listPromotionCodes } from '../../catalog/index.ts';
import type { Database } from '../../core/db/database.ts';
import { defineLimit } from '../../core/http/limits.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { localize } from '../../core/messages/index.ts';
import { findOperation } from '../../core/operations/index.ts';
import type { Gateway } from '../../core/stripe/index.ts';
import { findCustomer } from '../customers/customers.service.ts';
import { InvalidCouponError, toCouponsBlockedError } from './coupons.errors.ts';
import { findRedemption, listRedemptions } from './coupons.queries.ts';

/** The maximum number of wrong codes that an account may try in 59 seconds, on all screens together (CPN-9, LIM-8). */
const wrongCouponLimit = defineLimit('coupon', 5, 59);

/** The maximum number of lookups of coupons at Stripe per account and minute, including valid ones (LIM-8). */
const lookupLimit = defineLimit('coupon-look-up', 60, 60);

export interface CouponsContext {
  readonly database: Database;
  readonly catalog: Pick<Catalog, 'findCoupon'>;
  readonly gateway: Pick<Gateway, 'promotionCodes'>;
}

export interface CouponUse {
  /** Undefined while nothing is selected. */
  readonly productId: string | undefined;
  readonly selection?: Omit<PurchaseSelection, 'coupon'> | undefined;
}

export interface ApplyCouponContext extends CouponsContext {
  /**
   * Asserts that an account can use a coupon for a selection, by the checks of a quote. `purchase` provides this
   * function.
   */
  readonly assertCouponFits: (
    requester: Pick<RequestContext, 'accountId'>,
    productId: string,
    selection: PurchaseSelection,
  ) => Promise<void>;
}

/** Represents a visitor; no account has the id 0. */
export const visitorAccountId = 0;

type LookupContext = CouponsContext & Pick<RequestContext, 'accountId'> & OptionalVisitor;

export interface OptionalVisitor {
  /** For a visitor, wrong codes are counted by this key instead of the account. */
  readonly visitorKey?: string | undefined;
}

const limitKey = ({ accountId, visitorKey }: LookupContext) => visitorKey ?? accountId;
type AppliedCoupon = ResponseOf<typeof contract.apply>;

const findOnce = shareLookups<Coupon>();
const applyOnce = shareLookups<AppliedCoupon>();

/**
 * Finds the coupon of a typed code for a product (CPN-1). Stripe is not called.
 * @returns null if nothing was typed
 * @throws InvalidCouponError; TooManyRequestsError after too many wrong codes.
 */
export async function findCoupon(
  context: LookupContext,
  code: string | null | undefined,
  productId: string,
): Promise<Coupon | null> {
  if (!code) return null;
  return findOnce(context, code, [productId], () =>
    limitWrongCoupons(context, () => findCouponForProduct(context, code, productId)),
  );
}

/**
 * The discount of a coupon that Stripe can redeem (CPN-10), named in the reader's language. With a selection, the
 * coupon must pass all checks of a quote.
 * @throws InvalidCouponError; CouponsBlockedError; UnavailableError if Stripe does not answer, which does not count
 * as a wrong code; the errors of `checkSelection` if the selection cannot be bought even without the coupon
 */
export function applyCoupon(
  context: ApplyCouponContext & Pick<RequestContext, 'accountId' | 'locale'>,
  code: string,
  { productId, selection }: CouponUse,
): Promise<AppliedCoupon> {
  return applyOnce(context, code, [productId, selection, context.locale], async () => {
    const applied = await limitWrongCoupons(context, () => findAtStripe(context, code, productId));
    // A valid code does not count as a wrong one, even if the account has used it.
    const coupon = await findCouponForProduct(context, code, productId);
    await assertCouponUnused(context, coupon);
    if (productId !== undefined && selection)
      await context.assertCouponFits({ accountId: context.accountId }, productId, { ...selection, coupon: code });
    return { ...applied, Name: localize(coupon.name, context.locale) };
  });
}

/** Like `applyCoupon`, for a visitor without an account (SIGN-10). @throws the errors of `applyCoupon` */
export function applyVisitorCoupon(
  context: CouponsContext & { readonly visitorKey: string; readonly locale: RequestContext['locale'] },
  code: string,
  productId: string | undefined,
): Promise<AppliedCoupon> {
  const requester = { ...context, accountId: visitorAccountId };
  return applyOnce(requester, code, [productId, context.locale], async () => {
    const applied = await limitWrongCoupons(requester, () => findAtStripe(requester, code, productId));
    const coupon = await findCouponForProduct(requester, code, productId);
    return { ...applied, Name: localize(coupon.name, context.locale) };
  });
}

/**
 * Finds out why Stripe refused a coupon for a purchase (CPN-2).
 * @param price cents per interval, before tax and discounts
 */
export async function explainRefusal(
  { gateway }: Pick<LookupContext, 'gateway'>,
  { code, stripePromotionCodeId }: Pick<Coupon, 'code' | 'stripePromotionCodeId'>,
  customerId: string | null,
  price: { readonly amount: number; readonly currency: string },
): Promise<InvalidCouponError> {
  const found = await gateway.promotionCodes.findRedeemable(code, customerId);
  if (!found) return findRefusalAtStripe(gateway, stripePromotionCodeId);
  const { minimum, isForFirstPurchase } = found;
  if (minimum && (minimum.currency !== price.currency || price.amount < minimum.amount))
    return new InvalidCouponError('purchase.couponNotEnough', { minimum: minimum.amount / 100 });
  return new InvalidCouponError(isForFirstPurchase ? 'purchase.couponFirstPurchase' : undefined);
}

/** Finds out why Stripe cannot redeem a coupon of the catalog (CPN-2). */
async function findRefusalAtStripe(
  { promotionCodes }: CouponsContext['gateway'],
  stripePromotionCodeId: string,
): Promise<InvalidCouponError> {
  return new InvalidCouponError(
    (await promotionCodes.isUsedUp(stripePromotionCodeId)) ? 'purchase.couponUsedUp' : undefined,
  );
}

/** @throws InvalidCouponError if the account has used it (CPN-3). An unsettled purchase does not count, because it may release the coupon. */
export async function assertCouponUnused(
  { database, accountId }: Pick<LookupContext, 'database' | 'accountId'>,
  { stripePromotionCodeId }: Pick<Coupon, 'stripePromotionCodeId'>,
): Promise<void> {
  const redemption = await findRedemption(database.query, accountId, stripePromotionCodeId);
  if (!redemption) return;
  const { operationId } = redemption;
  const operation = operationId ? await findOperation(database.query, operationId, accountId) : undefined;
  if (!operation || operation.settledAt) throw new InvalidCouponError('purchase.couponUsed');
}

/** Counts the attempt before the lookup, so that simultaneous guesses count like successive ones. */
async function limitWrongCoupons<Found>(requester: LookupContext, lookup: () => Promise<Found>): Promise<Found> {
  const { database } = requester;
  const key = limitKey(requester);
  try {
    await wrongCouponLimit.take(database, key);
  } catch (error) {
    throw toCouponsBlockedError(error);
  }
  try {
    const found = await lookup();
    await wrongCouponLimit.giveBack(database, key);
    return found;
  } catch (error) {
    if (!(error instanceof InvalidCouponError)) await wrongCouponLimit.giveBack(database, key);
    throw error;
  }
}

async function findCouponForProduct(
  { catalog }: CouponsContext,
  code: string,
  productId: string | undefined,
): Promise<Coupon> {
  const coupon = await catalog.findCoupon(code);
  if (!coupon) throw new InvalidCouponError();
  const isForProduct = !coupon.productIds || productId === undefined || coupon.productIds.includes(productId);
  if (!isForProduct) throw new InvalidCouponError('purchase.couponOtherProduct');
  return coupon;
}

async function assertUnderLookupLimit(requester: LookupContext): Promise<void> {
  try {
    await lookupLimit.take(requester.database, limitKey(requester));
  } catch (error) {
    throw toCouponsBlockedError(error);
  }
}

async function findAtStripe(
  context: LookupContext,
  code: string,
  productId: string | undefined,
): Promise<AppliedCoupon> {
  const { gateway, accountId } = context;
  const coupon = await findCouponForProduct(context, code, productId);
  await assertUnderLookupLimit(context);
  const customer = context.visitorKey === undefined ? await findCustomer(context, accountId) : undefined;
  const found = await gateway.promotionCodes.findRedeemable(coupon.code, customer?.customerId ?? null);
  if (!found) throw await findRefusalAtStripe(gateway, coupon.stripePromotionCodeId);
  return {
    Id: found.couponId,
    Name: found.name,
    PercentOff: found.percentOff,
    AmountOff: found.amountOff,
    Created: found.created.toISOString(),
  };
}

/** Identical simultaneous requests share one lookup, so that they count as one attempt. */
function shareLookups<Found>() {
  const running = new WeakMap<Database, Map<string, Promise<Found>>>();
  return (
    requester: LookupContext,
    code: string,
    use: readonly unknown[],
    lookup: () => Promise<Found>,
  ): Promise<Found> => {
    const { database } = requester;
    const lookups = running.get(database) ?? new Map<string, Promise<Found>>();
    running.set(database, lookups);
    const key = JSON.stringify([limitKey(requester), code.toLowerCase(), ...use]);
    const promise = lookups.get(key) ?? lookup().finally(() => lookups.delete(key));
    lookups.set(key, promise);
    return promise;
  };
}

/** When a visitor may try coupons again; null if now. */
export const findVisitorCouponBlock = (database: Database, visitorKey: string): Promise<Date | null> =>
  wrongCouponLimit.blockedTo(database, visitorKey);

/** The accounts that used a coupon (CPN-15); none if it was never published. */
export async function listCouponRedemptions(
  { database }: { readonly database: Database },
  code: string,
  query: ParsedRequestOf<typeof contract.listRedemptions>['query'],
): Promise<ResponseOf<typeof contract.listRedemptions>> {
  const on = database.query;
  const promotionCodes = await listPromotionCodes(on, code);
  if (promotionCodes.length === 0) return listAnswer([], 0, query);
  const { items, total } = await listRedemptions(on, promotionCodes, query);
  const names = await findAccountNames(
    on,
    items.map(({ accountId }) => accountId),
  );
  const shown = items.map(({ accountId, redeemedAt }) => ({
    account: { id: accountId, name: names.get(accountId) ?? `#${accountId}` },
    redeemedAt: redeemedAt.toISOString(),
  }));
  return listAnswer(shown, total, query);
}
