import { eq, lt, lte, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { stripeUpcomingInvoices } from '../../db/schema/invoices.gen.ts';
import type { UpcomingPreview } from '../../stripe/index.ts';

const { askedAt } = stripeUpcomingInvoices;

/** The stored preview of each subscription, in the same order. `now` is the database's time before any call to Stripe. */
export function findKeptPreviews(on: Queryable, stripeSubscriptionIds: readonly string[]) {
  const ids = sql`${JSON.stringify(stripeSubscriptionIds)}::jsonb`;
  return on
    .select({
      preview: sql<UpcomingPreview | null>`${stripeUpcomingInvoices.preview}`,
      /** Null without a stored preview. */
      askedAt,
      now: sql<Date>`clock_timestamp()`.mapWith(askedAt),
    })
    .from(sql`jsonb_array_elements_text(${ids}) with ordinality as wanted (id, place)`)
    .leftJoin(stripeUpcomingInvoices, eq(stripeUpcomingInvoices.stripeSubscriptionId, sql`wanted.id`))
    .orderBy(sql`wanted.place`);
}

/** Stores a preview, unless a later one is stored. */
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

/** Deletes previews that are too old to be shown. */
export async function deletePreviewsOlderThan(on: Queryable, days: number): Promise<void> {
  await on.delete(stripeUpcomingInvoices).where(lt(askedAt, sql`now() - make_interval(days => ${days})`));
}
