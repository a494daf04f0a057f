import type { ManualOrderDetails } from '@portico/contract';
import type { Product } from '../../catalog/index.ts';
import type { Said } from '../../core/http/app-error.ts';
import type { MessageKey } from '../../core/messages/index.ts';
import type { OrderProductRow, OrderRow } from './orders.queries.ts';

/** What of a manual order its rules read. */
export type ManualOrderState = Pick<OrderRow, 'status' | 'paymentStatus' | 'expiresAt'>;
/** What was entered for it before. */
export type EnteredOrder = ManualOrderState &
  Pick<OrderRow, 'number' | 'price'> &
  Pick<OrderProductRow, 'productId' | 'planId'>;

export type ManualChange = 'save' | 'activate' | 'markPaid' | 'cancel';

/** Why a manual order cannot be changed so (ORD-8), or null. */
export function findChangeRefusal(order: ManualOrderState, change: ManualChange, now: Date): MessageKey | null {
  if (order.status === 2) return 'order.canceled';
  if (change === 'markPaid' && order.paymentStatus === 1) return 'order.alreadyPaid';
  if (change !== 'activate') return null;
  if (order.status !== 0) return 'order.notDraft';
  return order.expiresAt !== null && order.expiresAt <= now ? 'order.expired' : null;
}

/** What is wrong with the details of a manual order, by property. */
export type DetailProblems = Partial<Record<keyof ManualOrderDetails, Said[]>>;

/**
 * Checks what an operator entered (ORD-8).
 * @param before what was entered before; undefined for a new order. What stays as it was is not refused: a plan may have been retired since, and
 *   an order may have expired.
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

/** What was sold stays as it is once the order is active, and the price once it is paid (ORD-8). */
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

/** The currency that a product is sold in. A plan that is not sold online has no price of its own. */
export function productCurrency({ plans }: Pick<Product, 'plans'>): string {
  return plans.flatMap(({ pricePlans }) => pricePlans)[0]?.currency ?? 'usd';
}

/** Whether the portal could give a number of this form, in any case. Operators then have to choose another one (ORD-1). */
export function isReservedNumber(number: string): boolean {
  return /^OR-\d+$/i.test(number);
}
