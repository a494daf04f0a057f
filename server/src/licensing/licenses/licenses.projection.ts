import { changedColumns } from '../../core/db/changed-columns.ts';
import type { StoredOrder } from '../orders/projection.queries.ts';
import type { LicenseRow } from './licenses.queries.ts';
import { formatLicenseNumber } from './serial-number.ts';

/** The fields that a license copies from its order. */
export type LicenseFacts = Pick<
  LicenseRow,
  | 'accountId'
  | 'orderId'
  | 'subscriptionId'
  | 'licenseModel'
  | 'productId'
  | 'planId'
  | 'version'
  | 'status'
  | 'trial'
  | 'startsAt'
  | 'expiresAt'
  | 'quantity'
>;

const statuses = { 0: 2, 1: 1, 2: 3 } as const;

/** Derives the license of an order (LCN-1). @param first the first order of its succession */
export function deriveLicense(order: StoredOrder, first: StoredOrder = order): LicenseFacts {
  return {
    accountId: order.accountId,
    orderId: order.id,
    subscriptionId: order.subscriptionId,
    licenseModel: order.licenseModel,
    productId: order.productId,
    planId: order.planId,
    version: order.version,
    status: statuses[order.status],
    trial: order.trial,
    startsAt: first.orderedAt,
    expiresAt: order.expiresAt,
    quantity: order.deviceQuantity,
  };
}

/**
 * Groups orders of one account and product, in any order, into successions that share one license (LCN-12). A
 * subscription continues the license of the latest one that had ended when it began. Drafts have no license; manual
 * orders have their own.
 */
export function groupSuccessions(orders: readonly StoredOrder[]): StoredOrder[][] {
  const manual = orders.filter(({ stripeSubscriptionId }) => stripeSubscriptionId === null);
  const begun = orders
    .filter(({ stripeSubscriptionId, status }) => stripeSubscriptionId !== null && status !== 0)
    .toSorted((a, b) => a.orderedAt.getTime() - b.orderedAt.getTime() || compareIds(a, b));
  const successions: StoredOrder[][] = [];
  for (const order of begun) {
    const ended = successions.filter((succession) => successionEnd(succession) <= order.orderedAt.getTime());
    const latest = ended.toSorted((a, b) => successionEnd(b) - successionEnd(a))[0];
    if (latest) latest.push(order);
    else successions.push([order]);
  }
  return [...successions, ...manual.map((order) => [order])];
}

function compareIds(a: StoredOrder, b: StoredOrder): number {
  return (a.stripeSubscriptionId ?? '') < (b.stripeSubscriptionId ?? '') ? -1 : 1;
}

/** Infinity while its latest order has not ended. */
function successionEnd(succession: readonly StoredOrder[]): number {
  return succession.at(-1)?.endedAt?.getTime() ?? Number.POSITIVE_INFINITY;
}

/** A license that differs from what its orders imply, or is missing. */
export interface LicenseDifference {
  readonly facts: LicenseFacts;
  readonly orders: readonly StoredOrder[];
  /** Undefined if the license is missing. */
  readonly stored: LicenseRow | undefined;
  /** Licenses of later orders of the succession. Their devices move to the first one. */
  readonly merged: readonly LicenseRow[];
  /** The columns that differ. */
  readonly columns: readonly string[];
}

const compared = [
  'orderId',
  'subscriptionId',
  'licenseModel',
  'productId',
  'planId',
  'version',
  'status',
  'trial',
  'startsAt',
  'expiresAt',
  'quantity',
] as const satisfies readonly (keyof LicenseFacts)[];

/** The rows to write so that licenses match their orders. If orders no longer share a license, it stays with the order after which it is named. */
export function compareLicenses(
  orders: readonly StoredOrder[],
  stored: ReadonlyMap<number, LicenseRow>,
): LicenseDifference[] {
  const successions = groupSuccessions(orders);
  const named = new Map(
    successions.flatMap((succession) =>
      succession.map(({ number, id }) => [formatLicenseNumber(number, id), succession] as const),
    ),
  );
  const taken = new Set<number>();
  const taking = successions.map((succession) => {
    const known = listSuccessionLicenses(succession, stored).filter(
      ({ number }) => (named.get(number) ?? succession) === succession,
    );
    const license = known.find(({ id }) => !taken.has(id));
    if (license) taken.add(license.id);
    return { succession, known, license };
  });
  return taking.flatMap(({ succession, known, license }) => {
    const merged = known.filter(({ id }) => !taken.has(id));
    for (const { id } of merged) taken.add(id);
    const facts = deriveLicense(succession.at(-1) as StoredOrder, succession[0]);
    const columns: string[] = license ? changedColumns(compared, license, facts) : ['license'];
    if (merged.length > 0 || succession.some(({ licenseId }) => licenseId !== license?.id)) columns.push('orders');
    return columns.length === 0 ? [] : [{ facts, orders: succession, stored: license, merged, columns }];
  });
}

/** The licenses of a succession: those of its orders, the first order's first, then those that are named after one of its orders. */
function listSuccessionLicenses(
  succession: readonly StoredOrder[],
  stored: ReadonlyMap<number, LicenseRow>,
): LicenseRow[] {
  const ids = new Set(succession.map(({ licenseId }) => licenseId));
  const names = new Set(succession.map(({ number, id }) => formatLicenseNumber(number, id)));
  const own = [...ids].flatMap((id) => (id === null ? [] : (stored.get(id) ?? [])));
  return [...own, ...[...stored.values()].filter(({ id, number }) => names.has(number) && !ids.has(id))];
}
