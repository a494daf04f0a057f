import type { coupons as contract, ResponseOf } from '@portico/contract';
import type { Database } from '../../db/database.ts';
import { defineLimit } from '../../http/limits.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { findOperation } from '../../operations/index.ts';
import type { Gateway } from '../../stripe/index.ts';
import type { Catalog, Coupon } from '../catalog/index.ts';
import { findCustomer } from '../customers/index.ts';
import { InvalidCouponError } from './coupons.errors.ts';
import { findRedemption } from './coupons.queries.ts';

/** Wrong codes that an account may try, on all screens together (CPN-9). */
const wrongCouponLimit = defineLimit('coupon', 5, 59);

/** Coupons that an account may have looked up at Stripe, right ones included. */
const lookupLimit = defineLimit('coupon-look-up', 60, 60);

export interface CouponsContext {
  readonly database: Database;
  readonly catalog: Pick<Catalog, 'findCoupon'>;
  readonly gateway: Pick<Gateway, 'promotionCodes'>;
}

type Asking = CouponsContext & Pick<RequestContext, 'accountId'>;
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
  return findOnce(context, code, productId, () => countWrong(context, () => findFor(context, code, productId)));
}

/**
 * The discount of a coupon that Stripe can redeem (CPN-10).
 * @param productId the product of the selection; undefined while nothing is selected.
 * @throws InvalidCouponError; TooManyRequestsError; UnavailableError when Stripe does not answer, which does not count as a wrong code.
 */
export function applyCoupon(context: Asking, code: string, productId: string | undefined): Promise<AppliedCoupon> {
  return applyOnce(context, code, productId, async () => {
    const applied = await countWrong(context, () => findAtStripe(context, code, productId));
    // A valid code does not count as a wrong one, even when the account has used it.
    await assertCouponUnused(context, await findFor(context, code, productId));
    return applied;
  });
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
async function countWrong<Found>({ database, accountId }: Asking, lookup: () => Promise<Found>): Promise<Found> {
  await wrongCouponLimit.take(database, accountId);
  try {
    const found = await lookup();
    await wrongCouponLimit.giveBack(database, accountId);
    return found;
  } catch (error) {
    // Only a wrong coupon counts.
    if (!(error instanceof InvalidCouponError)) await wrongCouponLimit.giveBack(database, accountId);
    throw error;
  }
}

async function findFor({ catalog }: CouponsContext, code: string, productId: string | undefined): Promise<Coupon> {
  const coupon = await catalog.findCoupon(code);
  const isForProduct = !coupon?.productIds || productId === undefined || coupon.productIds.includes(productId);
  if (!coupon || !isForProduct) throw new InvalidCouponError();
  return coupon;
}

async function findAtStripe(context: Asking, code: string, productId: string | undefined): Promise<AppliedCoupon> {
  const { database, gateway, accountId } = context;
  const coupon = await findFor(context, code, productId);
  await lookupLimit.take(database, accountId);
  const { customerId } = await findCustomer(context, accountId);
  const found = await gateway.promotionCodes.findRedeemable(coupon.code, customerId);
  if (!found) throw new InvalidCouponError();
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
  return (
    { database, accountId }: Asking,
    code: string,
    productId: string | undefined,
    lookup: () => Promise<Found>,
  ): Promise<Found> => {
    const lookups = running.get(database) ?? new Map<string, Promise<Found>>();
    running.set(database, lookups);
    const key = JSON.stringify([accountId, productId, code.toLowerCase()]);
    const promise = lookups.get(key) ?? lookup().finally(() => lookups.delete(key));
    lookups.set(key, promise);
    return promise;
  };
}
