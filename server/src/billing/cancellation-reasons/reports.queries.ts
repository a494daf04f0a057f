import type { cancellationReasons as endpoints, ParsedRequestOf } from '@portico/contract';
import { and, asc, count, desc, eq, gte, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { cancellationReasons } from '../../core/db/schema/cancellation-reasons.gen.ts';
import type { ReasonRow } from './cancellation-reasons.queries.ts';

export type ReasonListOptions = ParsedRequestOf<typeof endpoints.list>['query'];
export type ReasonFilter = Pick<ReasonListOptions, 'productId' | 'month' | 'reason' | 'withComment'>;

const { decidedAt, canceledAt, restoredAt, savedAt, amountPerMonth, productId, reason, currency } = cancellationReasons;

function conditionOf({ productId: product, month, reason: given, withComment }: ReasonFilter): SQL | undefined {
  return and(
    isNotNull(decidedAt),
    product === undefined ? undefined : eq(productId, product),
    month === undefined
      ? undefined
      : sql`${decidedAt} >= ${month}::timestamp at time zone 'UTC'
        and ${decidedAt} < (${month}::timestamp + interval '1 month') at time zone 'UTC'`,
    given === undefined ? undefined : eq(reason, given),
    withComment ? isNotNull(cancellationReasons.comment) : undefined,
  );
}

/** The rows of a filtered list after one of them, the latest first; from the beginning where it is left out. */
export function listReasonsAfter(
  on: Queryable,
  filter: ReasonFilter,
  after: number | undefined,
  limit: number,
): Promise<ReasonRow[]> {
  const isAfter =
    after === undefined
      ? undefined
      : // The row itself is asked, as a moment in JavaScript is less exact.
        sql`(${decidedAt}, ${cancellationReasons.id}) < (select decided_at, id from cancellation_reasons where id = ${after})`;
  return on
    .select()
    .from(cancellationReasons)
    .where(and(conditionOf(filter), isAfter))
    .orderBy(desc(decidedAt), desc(cancellationReasons.id))
    .limit(limit);
}

/** A page of what customers said, the latest first. Those who have not decided are left out (CXL-10). */
export async function listReasons(
  on: Queryable,
  { page, pageSize, ...filter }: ReasonListOptions,
): Promise<{ items: ReasonRow[]; total: number }> {
  const where = conditionOf(filter);
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
const stands = sql`${canceledAt} is not null and ${restoredAt} is null`;

/** Reasons by month (UTC), reason and currency, the latest month first and the most frequent reason first (CXL-11). */
export function sumMonths(on: Queryable, since: Date, product: string | undefined) {
  const month = sql<string>`to_char(date_trunc('month', ${decidedAt} at time zone 'UTC'), 'YYYY-MM-DD')`;
  return on
    .select({
      month,
      reason,
      currency,
      canceled: countWhere(stands),
      lost: sql<number>`coalesce(sum(${amountPerMonth}) filter (where ${stands}), 0)`.mapWith(Number),
      restored: countWhere(sql`${restoredAt} is not null`),
      saved: countWhere(sql`${savedAt} is not null`),
    })
    .from(cancellationReasons)
    .where(and(gte(decidedAt, since), product === undefined ? undefined : eq(productId, product)))
    .groupBy(sql`1`, reason, currency)
    .orderBy(sql`1 desc`, sql`count(*) desc`, asc(reason), asc(currency));
}

/** The products that anything was said of since `since`. */
export async function listProducts(on: Queryable, since: Date): Promise<string[]> {
  const rows = await on.select({ productId }).from(cancellationReasons).where(gte(decidedAt, since)).groupBy(productId);
  return rows.map((row) => row.productId);
}

/** Cancellations since `since` that stand, with what they paid, by currency; those that an offer prevented too. */
export function sumLatest(on: Queryable, since: Date) {
  return on
    .select({
      currency,
      canceled: countWhere(stands),
      lost: sql<number>`coalesce(sum(${amountPerMonth}) filter (where ${stands}), 0)`.mapWith(Number),
      saved: countWhere(sql`${savedAt} is not null`),
    })
    .from(cancellationReasons)
    .where(gte(decidedAt, since))
    .groupBy(currency)
    .orderBy(asc(currency));
}
