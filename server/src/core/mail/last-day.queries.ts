import { count, gt, sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { mailMessages } from '../db/schema/mail.gen.ts';

/** The messages of the last 24 hours: all, failed ones, and those kept because no transport is set up. */
export async function countLastDay(on: Queryable): Promise<{ total: number; failed: number; kept: number }> {
  const inState = (state: string) =>
    sql<number>`count(*) filter (where ${mailMessages.state} = ${state})`.mapWith(Number);
  const [found] = await on
    .select({ total: count(), failed: inState('failed'), kept: inState('kept') })
    .from(mailMessages)
    .where(gt(mailMessages.queuedAt, sql`now() - interval '24 hours'`));
  return found ?? { total: 0, failed: 0, kept: 0 };
}
