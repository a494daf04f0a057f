import { isDeepStrictEqual } from 'node:util';
import type { ChangeTime } from '@portico/contract';
import { InvalidInputError } from '../../core/http/app-error.ts';
import type { OperationContext, OperationOf, Performed } from '../../core/operations/index.ts';
import type { SubscriptionRequest } from '../../core/stripe/index.ts';
import type { SubscriptionRow } from '../subscriptions/subscriptions.queries.ts';
import { catalogItems } from '../subscriptions/subscriptions.rules.ts';
import type { PurchaseContext } from './purchase.context.ts';
import { PriceChangedError } from './purchase.errors.ts';
import type { PurchaseOutcome, PurchaseRequest } from './quoted.ts';
import { type CheckedSelection, isUnchanged, selectionPrice } from './terms.ts';

/** The end of the paid period, if the change lowers each charge before tax and discounts and so may wait for it (SCH-1); null otherwise. */
export function findPeriodEndToWaitFor(
  checked: Pick<CheckedSelection, 'resolved' | 'subscription' | 'coupon'>,
): Date | null {
  const { subscription, coupon } = checked;
  if (!subscription || coupon || subscription.status !== 'active' || subscription.cancelAt) return null;
  return !isUnchanged(checked) && selectionPrice(checked) < catalogPrice(subscription) ? subscription.expiresAt : null;
}

/** Cents per interval of the items that a change can lower. */
function catalogPrice(subscription: SubscriptionRow): number {
  return catalogItems(subscription).reduce((sum, { unitAmount, quantity }) => sum + unitAmount * quantity, 0);
}

/** When a selection takes effect: at the end of the period if requested and possible; null if immediately. */
export function findStartTime(waitsUntil: Date | null, when: ChangeTime | undefined): Date | null {
  return when === 'periodEnd' ? waitsUntil : null;
}

/** @throws InvalidInputError if the change cannot be scheduled or is scheduled already (SCH-1, SCH-4) */
export function assertSchedulable(checked: CheckedSelection, when: ChangeTime | undefined): void {
  if (when !== 'periodEnd') return;
  if (!checked.startsAt) throw new InvalidInputError({ when: [{ key: 'purchase.cannotWait' }] });
  if (isScheduledAlready(checked)) throw new InvalidInputError({ items: [{ key: 'purchase.scheduledAlready' }] });
}

function isScheduledAlready({ resolved, schedule }: CheckedSelection): boolean {
  const lineKeys = (lines: readonly { stripePriceId: string; quantity: number }[]) =>
    lines.map(({ stripePriceId, quantity }) => `${stripePriceId} ${quantity}`).sort();
  return schedule?.change
    ? isDeepStrictEqual(lineKeys(catalogItems(schedule.change)), lineKeys(resolved.lines))
    : false;
}

/**
 * Schedules a quoted change for the end of the period (SCH-2). Nothing is charged.
 * @throws PriceChangedError if the subscription has begun another period or ends
 */
export async function performScheduling(
  { gateway }: PurchaseContext,
  request: SubscriptionRequest,
  { step }: OperationContext,
): Promise<Performed<PurchaseOutcome>> {
  const state = await gateway.subscriptions.scheduleChange(request, step);
  const stripeSubscriptionId = request.terms.change?.stripeSubscriptionId ?? '';
  await gateway.mirror.refresh('subscription', stripeSubscriptionId);
  if (!state) throw new PriceChangedError();
  await gateway.mirror.storeSchedule(state.schedule);
  const nothing = { stripeInvoiceId: null, amountPaid: 0, receiptUrl: null, invoiced: null };
  return { state: 'succeeded', outcome: { stripeSubscriptionId, ...nothing } };
}

/** Takes back the scheduled change that an immediate one replaces (SCH-6). Called after payment, so that a declined card takes nothing back. */
export async function releaseReplacedChange(
  { gateway }: PurchaseContext,
  { change }: SubscriptionRequest['terms'],
  { step }: OperationContext,
): Promise<void> {
  if (!change?.scheduleId) return;
  await gateway.mirror.storeSchedule(await gateway.subscriptions.releaseSchedule(change.scheduleId, step));
  await gateway.mirror.refresh('subscription', change.stripeSubscriptionId);
}

export function isScheduling({ request }: Pick<OperationOf<PurchaseRequest, PurchaseOutcome>, 'request'>): boolean {
  return request.quoted.terms.change?.startsAt !== undefined;
}
