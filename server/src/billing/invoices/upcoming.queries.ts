import { eq, lt, lte, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { stripeUpcomingInvoices } from '../../core/db/schema/invoices.gen.ts';
import type { StoredPreview, UpcomingCharges } from './upcoming.rules.ts';
import { storedUpcoming } from './upcoming.schema.ts';

const { askedAt } = stripeUpcomingInvoices;

/**
 * The stored preview of each subscription, in the same order. `now` is the database's time before any call to Stripe. A preview in the format of
 * another version of the portal is ignored.
 */
export async function findStoredPreviews(
  on: Queryable,
  stripeSubscriptionIds: readonly string[],
): Promise<StoredPreview[]> {
  const ids = sql`${JSON.stringify(stripeSubscriptionIds)}::jsonb`;
  const rows = await on
    .select({
      preview: stripeUpcomingInvoices.preview,
      askedAt,
      now: sql<Date>`clock_timestamp()`.mapWith(askedAt),
    })
    .from(sql`jsonb_array_elements_text(${ids}) with ordinality as wanted (id, place)`)
    .leftJoin(stripeUpcomingInvoices, eq(stripeUpcomingInvoices.stripeSubscriptionId, sql`wanted.id`))
    .orderBy(sql`wanted.place`);
  return rows.map(({ preview, askedAt: asked, now }) => {
    const parsed = storedUpcoming.nullable().safeParse(preview);
    return parsed.success ? { preview: parsed.data, askedAt: asked, now } : { preview: null, askedAt: null, now };
  });
}

/** Stores a preview, unless a later one is stored. */
export async function storePreview(
  on: Queryable,
  stripeSubscriptionId: string,
  preview: UpcomingCharges | null,
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
