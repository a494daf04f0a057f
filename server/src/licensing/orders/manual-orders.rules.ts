import type { ManualOrderDetails } from '@portico/contract';
import type { Product } from '../../catalog/index.ts';
import type { Said } from '../../core/http/app-error.ts';
import type { MessageKey } from '../../core/messages/index.ts';
import type { OrderProductRow, OrderRow } from './orders.queries.ts';

/** The part of a manual order that the rules use. */
export type ManualOrderState = Pick<OrderRow, 'status' | 'paymentStatus' | 'expiresAt'>;
/** The values before the change. */
export type EnteredOrder = ManualOrderState &
  Pick<OrderRow, 'number' | 'price'> &
  Pick<OrderProductRow, 'productId' | 'planId'>;

export type ManualChange = 'save' | 'activate' | 'markPaid' | 'cancel';

/** Why a manual order does not allow a change (ORD-8), or null. */
export function findChangeRefusal(order: ManualOrderState, change: ManualChange, now: Date): MessageKey | null {
  if (order.status === 2) return 'order.canceled';
  if (change === 'markPaid' && order.paymentStatus === 1) return 'order.alreadyPaid';
  if (change !== 'activate') return null;
  if (order.status !== 0) return 'order.notDraft';
  return order.expiresAt !== null && order.expiresAt <= now ? 'order.expired' : null;
}

/** Problems of a manual order's details, by property. */
export type DetailProblems = Partial<Record<keyof ManualOrderDetails, Said[]>>;

/**
 * Validates what an operator entered (ORD-8).
 * @param before what was entered before; undefined for a new order. Unchanged values are accepted, even if the plan has since been retired or the
 * order has expired.
 */
export function findProblems(
  details: ManualOrderDetails,
  product: Product | undefined,
  before: EnteredOrder | undefined,
  now: Date,
): DetailProblems {
  const problems: DetailProblems = { ...findFixedProblems(details, before) };
  const isSameProduct = product !== undefined && before?.productId === product.id;
  if (!product || (!isSameProduct && (product.retired || product.licensingType === 'None'))) {
    problems.productId = [{ key: 'order.unknownProduct' }];
  } else {
    const plan = product.plans.find(({ id }) => id === details.planId);
    if (!plan || (plan.retired && before?.planId !== plan.id)) problems.planId = [{ key: 'order.unknownPlan' }];
  }
  const { number, expirationDate } = details;
  if (isReservedNumber(number) && number !== before?.number) problems.number = [{ key: 'order.numberReserved' }];
  if (expirationDate !== null) {
    const expiresAt = new Date(expirationDate);
    const isSame = before?.expiresAt?.getTime() === expiresAt.getTime();
    if (!isSame && expiresAt <= now) problems.expirationDate = [{ key: 'order.expirationPast' }];
  }
  return problems;
}

/** The sold product is fixed once the order is active, and the price once it is paid (ORD-8). */
function findFixedProblems(details: ManualOrderDetails, before: EnteredOrder | undefined): DetailProblems {
  if (!before) return {};
  const fixed = (field: keyof ManualOrderDetails): Said[] => [{ key: 'order.fixed', values: { field } }];
  const isActive = before.status !== 0;
  return {
    ...(isActive && details.productId !== before.productId && { productId: fixed('productId') }),
    ...(isActive && details.planId !== before.planId && { planId: fixed('planId') }),
    ...(isActive && details.number !== '' && details.number !== before.number && { number: fixed('number') }),
    ...(before.paymentStatus === 1 && details.price !== before.price && { price: fixed('price') }),
  };
}

/** The currency of a product's prices. Plans that are not sold online have none. */
export function productCurrency({ plans }: Pick<Product, 'plans'>): string {
  return plans.flatMap(({ pricePlans }) => pricePlans)[0]?.currency ?? 'usd';
}

/** Whether a number has the form of the portal's own numbers, ignoring case. Operators cannot use such numbers (ORD-1). */
export function isReservedNumber(number: string): boolean {
  return /^OR-\d+$/i.test(number);
}
