import { eq, lt, lte, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { stripeUpcomingInvoices } from '../../db/schema/invoices.gen.ts';
import type { UpcomingPreview } from '../../stripe/index.ts';

const { askedAt } = stripeUpcomingInvoices;

/** What Stripe reckoned for each subscription before, in the same order; `now` is the database's moment, before anything is asked. */
export function findKeptPreviews(on: Queryable, stripeSubscriptionIds: readonly string[]) {
  const ids = sql`${JSON.stringify(stripeSubscriptionIds)}::jsonb`;
  return on
    .select({
      preview: sql<UpcomingPreview | null>`${stripeUpcomingInvoices.preview}`,
      /** Null where nothing is kept. */
      askedAt,
      now: sql<Date>`clock_timestamp()`.mapWith(askedAt),
    })
    .from(sql`jsonb_array_elements_text(${ids}) with ordinality as wanted (id, place)`)
    .leftJoin(stripeUpcomingInvoices, eq(stripeUpcomingInvoices.stripeSubscriptionId, sql`wanted.id`))
    .orderBy(sql`wanted.place`);
}

/** Keeps an answer, unless a later one is there. */
export async function keepPreview(
  on: Queryable,
  stripeSubscriptionId: string,
  preview: UpcomingPreview | null,
  asked: Date,
): Promise<void> {
  await on
    .insert(stripeUpcomingInvoices)
    .values({ stripeSubscriptionId, preview, askedAt: asked })
    .onConflictDoUpdate({
      target: stripeUpcomingInvoices.stripeSubscriptionId,
      set: { preview, askedAt: asked },
      setWhere: lte(askedAt, asked),
    });
}

/** Forgets what nobody would show any more. */
export async function deletePreviewsOlderThan(on: Queryable, days: number): Promise<void> {
  await on.delete(stripeUpcomingInvoices).where(lt(askedAt, sql`now() - make_interval(days => ${days})`));
}
