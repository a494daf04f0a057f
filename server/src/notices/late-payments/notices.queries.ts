import { and, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { paymentNotices } from '../../core/db/schema/late-payments.gen.ts';

export type NoticeKind = 'paymentFailed' | 'lastAttempt' | 'cardExpires' | 'cardMissing';

export interface Notice {
  readonly accountId: number;
  readonly kind: NoticeKind;
  /** An invoice, a card with its expiry month, or a charge of a subscription. */
  readonly subject: string;
}

/** The subjects that already had a notice. */
export async function findSentNotices(
  on: Queryable,
  kind: NoticeKind,
  subjects: readonly string[],
): Promise<ReadonlySet<string>> {
  if (subjects.length === 0) return new Set();
  const found = await on
    .select({ subject: paymentNotices.subject })
    .from(paymentNotices)
    .where(and(eq(paymentNotices.kind, kind), inArray(paymentNotices.subject, [...subjects])));
  return new Set(found.map(({ subject }) => subject));
}

/** Records a notice (LATE-7). @returns false if it was recorded before, so that it is not mailed again */
export async function insertNotice(on: Queryable, notice: Notice): Promise<boolean> {
  const written = await on
    .insert(paymentNotices)
    .values(notice)
    .onConflictDoNothing()
    .returning({ id: paymentNotices.id });
  return written.length > 0;
}
