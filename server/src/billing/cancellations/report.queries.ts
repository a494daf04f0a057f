import type { cancellations, ParsedRequestOf } from '@portico/contract';
import { and, asc, count, desc, eq, gte, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { cancellationReasons } from '../../core/db/schema/cancellations.gen.ts';
import type { CancellationRow } from './cancellations.queries.ts';

export type CancellationListOptions = ParsedRequestOf<typeof cancellations.list>['query'];
export type CancellationFilter = Pick<CancellationListOptions, 'productId' | 'month' | 'reason' | 'withComment'>;

const { decidedAt, canceledAt, restoredAt, savedAt, amountPerMonth, productId, reason, currency } = cancellationReasons;

function filterCondition({
  productId: product,
  month,
  reason: wanted,
  withComment,
}: CancellationFilter): SQL | undefined {
  return and(
    isNotNull(decidedAt),
    product === undefined ? undefined : eq(productId, product),
    month === undefined
      ? undefined
      : sql`${decidedAt} >= ${month}::timestamp at time zone 'UTC'
        and ${decidedAt} < (${month}::timestamp + interval '1 month') at time zone 'UTC'`,
    wanted === undefined ? undefined : eq(reason, wanted),
    withComment ? isNotNull(cancellationReasons.comment) : undefined,
  );
}

/** Cancellations in the list after the row `after`, or from the beginning, the latest first. */
export function listCancellationsAfter(
  on: Queryable,
  filter: CancellationFilter,
  after: number | undefined,
  limit: number,
): Promise<CancellationRow[]> {
  const isAfter =
    after === undefined
      ? undefined
      : // Compared in SQL, because a JavaScript date has only milliseconds.
        sql`(${decidedAt}, ${cancellationReasons.id}) < (select decided_at, id from cancellation_reasons where id = ${after})`;
  return on
    .select()
    .from(cancellationReasons)
    .where(and(filterCondition(filter), isAfter))
    .orderBy(desc(decidedAt), desc(cancellationReasons.id))
    .limit(limit);
}

/** A page of cancellations, the latest first. Rows without an outcome are left out (CXL-10). */
export async function listCancellationsPage(
  on: Queryable,
  { page, pageSize, ...filter }: CancellationListOptions,
): Promise<{ items: CancellationRow[]; total: number }> {
  const where = filterCondition(filter);
  const [items, [counted]] = await Promise.all([
    on
      .select()
      .from(cancellationReasons)
      .where(where)
      .orderBy(desc(decidedAt), desc(cancellationReasons.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    on.select({ total: count() }).from(cancellationReasons).where(where),
  ]);
  return { items, total: counted?.total ?? 0 };
}

const countWhere = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number);
const isInEffect = sql`${canceledAt} is not null and ${restoredAt} is null`;

/** Sums by month (UTC), reason and currency; the latest month first, then the most frequent reason (CXL-11). */
export function sumMonths(on: Queryable, since: Date, product: string | undefined) {
  const month = sql<string>`to_char(date_trunc('month', ${decidedAt} at time zone 'UTC'), 'YYYY-MM-DD')`;
  return on
    .select({
      month,
      reason,
      currency,
      canceled: countWhere(isInEffect),
      lost: sql<number>`coalesce(sum(${amountPerMonth}) filter (where ${isInEffect}), 0)`.mapWith(Number),
      restored: countWhere(sql`${restoredAt} is not null`),
      saved: countWhere(sql`${savedAt} is not null`),
    })
    .from(cancellationReasons)
    .where(and(gte(decidedAt, since), product === undefined ? undefined : eq(productId, product)))
    .groupBy(sql`1`, reason, currency)
    .orderBy(sql`1 desc`, sql`count(*) desc`, asc(reason), asc(currency));
}

/** The products with cancellations since `since`. */
export async function listProducts(on: Queryable, since: Date): Promise<string[]> {
  const rows = await on.select({ productId }).from(cancellationReasons).where(gte(decidedAt, since)).groupBy(productId);
  return rows.map((row) => row.productId);
}

/**
 * By currency: the number of cancellations since `since` that were not undone, their monthly revenue, and the number
 * of cancellations that an offer prevented.
 */
export function sumRecentCancellations(on: Queryable, since: Date) {
  return on
    .select({
      currency,
      canceled: countWhere(isInEffect),
      lost: sql<number>`coalesce(sum(${amountPerMonth}) filter (where ${isInEffect}), 0)`.mapWith(Number),
      saved: countWhere(sql`${savedAt} is not null`),
    })
    .from(cancellationReasons)
    .where(gte(decidedAt, since))
    .groupBy(currency)
    .orderBy(asc(currency));
}
