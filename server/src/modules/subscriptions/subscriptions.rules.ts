import type { Subscription } from '@portico/contract';
import type { MessageKey } from '../../messages/index.ts';
import type { HeldSubscription, Product } from '../catalog/index.ts';
import type { SubscriptionRow } from './subscriptions.queries.ts';

type Plan = Product['plans'][number];

/** 1 is success; 2 waits for its first payment; 3 is past due; 4 has ended (SUB-1). */
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

/** Whether a subscription runs, also where it is past due. */
function isLive({ status }: Pick<SubscriptionRow, 'status'>): boolean {
  const known = wireStatus(status);
  return known === 1 || known === 3;
}

type Ending = Pick<SubscriptionRow, 'status' | 'cancelAt' | 'trial' | 'amount'>;

/** A trial that nothing follows is set to end from its beginning: nobody canceled it, and there is nothing to go back to. */
function endsByItself({ trial, amount, cancelAt }: Ending): boolean {
  return trial && amount === 0 && cancelAt !== null;
}

/** When a subscription ends because it was canceled; null for one that renews, or that ends by itself. */
export function canceledTo(row: Ending): Date | null {
  return endsByItself(row) ? null : row.cancelAt;
}

/** Whether a subscription can be canceled, or have its cancellation taken back: what runs, and what is to end (SUB-5). */
export function endingAllowed(row: Ending) {
  const mayEnd = isLive(row) && !endsByItself(row);
  return { cancellationAllowed: mayEnd && row.cancelAt === null, restoreAllowed: mayEnd && row.cancelAt !== null };
}

/** What else may be changed of a subscription. A plan that is not sold online, and a product that is not on sale, stay as they are. */
export function changesAllowed(row: Ending, product: Pick<Product, 'disabled'> | undefined, plan: Plan | undefined) {
  const live = isLive(row);
  const canChange =
    live && canceledTo(row) === null && product !== undefined && !product.disabled && plan?.processingType !== 1;
  return {
    subscriptionEditingAllowed: canChange && !row.trial,
    changingPlanAllowed: canChange,
    ...endingAllowed(row),
    paymentMethodUpdateAllowed: live && row.amount > 0,
  };
}

const statusTitles: Record<Subscription['status'], MessageKey> = {
  1: 'subscription.active',
  2: 'subscription.incomplete',
  3: 'subscription.pastDue',
  4: 'subscription.ended',
};

/** The word for a subscription's status: that it was canceled comes before that it is a trial. */
export function statusTitle(row: Ending): MessageKey {
  if (isLive(row) && canceledTo(row)) return 'subscription.cancels';
  if (isLive(row) && row.trial) return 'subscription.trial';
  return statusTitles[wireStatus(row.status)];
}

/** A subscription as the catalog judges by it. */
export function toHeld(row: SubscriptionRow): HeldSubscription {
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
    expirationDate: row.expiresAt,
    trial: row.trial,
    paymentFailed: row.paymentFailure,
    // Devices register against licenses, which come with orders: until an account has any, none is in use.
    devicesInUse: 0,
  };
}
