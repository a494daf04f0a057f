import type { coupons as contract, PurchaseSelection, ResponseOf } from '@portico/contract';
import type { Catalog, Coupon } from '../../catalog/index.ts';
import type { Database } from '../../core/db/database.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { localize } from '../../core/messages/index.ts';
import { findOperation } from '../../core/operations/index.ts';
import type { Gateway } from '../../core/stripe/index.ts';
import { findCustomer } from '../customers/customers.service.ts';
import { asCouponsBlocked, InvalidCouponError } from './coupons.errors.ts';
import { findRedemption } from './coupons.queries.ts';

/** Wrong codes that an account may try, on all screens together (CPN-9, LIM-8). */
const wrongCouponLimit = defineLimit('coupon', 5, 59);

/** Coupons that an account may have looked up at Stripe, right ones included (LIM-8). */
const lookupLimit = defineLimit('coupon-look-up', 60, 60);

export interface CouponsContext {
  readonly database: Database;
  readonly catalog: Pick<Catalog, 'findCoupon'>;
  readonly gateway: Pick<Gateway, 'promotionCodes'>;
}

/** What a coupon is applied to. */
export interface CouponUse {
  /** Undefined while nothing is selected. */
  readonly productId: string | undefined;
  readonly selection?: Omit<PurchaseSelection, 'coupon'> | undefined;
}

export interface ApplyingContext extends CouponsContext {
  /** Asserts that an account can use a coupon for a selection, as its quote would. The purchase module provides it. */
  readonly assertCouponFits: (
    asking: Pick<RequestContext, 'accountId'>,
    productId: string,
    selection: PurchaseSelection,
  ) => Promise<void>;
}

/** A visitor asks without an account: no account has the id 0. */
export const visitorsAccount = 0;

type Asking = CouponsContext & Pick<RequestContext, 'accountId'> & VisitorAsking;

/** Who asks, where it is no account's user. */
export interface VisitorAsking {
  /** What wrong codes are counted by instead of the account. */
  readonly visitorKey?: string | undefined;
}

const limitKeyOf = ({ accountId, visitorKey }: Asking) => visitorKey ?? accountId;
type AppliedCoupon = ResponseOf<typeof contract.apply>;

const findOnce = shareLookups<Coupon>();
const applyOnce = shareLookups<AppliedCoupon>();

/**
 * Finds the coupon of a typed code for a product (CPN-1). Stripe is not called.
 * @returns null where nothing was typed.
 * @throws InvalidCouponError; TooManyRequestsError after too many wrong codes.
 */
export async function findCoupon(
  context: Asking,
  code: string | null | undefined,
  productId: string,
): Promise<Coupon | null> {
  if (!code) return null;
  return findOnce(context, code, [productId], () => countWrong(context, () => findFor(context, code, productId)));
}

/**
 * The discount of a coupon that Stripe can redeem (CPN-10), named in the reader's language. With a selection, the coupon is refused for every reason for which its quote would be.
 * @throws InvalidCouponError; CouponsBlockedError; UnavailableError when Stripe does not answer, which does not count as a wrong code; the errors of
 * `checkSelection` for a selection that cannot be bought without the coupon either.
 */
export function applyCoupon(
  context: ApplyingContext & Pick<RequestContext, 'accountId' | 'locale'>,
  code: string,
  { productId, selection }: CouponUse,
): Promise<AppliedCoupon> {
  return applyOnce(context, code, [productId, selection, context.locale], async () => {
    const applied = await countWrong(context, () => findAtStripe(context, code, productId));
    // A valid code does not count as a wrong one, even when the account has used it.
    const coupon = await findFor(context, code, productId);
    await assertCouponUnused(context, coupon);
    if (productId !== undefined && selection)
      await context.assertCouponFits({ accountId: context.accountId }, productId, { ...selection, coupon: code });
    return { ...applied, Name: localize(coupon.name, context.locale) };
  });
}

/** The discount of a coupon for a product, for somebody without an account (SIGN-10). @throws as `applyCoupon` */
export function applyVisitorsCoupon(
  context: CouponsContext & { readonly visitorKey: string; readonly locale: RequestContext['locale'] },
  code: string,
  productId: string | undefined,
): Promise<AppliedCoupon> {
  const asking = { ...context, accountId: visitorsAccount };
  return applyOnce(asking, code, [productId, context.locale], async () => {
    const applied = await countWrong(asking, () => findAtStripe(asking, code, productId));
    const coupon = await findFor(asking, code, productId);
    return { ...applied, Name: localize(coupon.name, context.locale) };
  });
}

/**
 * Why Stripe refused a coupon for a purchase (CPN-2).
 * @param price cents for each interval, before tax and discounts.
 */
export async function explainRefusal(
  { gateway }: Pick<Asking, 'gateway'>,
  { code, stripePromotionCodeId }: Pick<Coupon, 'code' | 'stripePromotionCodeId'>,
  customerId: string | null,
  price: { readonly amount: number; readonly currency: string },
): Promise<InvalidCouponError> {
  const found = await gateway.promotionCodes.findRedeemable(code, customerId);
  if (!found) return refusalAtStripe(gateway, stripePromotionCodeId);
  const { minimum, isForFirstPurchase } = found;
  if (minimum && (minimum.currency !== price.currency || price.amount < minimum.amount))
    return new InvalidCouponError('purchase.couponNotEnough', { minimum: minimum.amount / 100 });
  return new InvalidCouponError(isForFirstPurchase ? 'purchase.couponFirstPurchase' : undefined);
}

/** Why Stripe redeems a coupon of the catalog for nobody, or not for this customer (CPN-2). */
async function refusalAtStripe(
  { promotionCodes }: CouponsContext['gateway'],
  stripePromotionCodeId: string,
): Promise<InvalidCouponError> {
  return new InvalidCouponError(
    (await promotionCodes.isUsedUp(stripePromotionCodeId)) ? 'purchase.couponUsedUp' : undefined,
  );
}

/** @throws InvalidCouponError once the account has bought something with it (CPN-3). The coupon of an unsettled purchase may still be released. */
export async function assertCouponUnused(
  { database, accountId }: Pick<Asking, 'database' | 'accountId'>,
  { stripePromotionCodeId }: Pick<Coupon, 'stripePromotionCodeId'>,
): Promise<void> {
  const redemption = await findRedemption(database.query, accountId, stripePromotionCodeId);
  if (!redemption) return;
  const { operationId } = redemption;
  const operation = operationId ? await findOperation(database.query, operationId, accountId) : undefined;
  if (!operation || operation.settledAt) throw new InvalidCouponError('purchase.couponUsed');
}

/** Looks up after the attempt was counted, so that simultaneous guesses count like guesses one by one. */
async function countWrong<Found>(asking: Asking, lookup: () => Promise<Found>): Promise<Found> {
  const { database } = asking;
  const key = limitKeyOf(asking);
  try {
    await wrongCouponLimit.take(database, key);
  } catch (error) {
    throw asCouponsBlocked(error);
  }
  try {
    const found = await lookup();
    await wrongCouponLimit.giveBack(database, key);
    return found;
  } catch (error) {
    // Only a wrong coupon counts.
    if (!(error instanceof InvalidCouponError)) await wrongCouponLimit.giveBack(database, key);
    throw error;
  }
}

async function findFor({ catalog }: CouponsContext, code: string, productId: string | undefined): Promise<Coupon> {
  const coupon = await catalog.findCoupon(code);
  if (!coupon) throw new InvalidCouponError();
  const isForProduct = !coupon.productIds || productId === undefined || coupon.productIds.includes(productId);
  if (!isForProduct) throw new InvalidCouponError('purchase.couponOtherProduct');
  return coupon;
}

async function takeLookup(asking: Asking): Promise<void> {
  try {
    await lookupLimit.take(asking.database, limitKeyOf(asking));
  } catch (error) {
    throw asCouponsBlocked(error);
  }
}

async function findAtStripe(context: Asking, code: string, productId: string | undefined): Promise<AppliedCoupon> {
  const { gateway, accountId } = context;
  const coupon = await findFor(context, code, productId);
  await takeLookup(context);
  const customer = context.visitorKey === undefined ? await findCustomer(context, accountId) : undefined;
  const found = await gateway.promotionCodes.findRedeemable(coupon.code, customer?.customerId ?? null);
  if (!found) throw await refusalAtStripe(gateway, coupon.stripePromotionCodeId);
  return {
    Id: found.couponId,
    Name: found.name,
    PercentOff: found.percentOff,
    AmountOff: found.amountOff,
    Created: found.created.toISOString(),
  };
}

/** Identical simultaneous requests share one lookup, so that a valid code that is sent many times counts as one attempt. */
function shareLookups<Found>() {
  const running = new WeakMap<Database, Map<string, Promise<Found>>>();
  return (asking: Asking, code: string, use: readonly unknown[], lookup: () => Promise<Found>): Promise<Found> => {
    const { database } = asking;
    const lookups = running.get(database) ?? new Map<string, Promise<Found>>();
    running.set(database, lookups);
    const key = JSON.stringify([limitKeyOf(asking), code.toLowerCase(), ...use]);
    const promise = lookups.get(key) ?? lookup().finally(() => lookups.delete(key));
    lookups.set(key, promise);
    return promise;
  };
}

/** When somebody without an account may try coupons again; null while they may. */
export const visitorsCouponBlock = (database: Database, visitorKey: string): Promise<Date | null> =>
  wrongCouponLimit.blockedTo(database, visitorKey);
