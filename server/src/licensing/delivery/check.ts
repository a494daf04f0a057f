import type { Logger } from 'pino';
import { listSubscriptionsAfter, type SubscriptionRow } from '../../billing/index.ts';
import type { Catalog, Product } from '../../catalog/index.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
import type { JobDefinition } from '../../core/jobs/queue.ts';
import { assignSeats } from '../devices/assign-seats.ts';
import { findWrongSeats } from '../devices/seats.queries.ts';
import {
  beginCheck,
  endCheck,
  type LicenseCheckDifference,
  type LicenseCheckResult,
} from '../licenses/checks.queries.ts';
import type { LicenseDifference } from '../licenses/licenses.projection.ts';
import type { LicenseRow } from '../licenses/licenses.queries.ts';
import { compareOrders, deriveOrder, type OrderDifference } from '../orders/orders.projection.ts';
import {
  type AccountProduct,
  endOrders,
  findOrdersByStripeIds,
  listLostOrders,
  listManualOrdersAfter,
  upsertOrders,
} from '../orders/projection.queries.ts';
import { findLicenseDifferences, writeLicenses } from './deliver.ts';

export interface DeliveryContext {
  readonly database: Database;
  readonly catalog: Pick<Catalog, 'findProducts'>;
  readonly logger: Logger;
}

/** Subscriptions or orders per transaction. */
const batchSize = 500;
/** The maximum number of differences that a comparison stores. */
const maxKept = 100;

interface Progress {
  checked: number;
  different: number;
  readonly differences: LicenseCheckDifference[];
}

/** Compares all orders, licenses and seats with the data from which they are derived, in batches (LCN-13). @param repair whether differences are written */
export async function checkLicenses(context: DeliveryContext, repair: boolean): Promise<LicenseCheckResult> {
  const { database, catalog } = context;
  const id = await beginCheck(database.query, repair);
  const products = await catalog.findProducts();
  const progress: Progress = { checked: 0, different: 0, differences: [] };
  let after = 0;
  for (let batch = await next(after); batch.length > 0; batch = await next(after)) {
    await database.transaction((on) => checkSubscriptions(on, batch, products, repair, progress));
    after = batch.at(-1)?.id ?? 0;
  }
  await checkManualOrders(context, repair, progress);
  await checkLostOrders(context, repair, progress);
  await endCheck(database.query, id, progress);
  return progress;

  function next(from: number): Promise<SubscriptionRow[]> {
    return listSubscriptionsAfter(database.query, from, batchSize);
  }
}

async function checkSubscriptions(
  on: Queryable,
  rows: readonly SubscriptionRow[],
  products: ReadonlyMap<string, Product>,
  repair: boolean,
  progress: Progress,
): Promise<void> {
  const expected = rows.flatMap((row) => deriveOrder(row, products.get(row.productId)) ?? []);
  const known = await findOrdersByStripeIds(
    on,
    expected.map(({ stripeSubscriptionId }) => stripeSubscriptionId),
  );
  const differences = compareOrders(expected, known);
  if (repair) await upsertOrders(on, differences);
  recordDifferences(progress, differences.map(describeOrder));
  await checkProducts(on, expected, repair, progress);
}

/** A manual order has no subscription, but a license is derived from the order. */
async function checkManualOrders({ database }: DeliveryContext, repair: boolean, progress: Progress): Promise<void> {
  let batch = await listManualOrdersAfter(database.query, null, batchSize);
  while (batch.length > 0) {
    const orders = batch;
    await database.transaction((on) => checkProducts(on, orders, repair, progress));
    batch = await listManualOrdersAfter(database.query, batch.at(-1) ?? null, batchSize);
  }
}

/** Finds live orders whose subscription no longer has a row. */
async function checkLostOrders({ database }: DeliveryContext, repair: boolean, progress: Progress): Promise<void> {
  const lost = await listLostOrders(database.query, batchSize);
  recordDifferences(
    progress,
    lost.map(({ accountId, number }) => ({
      accountId,
      licenseNumber: null,
      orderNumber: number,
      what: ['subscription'],
    })),
  );
  if (!repair || lost.length === 0) return;
  await database.transaction(async (on) => {
    const pairs = await endOrders(
      on,
      lost.map(({ stripeSubscriptionId }) => stripeSubscriptionId ?? ''),
    );
    await checkProducts(on, pairs, repair, { checked: 0, different: 0, differences: [] });
  });
}

async function checkProducts(
  on: Queryable,
  pairs: readonly AccountProduct[],
  repair: boolean,
  progress: Progress,
): Promise<void> {
  if (pairs.length === 0) return;
  const { licenses, differences } = await findLicenseDifferences(on, pairs);
  progress.checked += pairs.length;
  recordDifferences(progress, differences.map(describeLicense));
  if (repair) await assignSeats(on, await writeLicenses(on, differences));
  const removed = new Set(repair ? differences.flatMap(({ merged }) => merged.map(({ id }) => id)) : []);
  const kept = [...licenses.values()].filter(({ id }) => !removed.has(id));
  const misplaced = await findWrongSeats(on, kept);
  recordDifferences(progress, misplaced.map(describeSeats));
  if (repair) await assignSeats(on, misplaced);
}

function recordDifferences(progress: Progress, differences: readonly LicenseCheckDifference[]): void {
  progress.different += differences.length;
  progress.differences.push(...differences.slice(0, maxKept - progress.differences.length));
}

function describeOrder({ facts, stored, columns }: OrderDifference): LicenseCheckDifference {
  return {
    accountId: facts.accountId,
    licenseNumber: null,
    orderNumber: stored?.number ?? null,
    what: columns,
  };
}

function describeLicense({ facts, stored, orders, columns }: LicenseDifference): LicenseCheckDifference {
  return {
    accountId: facts.accountId,
    licenseNumber: stored?.number ?? null,
    orderNumber: orders.at(-1)?.number ?? null,
    what: columns,
  };
}

function describeSeats({ accountId, number }: LicenseRow): LicenseCheckDifference {
  return { accountId, licenseNumber: number, orderNumber: null, what: ['devices'] };
}

/** Compares and repairs every night, after the repair of the mirror. Operators see the result on the mirror's page. */
export function checkLicensesJob(context: DeliveryContext): JobDefinition<undefined> {
  return {
    name: 'check-licenses',
    maxAttempts: 3,
    schedule: '47 3 * * *',
    run: async () => {
      const { checked, different } = await checkLicenses(context, true);
      const level = different > 0 ? 'warn' : 'info';
      context.logger[level]({ checked, different }, 'the licenses were compared with their subscriptions');
    },
  };
}
