import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';

/** Selects events of one account. Each member narrows the selection. */
export interface EventSelection {
  readonly accountId: number;
  /** The user in whose name the action was done, or who really did it. */
  readonly userId?: number | undefined;
  readonly kinds?: readonly string[] | undefined;
  /** Inclusive. */
  readonly from?: string | undefined;
  /** Exclusive. */
  readonly to?: string | undefined;
}

export interface EventRow extends Record<string, unknown> {
  id: number;
  /** In PostgreSQL's format, with microseconds, so that paging can continue at it. */
  at: string;
  kind: string;
  user_id: number | null;
  real_user_id: number | null;
  detail: unknown;
  address: string | null;
  request_id: string | null;
}

/** An event's position in the log. */
export type EventPosition = Pick<EventRow, 'id' | 'at'>;

const newestFirst = sql`order by at desc, id desc`;

/** A page of a selection, newest first. */
export async function listEvents(
  on: Queryable,
  selection: EventSelection,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<EventRow[]> {
  const offset = (page - 1) * pageSize;
  const { rows } = await on.execute<EventRow>(
    sql`select * from (${selectEventParts(selection, offset + pageSize)}) parts ${newestFirst} limit ${pageSize} offset ${offset}`,
  );
  return rows;
}

/** The next older events of a selection, after the position `after`. */
export async function listEventsAfter(
  on: Queryable,
  selection: EventSelection,
  after: EventPosition | null,
  limit: number,
): Promise<EventRow[]> {
  const { rows } = await on.execute<EventRow>(
    sql`select * from (${selectEventParts(selection, limit, after)}) parts ${newestFirst} limit ${limit}`,
  );
  return rows;
}

/** The number of events in a selection, counted up to `max` + 1. */
export async function countEvents(on: Queryable, selection: EventSelection, max: number): Promise<number> {
  const { rows } = await on.execute<{ counted: number }>(
    sql`select count(*)::int as counted from (select from (${selectEventParts(selection, max + 1)}) parts limit ${max + 1}) counted`,
  );
  return rows[0]?.counted ?? 0;
}

/**
 * Selects the events in parts that are each one range of an index, newest first (AUD-9): one per kind, or, for a user,
 * one for their own events and one for those done in others' names.
 */
function selectEventParts(selection: EventSelection, limit: number, after: EventPosition | null = null): SQL {
  const { accountId, userId, kinds, from, to } = selection;
  const part = (condition: SQL) => sql`
    (select id, at, kind, user_id, real_user_id, detail, address, request_id
    from audit_events
    where account_id = ${accountId} and ${condition}
      ${from === undefined ? sql.empty() : sql`and at >= ${from}::timestamptz`}
      ${to === undefined ? sql.empty() : sql`and at < ${to}::timestamptz`}
      ${after === null ? sql.empty() : sql`and (at, id) < (${after.at}::timestamptz, ${after.id}::bigint)`}
    ${newestFirst} limit ${limit})`;
  if (userId !== undefined) {
    const ofKinds = kinds === undefined ? sql.empty() : sql`and kind = any(${textArray(kinds)})`;
    return sql`
    ${part(sql`user_id = ${userId} ${ofKinds}`)}
    union all
    ${part(sql`real_user_id = ${userId} and real_user_id is distinct from user_id ${ofKinds}`)}`;
  }
  if (kinds === undefined) return part(sql`true`);
  return sql`
    select part.* from unnest(${textArray(kinds)}) as of_kind(kind)
    cross join lateral ${part(sql`audit_events.kind = of_kind.kind`)} part`;
}

/** An array parameter, because a `sql` template expands a plain array into a list of parameters. */
function textArray(texts: readonly string[]): SQL {
  return sql`${sql.param([...texts])}::text[]`;
}
