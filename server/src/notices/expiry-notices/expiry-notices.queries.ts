import { and, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { expiryNotices } from '../../core/db/schema/expiry-notices.gen.ts';
import { type Expiry, type ExpiryKind, utcDay } from './expiry-notices.rules.ts';

/** The notice days that were already mailed, by the key of the end. */
export async function findSentNotices(
  on: Queryable,
  kind: ExpiryKind,
  ends: readonly Expiry[],
): Promise<ReadonlyMap<string, number[]>> {
  if (ends.length === 0) return new Map();
  const subjectIds = ends.map(({ subjectId }) => subjectId);
  const found = await on
    .select({ subjectId: expiryNotices.subjectId, endsOn: expiryNotices.endsOn, days: expiryNotices.days })
    .from(expiryNotices)
    .where(and(eq(expiryNotices.kind, kind), inArray(expiryNotices.subjectId, subjectIds)));
  const sent = new Map<string, number[]>();
  for (const { subjectId, endsOn, days } of found) {
    const key = `${subjectId} ${endsOn}`;
    sent.set(key, [...(sent.get(key) ?? []), days]);
  }
  return sent;
}

export const expiryKey = ({ subjectId, at }: Pick<Expiry, 'subjectId' | 'at'>): string => `${subjectId} ${utcDay(at)}`;

/** Records a notice. @returns false if it was recorded before, so that it is not mailed again (EXP-4) */
export async function insertNotice(transaction: Queryable, end: Expiry, days: number): Promise<boolean> {
  const { accountId, kind, subjectId, at } = end;
  const written = await transaction
    .insert(expiryNotices)
    .values({ accountId, kind, subjectId, endsOn: utcDay(at), days })
    .onConflictDoNothing()
    .returning({ id: expiryNotices.id });
  return written.length > 0;
}
