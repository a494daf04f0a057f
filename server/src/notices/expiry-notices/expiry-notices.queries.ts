import { and, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { expiryNotices } from '../../core/db/schema/expiry-notices.gen.ts';
import { dayOf, type End, type EndKind } from './expiry-notices.rules.ts';

/** The days before ends for which they were told, by `keyOf` the end. */
export async function findTold(
  on: Queryable,
  kind: EndKind,
  ends: readonly End[],
): Promise<ReadonlyMap<string, number[]>> {
  if (ends.length === 0) return new Map();
  const subjectIds = ends.map(({ subjectId }) => subjectId);
  const found = await on
    .select({ subjectId: expiryNotices.subjectId, endsOn: expiryNotices.endsOn, days: expiryNotices.days })
    .from(expiryNotices)
    .where(and(eq(expiryNotices.kind, kind), inArray(expiryNotices.subjectId, subjectIds)));
  const told = new Map<string, number[]>();
  for (const { subjectId, endsOn, days } of found) {
    const key = `${subjectId} ${endsOn}`;
    told.set(key, [...(told.get(key) ?? []), days]);
  }
  return told;
}

export const keyOf = ({ subjectId, at }: Pick<End, 'subjectId' | 'at'>): string => `${subjectId} ${dayOf(at)}`;

/** Writes that an end is told of. @returns false where it was already: nobody is mailed again (EXP-4) */
export async function insertNotice(transaction: Queryable, end: End, days: number): Promise<boolean> {
  const { accountId, kind, subjectId, at } = end;
  const written = await transaction
    .insert(expiryNotices)
    .values({ accountId, kind, subjectId, endsOn: dayOf(at), days })
    .onConflictDoNothing()
    .returning({ id: expiryNotices.id });
  return written.length > 0;
}
