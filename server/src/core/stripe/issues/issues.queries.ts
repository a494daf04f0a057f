import { and, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { stripeIssues } from '../../db/schema/stripe.gen.ts';

type Row = typeof stripeIssues.$inferSelect;

/** A case at Stripe that only the vendor's staff can settle (OPR-12). */
export type StripeIssue = Pick<Row, 'kind' | 'subject' | 'accountId' | 'reason'> &
  Partial<Pick<Row, 'productId' | 'stripePriceId'>>;

export type OpenStripeIssue = Awaited<ReturnType<typeof listOpenIssues>>[number];

/**
 * Stores issues once. A dismissed issue is open again if its reason is another one.
 * @returns the subjects of those that are new or open again
 */
export async function recordIssues(on: Queryable, issues: readonly StripeIssue[]): Promise<ReadonlySet<string>> {
  if (issues.length === 0) return new Set();
  const recorded = await on
    .insert(stripeIssues)
    .values([...new Map(issues.map((issue) => [`${issue.kind} ${issue.subject}`, issue])).values()])
    .onConflictDoUpdate({
      target: [stripeIssues.kind, stripeIssues.subject],
      set: {
        accountId: sql`excluded.account_id`,
        reason: sql`excluded.reason`,
        productId: sql`excluded.product_id`,
        stripePriceId: sql`excluded.stripe_price_id`,
        foundAt: sql`now()`,
        dismissedAt: null,
      },
      setWhere: sql`${stripeIssues.reason} <> excluded.reason`,
    })
    .returning({ subject: stripeIssues.subject });
  return new Set(recorded.map(({ subject }) => subject));
}

/** Removes issues that no longer exist. */
export async function settleIssues(on: Queryable, kind: Row['kind'], subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return;
  await on.delete(stripeIssues).where(and(eq(stripeIssues.kind, kind), inArray(stripeIssues.subject, [...subjects])));
}

/** Stores the issues of one kind that were found, and removes all others of that kind. */
export async function replaceIssues(
  on: Queryable,
  kind: Row['kind'],
  issues: readonly Omit<StripeIssue, 'kind'>[],
): Promise<void> {
  const subjects = issues.map(({ subject }) => subject);
  await on
    .delete(stripeIssues)
    .where(and(eq(stripeIssues.kind, kind), sql`not (${stripeIssues.subject} = any(${sql.param(subjects)}::text[]))`));
  await recordIssues(
    on,
    issues.map((issue) => ({ ...issue, kind })),
  );
}

/** Issues that nobody has dismissed, the newest first. @param kind only issues of this kind */
export function listOpenIssues(on: Queryable, limit: number, kind?: Row['kind']) {
  return on
    .select({
      id: stripeIssues.id,
      kind: stripeIssues.kind,
      subject: stripeIssues.subject,
      accountId: stripeIssues.accountId,
      reason: stripeIssues.reason,
      productId: stripeIssues.productId,
      stripePriceId: stripeIssues.stripePriceId,
      foundAt: stripeIssues.foundAt,
    })
    .from(stripeIssues)
    .where(and(isNull(stripeIssues.dismissedAt), kind && eq(stripeIssues.kind, kind)))
    .orderBy(desc(stripeIssues.foundAt), desc(stripeIssues.id))
    .limit(limit);
}

/** An issue that nobody has dismissed. */
export async function findOpenIssue(on: Queryable, id: number): Promise<Row | undefined> {
  const [found] = await on
    .select()
    .from(stripeIssues)
    .where(and(eq(stripeIssues.id, id), isNull(stripeIssues.dismissedAt)));
  return found;
}

export async function countOpenIssues(on: Queryable): Promise<number> {
  const [counted] = await on.select({ total: count() }).from(stripeIssues).where(isNull(stripeIssues.dismissedAt));
  return counted?.total ?? 0;
}

/** @returns undefined for an unknown issue */
export async function dismissIssue(on: Queryable, id: number): Promise<Row | undefined> {
  const [dismissed] = await on
    .update(stripeIssues)
    .set({ dismissedAt: sql`coalesce(${stripeIssues.dismissedAt}, now())` })
    .where(eq(stripeIssues.id, id))
    .returning();
  return dismissed;
}

/** The subscriptions at Stripe that have this price, whose plan was asked for. */
export async function listSubjectsOfPrice(on: Queryable, stripePriceId: string, limit: number): Promise<string[]> {
  const found = await on
    .select({ subject: stripeIssues.subject })
    .from(stripeIssues)
    .where(eq(stripeIssues.stripePriceId, stripePriceId))
    .limit(limit);
  return found.map(({ subject }) => subject);
}
