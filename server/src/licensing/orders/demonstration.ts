import type { Queryable } from '../../core/db/database.ts';
import { insertOrder, isNumberUsed } from './manual-orders.queries.ts';
import type { OrdersContext } from './orders.context.ts';

/** A manual order that was activated and paid on the day on which it was entered. */
export interface DemoOrder {
  readonly accountId: number;
  readonly number: string;
  readonly productId: string;
  readonly planId: string;
  readonly quantity: number;
  readonly domains: number | null;
  /** Cents. */
  readonly price: number;
  readonly note: string;
  readonly createdBy: number;
  readonly orderedAt: Date;
  readonly expiresAt: Date | null;
}

/** Adds an order of the demo, unless it exists. */
export async function addDemoOrder(
  { deliverOrder }: Pick<OrdersContext, 'deliverOrder'>,
  on: Queryable,
  { productId, planId, quantity, domains, ...order }: DemoOrder,
): Promise<void> {
  if (await isNumberUsed(on, order.number)) return;
  const id = await insertOrder(
    on,
    {
      ...order,
      deviceQuantity: quantity,
      domainQuantity: domains,
      licenseModel: 1,
      status: 1,
      paymentStatus: 1,
      paidAt: order.orderedAt,
      currency: 'usd',
    },
    { productId, planId, quantity, price: order.price, version: null },
  );
  await deliverOrder(on, id);
}
