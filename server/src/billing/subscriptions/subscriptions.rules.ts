import type { Subscription } from '@portico/contract';
import type { HeldSubscription, Product } from '../../catalog/index.ts';
import type { HeldItem } from '../../core/db/schema/stored-types.ts';
import type { MessageKey } from '../../core/messages/index.ts';
import type { MirroredFacts, SubscriptionRow } from './subscriptions.queries.ts';

type Plan = Product['plans'][number];

/** 1: active; 2: waits for its first payment; 3: past due; 4: ended (SUB-1). */
export function wireStatus(status: string): Subscription['status'] {
  switch (status) {
    case 'active':
    case 'trialing':
      return 1;
    case 'incomplete':
      return 2;
    case 'past_due':
    case 'unpaid':
      return 3;
    default:
      return 4;
  }
}

/** Also true for a past due subscription. */
function isLive({ status }: Pick<SubscriptionRow, 'status'>): boolean {
  const known = wireStatus(status);
  return known === 1 || known === 3;
}

type CancelableRow = Pick<SubscriptionRow, 'status' | 'cancelAt' | 'trial' | 'amount'>;

/** A trial without a paid period after it is set to end from the start. It is not canceled and cannot be restored (TRL-5). */
function endsWithTrial({ trial, amount, cancelAt }: CancelableRow): boolean {
  return trial && amount === 0 && cancelAt !== null;
}

/** The end of a canceled subscription; null if it renews or ends with its trial. */
export function effectiveCancelAt(row: CancelableRow): Date | null {
  return endsWithTrial(row) ? null : row.cancelAt;
}

/** Whether a subscription can be canceled or restored (SUB-5). */
export function allowedCancellation(row: CancelableRow) {
  const mayEnd = isLive(row) && !endsWithTrial(row);
  return { cancellationAllowed: mayEnd && row.cancelAt === null, restoreAllowed: mayEnd && row.cancelAt !== null };
}

/** Whether another card can pay for a subscription: it is live and has a price (SUB-19). */
export function mayChangeCard(row: Pick<SubscriptionRow, 'status' | 'amount'>): boolean {
  return isLive(row) && row.amount > 0;
}

/** The allowed changes of a subscription (SUB-9). A plan that is not sold online and a product that is not on sale cannot be changed. */
export function allowedChanges(
  row: CancelableRow,
  product: Pick<Product, 'disabled'> | undefined,
  plan: Plan | undefined,
) {
  const live = isLive(row);
  const canChange =
    live && effectiveCancelAt(row) === null && product !== undefined && !product.disabled && plan?.processingType !== 1;
  return {
    subscriptionEditingAllowed: canChange && !row.trial,
    changingPlanAllowed: canChange,
    ...allowedCancellation(row),
    paymentMethodUpdateAllowed: mayChangeCard(row),
  };
}

const statusTitles: Record<Subscription['status'], MessageKey> = {
  1: 'subscription.active',
  2: 'subscription.incomplete',
  3: 'subscription.pastDue',
  4: 'subscription.ended',
};

/** Canceled takes precedence over trial. */
export function statusTitle(row: CancelableRow): MessageKey {
  if (isLive(row) && effectiveCancelAt(row)) return 'subscription.cancels';
  if (isLive(row) && row.trial) return 'subscription.trial';
  return statusTitles[wireStatus(row.status)];
}

/** Whether a stored preview was fetched after the last change of its subscription. */
export function isCurrent(
  next: { readonly askedAt: Date } | null,
  { syncedAt }: Pick<MirroredFacts, 'syncedAt'>,
): boolean {
  return next !== null && (syncedAt === null || next.askedAt > syncedAt);
}

type EndedRow = Pick<SubscriptionRow, 'status' | 'trial' | 'unpaidSince' | 'endedAt'>;

const unpaidReasons: ReadonlySet<string | null> = new Set(['payment_failed', 'payment_disputed']);

/**
 * Why a subscription ended; null if it has not (SUB-31). Without a reason at Stripe, it ended unpaid if a payment was due.
 */
export function endReason(
  { status, trial, unpaidSince, endedAt }: EndedRow,
  { reason, trialEnd }: Pick<MirroredFacts, 'reason' | 'trialEnd'>,
): 'canceled' | 'unpaid' | 'trialEnded' | null {
  if (wireStatus(status) !== 4) return null;
  // Stripe reports a failed payment if a trial ends without a card.
  if (trial || (trialEnd !== null && endedAt !== null && endedAt <= trialEnd)) return 'trialEnded';
  const isUnpaid = reason === null ? unpaidSince !== null : unpaidReasons.has(reason);
  return isUnpaid ? 'unpaid' : 'canceled';
}

/** The items that a customer can change here. The portal neither changes nor removes the others (SUB-39). */
export function catalogItems({ items }: { readonly items: readonly HeldItem[] }): CatalogItem[] {
  return items.filter((item): item is CatalogItem => item.kind !== 'other');
}

type CatalogItem = HeldItem & { kind: Exclude<HeldItem['kind'], 'other'> };

/**
 * A subscription in the catalog's form.
 * @param devicesInUse devices of its license that hold a seat (SEL-4)
 * @param hasUnpaidInvoice whether an invoice for it is open, even after its end
 */
export function toHeldSubscription(
  row: SubscriptionRow,
  devicesInUse: number,
  hasUnpaidInvoice = false,
): HeldSubscription {
  const quantities = (kind: 'additional' | 'addon') =>
    Object.fromEntries(row.items.filter((item) => item.kind === kind).map((item) => [item.priceId, item.quantity]));
  return {
    id: row.id,
    planId: row.planId,
    pricePlanId: row.pricePlanId,
    quantity: row.quantity,
    additionalQuantities: quantities('additional'),
    addonQuantities: quantities('addon'),
    status: wireStatus(row.status),
    statusTitle: statusTitle(row),
    cancelAt: effectiveCancelAt(row),
    endedAt: row.endedAt,
    expirationDate: row.expiresAt,
    trial: row.trial,
    paymentFailed: row.paymentFailure,
    devicesInUse,
    isUnpaid: hasUnpaidInvoice || wireStatus(row.status) === 3,
  };
}
