import { and, count, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../../db/database.ts';
import { catalogCoupons, catalogPrices, catalogVersions } from '../../../db/schema/catalog.gen.ts';
import type { Written } from '../file/canonical.ts';

const written = z.record(z.string(), z.unknown());

/** How many entries a version changed, by what became of them. `amended` counts prices with another amount or interval. */
const summary = z.object({
  added: z.int().default(0),
  changed: z.int().default(0),
  restored: z.int().default(0),
  retired: z.int().default(0),
  amended: z.int().default(0),
});
export type VersionSummary = z.output<typeof summary>;

/** Why a version was not published. */
const failure = z.discriminatedUnion('reason', [
  /** Another version was published since it was begun. */
  z.object({ reason: z.literal('overtaken') }),
  /** What it says cannot be, as it turned out. */
  z.object({ reason: z.literal('invalid'), field: z.string() }),
  /** Stripe refused something, in its words. */
  z.object({ reason: z.literal('refused'), message: z.string() }),
]);
export type VersionFailure = z.output<typeof failure>;

const listed = {
  id: catalogVersions.id,
  source: catalogVersions.source,
  publishedBy: catalogVersions.publishedBy,
  requestedAt: catalogVersions.requestedAt,
  basedOn: catalogVersions.basedOn,
  publishedAt: catalogVersions.publishedAt,
  failedAt: catalogVersions.failedAt,
  summary: catalogVersions.summary,
  failure: catalogVersions.failure,
};
type ListedRow = Pick<typeof catalogVersions.$inferSelect, keyof typeof listed>;

/** A version without what it says. */
export type ListedVersion = Omit<ListedRow, 'summary' | 'failure'> & {
  readonly summary: VersionSummary;
  readonly failure: VersionFailure | null;
};
export type Version = ListedVersion & { readonly definition: Written };

const parseListed = (row: ListedRow): ListedVersion => ({
  ...row,
  summary: summary.parse(row.summary),
  failure: failure.nullable().parse(row.failure),
});

const parseVersion = (row: typeof catalogVersions.$inferSelect): Version => ({
  ...parseListed(row),
  definition: written.parse(row.definition),
});

/** What is sold: the version that was published last. Undefined before the first one. */
export async function findNewest(on: Queryable): Promise<Version | undefined> {
  const [found] = await on
    .select()
    .from(catalogVersions)
    .where(isNotNull(catalogVersions.publishedAt))
    .orderBy(desc(catalogVersions.id))
    .limit(1);
  return found && parseVersion(found);
}

/** The id of what is sold. */
export async function findNewestId(on: Queryable): Promise<number | undefined> {
  const [found] = await on
    .select({ id: catalogVersions.id })
    .from(catalogVersions)
    .where(isNotNull(catalogVersions.publishedAt))
    .orderBy(desc(catalogVersions.id))
    .limit(1);
  return found?.id;
}

export async function findVersion(on: Queryable, id: number): Promise<Version | undefined> {
  const [found] = await on.select().from(catalogVersions).where(eq(catalogVersions.id, id));
  return found && parseVersion(found);
}

/** The version that is being published. */
export async function findUnderWay(on: Queryable): Promise<ListedVersion | undefined> {
  const [found] = await on
    .select(listed)
    .from(catalogVersions)
    .where(and(isNull(catalogVersions.publishedAt), isNull(catalogVersions.failedAt)));
  return found && parseListed(found);
}

/** A page of the versions, the newest first. */
export async function listVersions(on: Queryable, { page, pageSize }: { page: number; pageSize: number }) {
  const [rows, [counted]] = await Promise.all([
    on
      .select(listed)
      .from(catalogVersions)
      .orderBy(desc(catalogVersions.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    on.select({ total: count() }).from(catalogVersions),
  ]);
  return { items: rows.map(parseListed), total: counted?.total ?? 0 };
}

/** Keeps a definition that a file brought. */
export async function insertPublished(
  on: Queryable,
  version: { definition: Written; basedOn: number | null; summary: VersionSummary; publishedAt: Date },
): Promise<void> {
  await on.insert(catalogVersions).values({ ...version, source: 'file' });
}

/** Keeps a definition that is going to be published. Fails by `catalog_versions_under_way_key` while another one is. */
export async function insertUnderWay(
  on: Queryable,
  version: { definition: Written; basedOn: number; publishedBy: number },
): Promise<number> {
  const [row] = await on
    .insert(catalogVersions)
    .values({ ...version, source: 'screen' })
    .returning({ id: catalogVersions.id });
  return (row as { id: number }).id;
}

export async function markPublished(on: Queryable, id: number, done: VersionSummary, publishedAt: Date): Promise<void> {
  await on.update(catalogVersions).set({ publishedAt, summary: done }).where(eq(catalogVersions.id, id));
}

export async function markFailed(on: Queryable, id: number, why: VersionFailure, failedAt: Date): Promise<void> {
  await on
    .update(catalogVersions)
    .set({ failedAt, failure: why })
    .where(and(eq(catalogVersions.id, id), isNull(catalogVersions.publishedAt)));
}

/** Puts another definition in the place of one, where what is sold was changed by another way than publishing. */
export async function replaceDefinition(on: Queryable, id: number, definition: Written): Promise<void> {
  await on.update(catalogVersions).set({ definition }).where(eq(catalogVersions.id, id));
}

/** Whether Stripe may still sell something that was replaced. */
export async function hasEndingsLeft(on: Queryable): Promise<boolean> {
  const [found] = await on
    .select({ id: catalogPrices.stripePriceId })
    .from(catalogPrices)
    .where(and(sql`not ${catalogPrices.current}`, isNull(catalogPrices.deactivatedAt)))
    .unionAll(
      on
        .select({ id: catalogCoupons.stripeCouponId })
        .from(catalogCoupons)
        .where(and(sql`not ${catalogCoupons.current}`, isNull(catalogCoupons.deactivatedAt))),
    )
    .limit(1);
  return found !== undefined;
}
