import { desc, eq } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { auditEvents } from '../../core/db/schema/audit.gen.ts';

/** The latest events of an account, the newest first. */
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
