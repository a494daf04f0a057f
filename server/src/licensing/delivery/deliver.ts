import type { ProjectedSubscriptions } from '../../billing/index.ts';
import type { Product } from '../../catalog/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { assignSeats } from '../devices/assign-seats.ts';
import { moveDevices } from '../devices/move.queries.ts';
import { compareLicenses, type LicenseDifference } from '../licenses/licenses.projection.ts';
import { findLicenses, type LicenseRow } from '../licenses/licenses.queries.ts';
import { extendLicenses, removeLicenses, upsertLicenses } from '../licenses/projection.queries.ts';
import { createSerialNumber, formatLicenseNumber } from '../licenses/serial-number.ts';
import { moveOfflineRequests } from '../offline-requests/offline-requests.queries.ts';
import { compareOrders, deriveOrder } from '../orders/orders.projection.ts';
import {
  type AccountProduct,
  endOrders,
  extendOrders,
  findOrdersByStripeIds,
  findOrderWithProduct,
  listOrdersOfProducts,
  type StoredOrder,
  setLicenses,
  upsertOrders,
} from '../orders/projection.queries.ts';

/** Derives orders, licenses and seats from subscriptions, in the transaction that stores the subscriptions (LCN-1, ORD-11). Unchanged rows are not written. */
export async function deliver(
  on: Queryable,
  { stored, removed }: ProjectedSubscriptions,
  products: ReadonlyMap<string, Product>,
): Promise<void> {
  const all = stored.flatMap((row) => deriveOrder(row, products.get(row.productId)) ?? []);
  // Most states come from a renewal or a payment, and only change when a license ends.
  const extended = await extendOrders(on, all);
  await extendLicenses(on, extended);
  const done = new Set(extended.map(({ stripeSubscriptionId }) => stripeSubscriptionId));
  const expected = all.filter(({ stripeSubscriptionId }) => !done.has(stripeSubscriptionId));
  const known = await findOrdersByStripeIds(
    on,
    expected.map(({ stripeSubscriptionId }) => stripeSubscriptionId),
  );
  const differences = compareOrders(expected, known);
  await upsertOrders(on, differences);
  const ended = await endOrders(on, removed);
  const changed = differences.flatMap(({ facts, stored: order }) => (order ? [facts, order] : [facts]));
  await deliverLicenses(on, [...changed, ...ended]);
}

/** Derives the license of a manual order from it (ORD-8). */
export async function deliverOrder(on: Queryable, orderId: number): Promise<void> {
  const order = await findOrderWithProduct(on, orderId);
  if (order) await deliverLicenses(on, [order]);
}

/** @returns the differences that were written */
async function deliverLicenses(on: Queryable, pairs: readonly AccountProduct[]): Promise<LicenseDifference[]> {
  if (pairs.length === 0) return [];
  const { differences } = await findLicenseDifferences(on, pairs);
  const changed = await writeLicenses(on, differences);
  if (changed.length > 0) await assignSeats(on, changed);
  return differences;
}

/** Finds the licenses of the accounts' products, and those that differ from what their orders imply. Locks the orders. */
export async function findLicenseDifferences(
  on: Queryable,
  pairs: readonly AccountProduct[],
): Promise<{ readonly licenses: ReadonlyMap<number, LicenseRow>; readonly differences: LicenseDifference[] }> {
  const orders = await listOrdersOfProducts(on, pairs);
  const ids = orders.flatMap(({ licenseId }) => (licenseId === null ? [] : [licenseId]));
  const licenses = ids.length > 0 ? await findLicenses(on, ids) : new Map<number, LicenseRow>();
  const groups = Map.groupBy(orders, ({ accountId, productId }) => `${accountId} ${productId}`);
  return {
    licenses,
    differences: [...groups.values()].flatMap((group) => compareLicenses(group, pickLicenses(group, licenses))),
  };
}

function pickLicenses(
  orders: readonly StoredOrder[],
  licenses: ReadonlyMap<number, LicenseRow>,
): Map<number, LicenseRow> {
  const own = new Map<number, LicenseRow>();
  for (const { licenseId } of orders) {
    const license = licenseId === null ? undefined : licenses.get(licenseId);
    if (license) own.set(license.id, license);
  }
  return own;
}

/** @returns the licenses whose devices may have a different status now */
export async function writeLicenses(
  on: Queryable,
  differences: readonly LicenseDifference[],
): Promise<readonly LicenseRow[]> {
  if (differences.length === 0) return [];
  const numbered = differences.map((difference) => ({ ...difference, number: licenseNumber(difference) }));
  const written = await upsertLicenses(
    on,
    numbered.map(({ facts, stored, number }) => ({
      ...facts,
      number,
      serialNumber: stored?.serialNumber ?? createSerialNumber(),
    })),
  );
  const byNumber = new Map(written.map((license) => [license.number, license]));
  const licensesOfOrders = new Map<number, number>();
  const changed: LicenseRow[] = [];
  for (const { orders, stored, merged, number } of numbered) {
    const license = byNumber.get(number) as LicenseRow;
    for (const order of orders) if (order.licenseId !== license.id) licensesOfOrders.set(order.id, license.id);
    // Licenses are merged only if states arrived out of order, which is rare.
    if (merged.length > 0) {
      await moveDevices(on, listIds(merged), license.id);
      await moveOfflineRequests(on, listIds(merged), license.id);
    }
    if (merged.length > 0 || mayChangeSeats(stored, license)) changed.push(license);
  }
  await setLicenses(on, licensesOfOrders);
  await removeLicenses(on, listIds(numbered.flatMap(({ merged }) => merged)));
  return changed;
}

/** A license is named after its first order. */
function licenseNumber({ stored, orders }: LicenseDifference): string {
  const { number, id } = orders[0] as StoredOrder;
  return stored?.number ?? formatLicenseNumber(number, id);
}

/** A new license has no devices. */
function mayChangeSeats(before: LicenseRow | undefined, now: LicenseRow): boolean {
  if (before === undefined) return false;
  return (['status', 'quantity', 'licenseModel'] as const).some((column) => before[column] !== now[column]);
}

function listIds(rows: readonly { readonly id: number }[]): number[] {
  return rows.map(({ id }) => id);
}
