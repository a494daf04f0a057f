import type { PurchaseSelection, ShippingDetails } from '@portico/contract';
import type { Database } from '../../db/database.ts';
import { InvalidInputError } from '../../http/app-error.ts';
import { createLimit } from '../../http/limits.ts';
import type { Catalog, Coupon } from '../catalog/index.ts';
import type { Subscriptions } from '../subscriptions/index.ts';
import { InvalidCouponError } from './purchase.errors.ts';
import { type CheckedSelection, findCurrent } from './purchase.terms.ts';

/** Wrong codes that an account may try in the documents' 59 seconds (spec 1 §8). */
const wrongCoupons = 5;
const couponSeconds = 59;

export interface SelectionDependencies {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly subscriptions: Subscriptions;
  readonly now: () => Date;
}

/** Judges a customer's choice by the catalogue and by what the account has. Amounts in the request count for nothing. */
export function createSelectionCheck({ database, catalog, subscriptions, now }: SelectionDependencies) {
  const couponLimit = createLimit(database, 'coupon', wrongCoupons, couponSeconds);

  /** Looks at a code once its place among the wrong ones is taken, so that guessing many at once finds no more than guessing one by one. */
  async function lookUpCoupon(accountId: number, code: string, productId: string): Promise<Coupon> {
    const key = String(accountId);
    await couponLimit.take(key);
    const coupon = await catalog.findCoupon(code);
    if (!coupon || (coupon.productIds !== null && !coupon.productIds.includes(productId)))
      throw new InvalidCouponError();
    await couponLimit.giveBack(key);
    return coupon;
  }

  const lookUps = new Map<string, Promise<Coupon>>();

  /** One look-up for all who ask the same at once: a right code that is sent many times takes one place, not several. */
  async function findCoupon(
    accountId: number,
    code: string | null | undefined,
    productId: string,
  ): Promise<Coupon | null> {
    if (!code) return null;
    const key = JSON.stringify([accountId, productId, code.toLowerCase()]);
    const lookUp = lookUps.get(key) ?? lookUpCoupon(accountId, code, productId).finally(() => lookUps.delete(key));
    lookUps.set(key, lookUp);
    return lookUp;
  }

  /**
   * @throws NotFoundError, NotForSaleError, InvalidInputError naming the field; InvalidCouponError; TooManyRequestsError after too many wrong
   * coupons, as codes can be guessed.
   */
  return async (accountId: number, productId: string, selection: PurchaseSelection): Promise<CheckedSelection> => {
    const rows = await subscriptions.listForProduct(database.query, accountId, productId);
    const current = findCurrent(rows, now());
    const resolved = await catalog.resolveSelection(productId, selection, {
      planId: current?.planId ?? null,
      devicesInUse: 0,
      hadTrial: rows.some((row) => row.trial),
    });
    const checked = { resolved, coupon: await findCoupon(accountId, selection.coupon, productId), current };
    // What is given back on a reduction is given back at the price before discounts: a coupon there would be money.
    if (checked.coupon && current && priceOf(checked) <= current.amount)
      throw new InvalidCouponError('purchase.couponOnReduction');
    return checked;
  };
}

/** Cents for each interval, before tax and discounts. */
function priceOf({ resolved }: CheckedSelection): number {
  return resolved.lines.reduce((sum, line) => sum + line.unitAmount * line.quantity, 0);
}

/**
 * What must be known before a price can be promised.
 * @throws InvalidInputError: where something is paid, an address by which tax is reckoned; for a change, something that changes.
 */
export function requireQuotable(checked: CheckedSelection, details: ShippingDetails | undefined): void {
  const isTrial = checked.resolved.plan.isTrial && !checked.current;
  if (!details && !isTrial && priceOf(checked) > 0) {
    throw new InvalidInputError({ shippingDetails: [{ key: 'purchase.addressRequired' }] });
  }
  if (checked.current && !checked.coupon && isAsItIs(checked)) {
    throw new InvalidInputError({ items: [{ key: 'purchase.nothingChanged' }] });
  }
}

function isAsItIs({ resolved, current }: CheckedSelection): boolean {
  const wanted = resolved.lines
    .filter((line) => line.quantity > 0)
    .map((line) => `${line.stripePriceId} ${line.quantity}`);
  const held = (current?.items ?? []).map((item) => `${item.stripePriceId} ${item.quantity}`);
  return wanted.length === held.length && wanted.every((line) => held.includes(line));
}
