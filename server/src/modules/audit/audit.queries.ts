import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { auditEvents } from '../../db/schema/audit.gen.ts';

export type AuditRow = typeof auditEvents.$inferInsert;

export async function insertAuditEvent(query: Queryable, row: AuditRow): Promise<void> {
  await query.insert(auditEvents).values(row);
}

/** The same as a part of a larger statement. Its text is constant, so that it can be prepared. */
export function auditInsertion(row: AuditRow): SQL {
  return sql`insert into audit_events (kind, account_id, user_id, real_user_id, detail, address, request_id)
    values (${row.kind}, ${row.accountId}, ${row.userId}, ${row.realUserId}, ${JSON.stringify(row.detail)}, ${row.address}, ${row.requestId})`;
}
