import type { coupons as contract, ResponseOf } from '@portico/contract';
import type { Database } from '../../db/database.ts';
import { createLimit } from '../../http/limits.ts';
import type { Gateway } from '../../stripe/index.ts';
import type { Catalog, Coupon } from '../catalog/index.ts';
import { findCustomer } from '../customers/index.ts';
import { InvalidCouponError } from './purchase.errors.ts';
import type { PurchaseQueries } from './purchase.queries.ts';

/** Wrong codes that an account may try in the documents' 59 seconds (spec 1 §8). */
const wrongCoupons = 5;
const couponSeconds = 59;

/** Coupons that an account may have looked up at Stripe in a minute, right ones included. */
const lookUpsAMinute = 60;

type AppliedCoupon = ResponseOf<typeof contract.apply>;

export interface CouponDependencies {
  readonly database: Database;
  readonly catalog: Pick<Catalog, 'findCoupon'>;
  readonly gateway: Pick<Gateway, 'promotionCodes'>;
  readonly queries: Pick<PurchaseQueries, 'hasUsedCoupon'>;
}

/**
 * What customers type as coupons. Wrong ones are counted together, wherever an account types them.
 * Both throw InvalidCouponError, and TooManyRequestsError after too many wrong ones, as codes can be guessed.
 */
export function createCoupons({ database, catalog, gateway, queries }: CouponDependencies) {
  const limit = createLimit(database, 'coupon', wrongCoupons, couponSeconds);
  const lookUpLimit = createLimit(database, 'coupon-look-up', lookUpsAMinute, 60);

  /** Looks once a place among the wrong ones is taken, so that guessing many at once finds no more than guessing one by one. */
  async function counted<Found>(accountId: number, look: () => Promise<Found>): Promise<Found> {
    const key = String(accountId);
    await limit.take(key);
    try {
      const found = await look();
      await limit.giveBack(key);
      return found;
    } catch (error) {
      // Only a wrong coupon costs its place.
      if (!(error instanceof InvalidCouponError)) await limit.giveBack(key);
      throw error;
    }
  }

  async function lookUp(code: string, productId: string | undefined): Promise<Coupon> {
    const coupon = await catalog.findCoupon(code);
    const isForIt = !coupon?.productIds || productId === undefined || coupon.productIds.includes(productId);
    if (!coupon || !isForIt) throw new InvalidCouponError();
    return coupon;
  }

  async function lookUpAtStripe(accountId: number, code: string, productId: string | undefined) {
    const coupon = await lookUp(code, productId);
    await lookUpLimit.take(String(accountId));
    const { customerId } = await findCustomer({ database }, accountId);
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

  async function requireUnused(accountId: number, { stripePromotionCodeId }: Coupon): Promise<void> {
    if (await queries.hasUsedCoupon(accountId, stripePromotionCodeId))
      throw new InvalidCouponError('purchase.couponUsed');
  }

  const finding = new Map<string, Promise<Coupon>>();
  const applying = new Map<string, Promise<AppliedCoupon>>();

  return {
    /** @returns null where none was typed. */
    find(accountId: number, code: string | null | undefined, productId: string): Promise<Coupon | null> {
      if (!code) return Promise.resolve(null);
      const key = keyOf(accountId, code, productId);
      return shared(finding, key, () => counted(accountId, () => lookUp(code, productId)));
    },
    /**
     * What a coupon takes off, when Stripe says that it can still be redeemed (spec 1 §7 'Coupon/Apply').
     * @param productId what it is to be used for; undefined where nothing is chosen yet.
     * @throws UnavailableError when Stripe does not answer; it costs no place.
     */
    apply(accountId: number, code: string, productId: string | undefined): Promise<AppliedCoupon> {
      const key = keyOf(accountId, code, productId);
      return shared(applying, key, async () => {
        const applied = await counted(accountId, () => lookUpAtStripe(accountId, code, productId));
        // A right code costs no place, also where it is used.
        await requireUnused(accountId, await lookUp(code, productId));
        return applied;
      });
    },
    /** @throws InvalidCouponError once the account has bought something with it: each is for one purchase. */
    requireUnused,
  };
}

export type Coupons = ReturnType<typeof createCoupons>;

function keyOf(...[accountId, code, productId]: [number, string, string | undefined]): string {
  return JSON.stringify([accountId, productId, code.toLowerCase()]);
}

/** One look-up for all who ask the same at once: a right code that is sent many times takes one place, not several. */
function shared<Found>(running: Map<string, Promise<Found>>, key: string, work: () => Promise<Found>): Promise<Found> {
  const promise = running.get(key) ?? work().finally(() => running.delete(key));
  running.set(key, promise);
  return promise;
}
