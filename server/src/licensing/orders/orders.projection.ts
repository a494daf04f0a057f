import { millisecondsInDay } from 'date-fns/constants';
import { type SubscriptionRow, wireStatus } from '../../billing/index.ts';
import type { Product } from '../../catalog/index.ts';
import { changedColumns } from '../../core/db/changed-columns.ts';
import type { StoredOrder, SubscriptionOrder } from './projection.queries.ts';

/** The fields that an order copies from a subscription, and its one product. */
export type OrderFacts = Omit<SubscriptionOrder, 'id' | 'number' | 'licenseId' | 'version'>;

const models = { HostLocked: 0, Floating: 1, None: null } as const;

/** Derives the order of a subscription (ORD-11, ORD-4). @returns undefined for a product without licenses */
export function deriveOrder(row: SubscriptionRow, product: Product | undefined): OrderFacts | undefined {
  const licenseModel = models[product?.licensingType ?? 'None'];
  if (!product || licenseModel === null) return undefined;
  const status = deriveStatus(row);
  const isPaid = status !== 0 && row.unpaidSince === null;
  return {
    accountId: row.accountId,
    stripeSubscriptionId: row.stripeSubscriptionId,
    subscriptionId: row.id,
    status,
    paymentStatus: isPaid ? 1 : 0,
    orderedAt: row.startedAt,
    paidAt: isPaid ? (row.periodStartedAt ?? row.startedAt) : null,
    licenseModel,
    deviceQuantity: row.deviceQuantity,
    price: row.amount,
    currency: row.currency,
    expiresAt: deriveExpiry(row, product),
    endedAt: row.endedAt,
    trial: row.trial,
    productId: row.productId,
    planId: row.planId,
  };
}

function deriveStatus({ status }: SubscriptionRow): OrderFacts['status'] {
  const known = wireStatus(status);
  if (known === 2) return 0;
  return known === 4 ? 2 : 1;
}

/**
 * When the entitlement ends (ORD-12): with an ended subscription; otherwise with the paid period, on the day on which
 * the subscription is set to end, or after the days of grace while a payment is due, whichever is first.
 */
export function deriveExpiry(row: SubscriptionRow, { graceDays }: Pick<Product, 'graceDays'>): Date | null {
  if (row.endedAt) return row.endedAt;
  const ends = [row.expiresAt, row.cancelAt].filter((end) => end !== null);
  if (row.unpaidSince) ends.push(new Date(row.unpaidSince.getTime() + graceDays * millisecondsInDay));
  return ends.length === 0 ? null : new Date(Math.min(...ends.map((end) => end.getTime())));
}

/** A stored order that differs from what its subscription implies, or is missing. */
export interface OrderDifference {
  readonly facts: OrderFacts;
  /** Undefined if the order is missing. */
  readonly stored: StoredOrder | undefined;
  /** The columns that differ. */
  readonly columns: readonly string[];
}

const compared = [
  'subscriptionId',
  'status',
  'paymentStatus',
  'orderedAt',
  'paidAt',
  'licenseModel',
  'deviceQuantity',
  'price',
  'currency',
  'expiresAt',
  'endedAt',
  'trial',
  'productId',
  'planId',
] as const satisfies readonly (keyof OrderFacts)[];

/** The rows to write so that the stored orders match their subscriptions. */
export function compareOrders(
  expected: readonly OrderFacts[],
  stored: ReadonlyMap<string, StoredOrder>,
): OrderDifference[] {
  return expected.flatMap((facts) => {
    const order = stored.get(facts.stripeSubscriptionId);
    const columns = order ? changedColumns(compared, order, facts) : ['order'];
    return columns.length === 0 ? [] : [{ facts, stored: order, columns }];
  });
}
