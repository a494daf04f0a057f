import { and, count, desc, eq, isNotNull, isNull, lt, not, notExists, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AuditEvent } from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { catalogCoupons, catalogDrafts, catalogPrices, catalogVersions } from '../../core/db/schema/catalog.gen.ts';
import type { Written } from '../file/canonical.ts';

const written = z.record(z.string(), z.unknown());

/** How many entries a version changed. `amended` counts prices with another amount or interval. */
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
  /** Another version was published meanwhile. */
  z.object({ reason: z.literal('overtaken') }),
  /** The definition turned out to be invalid. */
  z.object({ reason: z.literal('invalid'), field: z.string() }),
  /** Stripe refused it, with this message. */
  z.object({ reason: z.literal('refused'), message: z.string() }),
  /** Stripe did not answer until the last try. */
  z.object({ reason: z.literal('unavailable') }),
  /** An operator abandoned it. */
  z.object({ reason: z.literal('givenUp') }),
]);
export type VersionFailure = z.output<typeof failure>;

const versionEvent = z.object({
  kind: z.enum(['planAdded', 'planChanged', 'planRemoved', 'catalogPublished']),
  accountId: z.int().nullable(),
  userId: z.int().nullable(),
  realUserId: z.int().nullable(),
  actingReason: z.string().optional(),
  address: z.string().nullable(),
  requestId: z.string().nullable(),
  detail: z.record(z.string(), z.json()).default({}),
});

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

/** A version without its definition. */
export type ListedVersion = Omit<ListedRow, 'summary' | 'failure'> & {
  readonly summary: VersionSummary;
  readonly failure: VersionFailure | null;
};
export type Version = ListedVersion & {
  readonly definition: Written;
  /** The audit event to record once it is published; null for a file. */
  readonly event: AuditEvent | null;
};

const parseListed = (row: ListedRow): ListedVersion => ({
  ...row,
  summary: summary.parse(row.summary),
  failure: failure.nullable().parse(row.failure),
});

const parseVersion = (row: typeof catalogVersions.$inferSelect): Version => ({
  ...parseListed(row),
  definition: written.parse(row.definition),
  event: versionEvent.nullable().parse(row.event) as AuditEvent | null,
});

/** The published version; undefined before the first one. */
export async function findNewest(on: Queryable): Promise<Version | undefined> {
  const [found] = await on
    .select()
    .from(catalogVersions)
    .where(isNotNull(catalogVersions.publishedAt))
    .orderBy(desc(catalogVersions.id))
    .limit(1);
  return found && parseVersion(found);
}

/** The id of the published version. */
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

/** An entry that is no longer sold, as it was published last. */
export async function findFormerEntry(
  on: Queryable,
  { list, key, id }: { readonly list: 'products' | 'coupons'; readonly key: string; readonly id: string },
): Promise<Written | undefined> {
  const { rows } = await on.execute<{ entry: unknown }>(sql`
    select entry from catalog_versions, jsonb_array_elements(definition -> ${list}) as entry
    where published_at is not null and entry ->> ${key} = ${id}
    order by catalog_versions.id desc limit 1`);
  return rows[0] && written.parse(rows[0].entry);
}

/** The version that is being published. */
export async function findVersionInProgress(on: Queryable): Promise<ListedVersion | undefined> {
  const [found] = await on.select(listed).from(catalogVersions).where(isInProgress);
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

/** Stores a definition from a file. */
export async function insertPublished(
  on: Queryable,
  version: { definition: Written; basedOn: number | null; summary: VersionSummary; publishedAt: Date },
): Promise<void> {
  const [row] = await on
    .insert(catalogVersions)
    .values({ ...version, source: 'file' })
    .returning({ id: catalogVersions.id });
  await pruneVersions(on, (row as { id: number }).id);
}

/** Stores a definition to be published. @throws the violation of `catalog_versions_under_way_key` while another one is being published */
export async function insertVersionInProgress(
  on: Queryable,
  version: { definition: Written; basedOn: number; publishedBy: number; event: AuditEvent },
): Promise<number> {
  const [row] = await on
    .insert(catalogVersions)
    .values({ ...version, source: 'screen' })
    .returning({ id: catalogVersions.id });
  return (row as { id: number }).id;
}

const isInProgress = and(isNull(catalogVersions.publishedAt), isNull(catalogVersions.failedAt));

/** @returns whether it was in progress; an abandoned version stays abandoned */
export async function markPublished(
  on: Queryable,
  id: number,
  done: VersionSummary,
  publishedAt: Date,
): Promise<boolean> {
  const marked = await on
    .update(catalogVersions)
    .set({ publishedAt, summary: done })
    .where(and(eq(catalogVersions.id, id), isInProgress))
    .returning({ id: catalogVersions.id });
  if (marked.length > 0) await pruneVersions(on, id);
  return marked.length > 0;
}

/** @returns whether it was in progress */
export async function markFailed(on: Queryable, id: number, why: VersionFailure, failedAt: Date): Promise<boolean> {
  const marked = await on
    .update(catalogVersions)
    .set({ failedAt, failure: why })
    .where(and(eq(catalogVersions.id, id), isInProgress))
    .returning({ id: catalogVersions.id });
  return marked.length > 0;
}

/** Restarts a failed version. @returns whether it had failed @throws the violation of `catalog_versions_under_way_key` while another one is being published */
export async function markInProgressAgain(on: Queryable, id: number): Promise<boolean> {
  const marked = await on
    .update(catalogVersions)
    .set({ failedAt: null, failure: null })
    .where(and(eq(catalogVersions.id, id), isNotNull(catalogVersions.failedAt)))
    .returning({ id: catalogVersions.id });
  return marked.length > 0;
}

/** Maximum stored versions. Each contains its pictures. */
export const maxVersions = 200;

/** Deletes old versions, except those on which drafts are based. @param published the version that is sold, which is kept */
async function pruneVersions(on: Queryable, published: number): Promise<void> {
  const oldest = on
    .select({ id: catalogVersions.id })
    .from(catalogVersions)
    .orderBy(desc(catalogVersions.id))
    .offset(maxVersions - 1)
    .limit(1);
  await on
    .delete(catalogVersions)
    .where(
      and(
        lt(catalogVersions.id, oldest),
        lt(catalogVersions.id, published),
        not(isInProgress as SQL),
        notExists(
          on
            .select({ userId: catalogDrafts.userId })
            .from(catalogDrafts)
            .where(eq(catalogDrafts.basedOn, catalogVersions.id)),
        ),
      ),
    );
}

/** Replaces a definition when what is sold was changed by other means than publishing. */
export async function replaceDefinition(on: Queryable, id: number, definition: Written): Promise<void> {
  await on.update(catalogVersions).set({ definition }).where(eq(catalogVersions.id, id));
}

/** Whether Stripe may still sell something that was replaced. */
export async function hasSalesToEnd(on: Queryable): Promise<boolean> {
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
