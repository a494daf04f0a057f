import { and, count, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { auditEvents } from '../../core/db/schema/audit.gen.ts';

export type AuditRow = typeof auditEvents.$inferInsert;

export async function insertAuditEvent(query: Queryable, row: AuditRow): Promise<void> {
  await query.insert(auditEvents).values(row);
}

/**
 * The insertion of an event as part of a larger statement, once for each row of `from`. Its text is constant, so that
 * it can be prepared.
 */
export function auditInsertion(row: AuditRow, from: SQL): SQL {
  return sql`insert into audit_events (kind, account_id, user_id, real_user_id, detail, address, request_id)
    select ${row.kind}::text, ${row.accountId}::bigint, ${row.userId}::bigint, ${row.realUserId}::bigint,
           ${JSON.stringify(row.detail)}::jsonb, ${row.address}::inet, ${row.requestId}::text
    from ${from}`;
}

/** Days for which users see the events in their name (PRF-9). */
const activityDays = 90;

/** A page of the events in a user's name, newest first. */
export async function listActivity(
  on: Queryable,
  userId: number,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
) {
  const since = sql`now() - make_interval(days => ${activityDays})`;
  const where = and(eq(auditEvents.userId, userId), gt(auditEvents.at, since));
  const [items, [counted]] = await Promise.all([
    on
      .select({
        id: auditEvents.id,
        at: auditEvents.at,
        kind: auditEvents.kind,
        address: auditEvents.address,
        realUserId: auditEvents.realUserId,
        /** Why an operator acted as the user. */
        reason: sql<string | null>`${auditEvents.detail}->>'actingReason'`,
      })
      .from(auditEvents)
      .where(where)
      .orderBy(desc(auditEvents.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    on.select({ total: count() }).from(auditEvents).where(where),
  ]);
  return { items, total: counted?.total ?? 0 };
}

/** The latest events of an account, newest first. */
export function listLatestEvents(on: Queryable, accountId: number, limit: number) {
  return on
    .select({
      id: auditEvents.id,
      at: auditEvents.at,
      kind: auditEvents.kind,
      userId: auditEvents.userId,
      realUserId: auditEvents.realUserId,
    })
    .from(auditEvents)
    .where(eq(auditEvents.accountId, accountId))
    .orderBy(desc(auditEvents.at), desc(auditEvents.id))
    .limit(limit);
}
