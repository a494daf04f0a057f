import type { PurchaseSelection, ShippingDetails } from '@portico/contract';
import { InvalidInputError, NotFoundError } from '../../http/app-error.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { ChargeTooLargeError, largestCharge, type Preview } from '../../stripe/index.ts';
import { findCard } from '../cards/index.ts';
import { assertCouponUnused, findCoupon, InvalidCouponError } from '../coupons/index.ts';
import { findDiscounts, hadTrial, listSubscriptionsForProducts } from '../subscriptions/index.ts';
import type { PurchaseContext } from './purchase.context.ts';
import { type CheckedSelection, findLiveSubscription } from './terms.ts';

type Asking = PurchaseContext & Pick<RequestContext, 'accountId'>;

/**
 * The first step: checks a selection against the catalog and the account's subscriptions. Amounts in the request are ignored.
 * @param time the customer's time.
 * @throws NotFoundError, NotForSaleError, InvalidCouponError; InvalidInputError naming the field; TooManyRequestsError after too many wrong coupons.
 */
export async function checkSelection(
  context: Asking,
  productId: string,
  selection: PurchaseSelection,
  time: Date,
): Promise<CheckedSelection> {
  const { database, catalog, accountId } = context;
  const [rows, triedBefore] = await Promise.all([
    listSubscriptionsForProducts(database.query, accountId, [productId]),
    hadTrial(database.query, accountId, productId),
  ]);
  const subscription = findLiveSubscription(rows, time);
  const inUse = await context.findDevicesInUse(database.query, subscription ? [subscription.id] : []);
  const resolved = await catalog.resolveSelection(productId, selection, {
    planId: subscription?.planId ?? null,
    devicesInUse: (subscription && inUse.get(subscription.id)) ?? 0,
    hadTrial: triedBefore || rows.some((row) => row.trial),
  });
  const checked = { resolved, coupon: await findCoupon(context, selection.coupon, productId), subscription };
  await assertCouponUsable(context, checked);
  return checked;
}

/**
 * Asserts that a selection can be quoted (PUR-8, PUR-9).
 * @throws InvalidInputError when something is due and the address for tax is missing, or when a change changes nothing.
 */
export function assertQuotable(checked: CheckedSelection, details: ShippingDetails | undefined): void {
  const isTrial = checked.resolved.plan.isTrial && !checked.subscription;
  if (!details && !isTrial && priceOf(checked) > 0) {
    throw new InvalidInputError({ shippingDetails: [{ key: 'purchase.addressRequired' }] });
  }
  if (checked.subscription && !checked.coupon && isUnchanged(checked)) {
    throw new InvalidInputError({ items: [{ key: 'purchase.nothingChanged' }] });
  }
}

/**
 * Asserts that the charge now and the recurring charge can each be paid, with tax and with credits that are charged again.
 * @throws ChargeTooLargeError
 */
export function assertChargeable(...previews: readonly Pick<Preview, 'total' | 'amountDue'>[]): void {
  if (previews.some(({ total, amountDue }) => Math.max(total, amountDue) > largestCharge))
    throw new ChargeTooLargeError();
}

/** @throws NotFoundError when the card is not the customer's. */
export async function assertOwnCard(
  { database }: Pick<PurchaseContext, 'database'>,
  customerId: string | null,
  paymentMethodId: string | null | undefined,
): Promise<void> {
  if (!paymentMethodId) return;
  if (!customerId || !(await findCard(database.query, customerId, paymentMethodId))) throw new NotFoundError();
}

/**
 * Asserts that the account may use a coupon for the selection (CPN-3, CPN-6 to CPN-8). Unused time is credited at the price before discounts, so a
 * coupon on a reduction would pay out money.
 * @throws InvalidCouponError
 */
async function assertCouponUsable(
  context: Asking,
  { coupon, subscription, resolved }: CheckedSelection,
): Promise<void> {
  if (!coupon) return;
  await assertCouponUnused(context, coupon);
  if (!subscription) return;
  if (priceOf({ resolved }) <= subscription.amount) throw new InvalidCouponError('purchase.couponOnReduction');
  const isPaid = !subscription.trial && subscription.amount > 0;
  if (isPaid && coupon.duration === 'once') throw new InvalidCouponError('purchase.couponForNew');
  const { ofSubscription } = await findDiscounts(context.database.query, subscription.stripeSubscriptionId);
  if (ofSubscription.length > 0) throw new InvalidCouponError('purchase.couponBesideAnother');
}

/** Cents for each interval, before tax and discounts. */
export function priceOf({ resolved }: Pick<CheckedSelection, 'resolved'>): number {
  return resolved.lines.reduce((sum, line) => sum + line.unitAmount * line.quantity, 0);
}

/** Whether the account has exactly this already. */
export function isUnchanged({ resolved, subscription }: Pick<CheckedSelection, 'resolved' | 'subscription'>): boolean {
  const wanted = resolved.lines.map((line) => `${line.stripePriceId} ${line.quantity}`);
  const held = (subscription?.items ?? []).map((item) => `${item.stripePriceId} ${item.quantity}`);
  return wanted.length === held.length && wanted.every((line) => held.includes(line));
}
