import type { PurchaseSelection, ShippingDetails } from '@portico/contract';
import type { Database } from '../../db/database.ts';
import { InvalidInputError } from '../../http/app-error.ts';
import { ChargeTooLargeError, largestCharge, type Preview } from '../../stripe/index.ts';
import type { Catalog } from '../catalog/index.ts';
import type { Subscriptions } from '../subscriptions/index.ts';
import type { Coupons } from './purchase.coupons.ts';
import { InvalidCouponError } from './purchase.errors.ts';
import type { PurchaseQueries } from './purchase.queries.ts';
import { type CheckedSelection, findCurrent } from './purchase.terms.ts';

export type SelectionCheck = ReturnType<typeof createSelectionCheck>;

export interface SelectionDependencies {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly subscriptions: Subscriptions;
  readonly coupons: Pick<Coupons, 'find' | 'requireUnused'>;
  readonly queries: Pick<PurchaseQueries, 'hadTrial' | 'hasDiscount'>;
}

/** Judges a customer's choice by the catalogue and by what the account has. Amounts in the request count for nothing. */
export function createSelectionCheck({ database, catalog, subscriptions, coupons, queries }: SelectionDependencies) {
  /**
   * Where coupons may be used beside their own terms. What is given back on a reduction is given back at the price before discounts: a coupon
   * there would be money. One for a single invoice belongs to the first that is paid. A discount that runs stays, and no other joins it.
   * @throws InvalidCouponError
   */
  async function requireUsable({ coupon, current, resolved }: CheckedSelection, accountId: number): Promise<void> {
    if (!coupon) return;
    await coupons.requireUnused(accountId, coupon);
    if (!current) return;
    if (priceOf({ resolved }) <= current.amount) throw new InvalidCouponError('purchase.couponOnReduction');
    const isPaid = !current.trial && current.amount > 0;
    if (isPaid && coupon.duration === 'once') throw new InvalidCouponError('purchase.couponForNew');
    if (await queries.hasDiscount(current.stripeSubscriptionId))
      throw new InvalidCouponError('purchase.couponBesideAnother');
  }

  /**
   * @param now what time it is for the customer.
   * @throws NotFoundError, NotForSaleError, InvalidInputError naming the field; InvalidCouponError; TooManyRequestsError after too many wrong
   * coupons, as codes can be guessed.
   */
  return async (
    accountId: number,
    productId: string,
    selection: PurchaseSelection,
    now: Date,
  ): Promise<CheckedSelection> => {
    const [rows, hadTrial] = await Promise.all([
      subscriptions.listForProduct(database.query, accountId, productId),
      queries.hadTrial(database.query, accountId, productId),
    ]);
    const current = findCurrent(rows, now);
    const resolved = await catalog.resolveSelection(productId, selection, {
      planId: current?.planId ?? null,
      devicesInUse: 0,
      hadTrial: hadTrial || rows.some((row) => row.trial),
    });
    const checked = { resolved, coupon: await coupons.find(accountId, selection.coupon, productId), current };
    await requireUsable(checked, accountId);
    return checked;
  };
}

/** Cents for each interval, before tax and discounts. */
function priceOf({ resolved }: Pick<CheckedSelection, 'resolved'>): number {
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

/**
 * Tax and credits that are charged again count: what is charged now and what recurs can each be paid.
 * @throws ChargeTooLargeError
 */
export function requireChargeable(...previews: readonly Pick<Preview, 'total' | 'amountDue'>[]): void {
  if (previews.some(({ total, amountDue }) => Math.max(total, amountDue) > largestCharge))
    throw new ChargeTooLargeError();
}

function isAsItIs({ resolved, current }: CheckedSelection): boolean {
  const wanted = resolved.lines.map((line) => `${line.stripePriceId} ${line.quantity}`);
  const held = (current?.items ?? []).map((item) => `${item.stripePriceId} ${item.quantity}`);
  return wanted.length === held.length && wanted.every((line) => held.includes(line));
}
