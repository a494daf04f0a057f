import type { Queryable } from '../../db/database.ts';
import { auditEvents } from '../../db/schema/index.ts';

export type AuditRow = typeof auditEvents.$inferInsert;

export async function insertAuditEvent(query: Queryable, row: AuditRow): Promise<void> {
  await query.insert(auditEvents).values(row);
}
