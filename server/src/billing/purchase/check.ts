import type { ChangeTime, PurchaseSelection, ShippingDetails } from '@portico/contract';
import { InvalidInputError, NotFoundError } from '../../core/http/app-error.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { ChargeTooLargeError, largestCharge, type Preview } from '../../core/stripe/index.ts';
import { findCard } from '../cards/cards.queries.ts';
import { InvalidCouponError } from '../coupons/coupons.errors.ts';
import { assertCouponUnused, findCoupon, type OptionalVisitor } from '../coupons/coupons.service.ts';
import { findDiscounts } from '../subscriptions/discounts.queries.ts';
import { findSchedule } from '../subscriptions/scheduled-changes.ts';
import { listSubscriptionsForProducts } from '../subscriptions/subscriptions.queries.ts';
import { effectiveCancelAt } from '../subscriptions/subscriptions.rules.ts';
import { hadTrial } from '../subscriptions/trials.queries.ts';
import type { PurchaseContext } from './purchase.context.ts';
import { SubscriptionEndsError } from './purchase.errors.ts';
import { assertSchedulable, findPeriodEndToWaitFor, findStartTime } from './scheduled.ts';
import { type CheckedSelection, findLiveSubscription, isUnchanged, selectionPrice } from './terms.ts';

type CheckContext = PurchaseContext & Pick<RequestContext, 'accountId'> & OptionalVisitor;

/**
 * The first step: checks a selection against the catalog and the account's subscriptions. Amounts in the request are ignored (WIRE-20).
 * @param time the customer's time.
 * @throws NotFoundError, NotForSaleError, InvalidCouponError; InvalidInputError naming the field; TooManyRequestsError after too many wrong coupons.
 */
export async function checkSelection(
  context: CheckContext,
  productId: string,
  selection: PurchaseSelection & { readonly when?: ChangeTime | undefined },
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
  const coupon = await findCoupon(context, selection.coupon, productId);
  const schedule = subscription ? await findSchedule(database.query, catalog, subscription) : null;
  const waitsUntil = findPeriodEndToWaitFor({ resolved, coupon, subscription });
  const startsAt = findStartTime(waitsUntil, selection.when);
  const checked = { resolved, coupon, subscription, schedule, waitsUntil, startsAt };
  await assertCouponUsable(context, checked);
  return checked;
}

/** @throws SubscriptionEndsError if the selection would change a canceled subscription (PUR-24) */
export function assertRenews({ subscription }: Pick<CheckedSelection, 'subscription'>): void {
  if (subscription && effectiveCancelAt(subscription)) throw new SubscriptionEndsError();
}

/**
 * Asserts that a selection can be quoted (PUR-8, PUR-9, PUR-24).
 * @throws InvalidInputError if something is due and the address for tax is missing, or if a change changes nothing; SubscriptionEndsError.
 */
export function assertQuotable(
  checked: CheckedSelection,
  details: ShippingDetails | undefined,
  when: ChangeTime | undefined,
): void {
  assertRenews(checked);
  const isTrial = checked.resolved.plan.isTrial && !checked.subscription;
  if (!details && !isTrial && selectionPrice(checked) > 0) {
    throw new InvalidInputError({ shippingDetails: [{ key: 'purchase.addressRequired' }] });
  }
  if (checked.subscription && !checked.coupon && isUnchanged(checked)) {
    throw new InvalidInputError({ items: [{ key: 'purchase.nothingChanged' }] });
  }
  assertSchedulable(checked, when);
}

/**
 * Asserts that the charge now and the recurring charge can each be paid, with tax and with credits that are charged again.
 * @throws ChargeTooLargeError
 */
export function assertChargeable(...previews: readonly Pick<Preview, 'total' | 'amountDue'>[]): void {
  if (previews.some(({ total, amountDue }) => Math.max(total, amountDue) > largestCharge))
    throw new ChargeTooLargeError();
}

/** @throws NotFoundError if the card is not the customer's. */
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
  context: CheckContext,
  { coupon, subscription, resolved }: CheckedSelection,
): Promise<void> {
  if (!coupon) return;
  await assertCouponUnused(context, coupon);
  if (!subscription) return;
  if (selectionPrice({ resolved }) <= subscription.amount) throw new InvalidCouponError('purchase.couponOnReduction');
  const isPaid = !subscription.trial && subscription.amount > 0;
  if (isPaid && coupon.duration === 'once') throw new InvalidCouponError('purchase.couponForNew');
  const { ofSubscription } = await findDiscounts(context.database.query, subscription.stripeSubscriptionId);
  if (ofSubscription.length > 0) throw new InvalidCouponError('purchase.couponBesideAnother');
}
