import { and, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { paymentNotices } from '../../core/db/schema/late-payments.gen.ts';

export type NoticeKind = 'paymentFailed' | 'lastAttempt' | 'cardExpires' | 'cardMissing';

export interface Notice {
  readonly accountId: number;
  readonly kind: NoticeKind;
  /** What it is about: an invoice, a card in its last month, or a charge of a subscription. */
  readonly subject: string;
}

/** The subjects among these that were told of already. */
export async function findTold(
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

/** Writes that something is told (LATE-7). @returns false where it was told already: nobody is mailed again. */
export async function insertNotice(on: Queryable, notice: Notice): Promise<boolean> {
  const written = await on
    .insert(paymentNotices)
    .values(notice)
    .onConflictDoNothing()
    .returning({ id: paymentNotices.id });
  return written.length > 0;
}
