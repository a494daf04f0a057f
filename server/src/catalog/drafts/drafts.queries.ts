import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../core/db/database.ts';
import { catalogDrafts } from '../../core/db/schema/catalog.gen.ts';
import type { Written } from '../file/canonical.ts';

const written = z.record(z.string(), z.unknown());

/** An operator's unpublished changes. */
export interface Draft {
  /** The version that it was started from, or last merged with. */
  readonly basedOn: number;
  readonly definition: Written;
  readonly revision: number;
  readonly changedAt: Date;
  /** The version as which it is being published, or failed to be published. */
  readonly publishing: number | null;
}

export async function findDraft(on: Queryable, userId: number): Promise<Draft | undefined> {
  const [found] = await on.select().from(catalogDrafts).where(eq(catalogDrafts.userId, userId));
  return found && { ...found, definition: written.parse(found.definition) };
}

export async function lockDraft(on: Queryable, userId: number): Promise<Draft | undefined> {
  const [found] = await on.select().from(catalogDrafts).where(eq(catalogDrafts.userId, userId)).for('update');
  return found && { ...found, definition: written.parse(found.definition) };
}

/** Stores an operator's draft under the next revision. @returns that revision */
export async function saveDraft(
  on: Queryable,
  userId: number,
  draft: { readonly basedOn: number; readonly definition: Written },
): Promise<number> {
  const [saved] = await on
    .insert(catalogDrafts)
    .values({ userId, ...draft })
    .onConflictDoUpdate({
      target: catalogDrafts.userId,
      set: { ...draft, revision: sql`${catalogDrafts.revision} + 1`, changedAt: sql`now()`, publishing: null },
    })
    .returning({ revision: catalogDrafts.revision });
  return (saved as { revision: number }).revision;
}

export async function markPublishing(on: Queryable, userId: number, version: number): Promise<void> {
  await on.update(catalogDrafts).set({ publishing: version }).where(eq(catalogDrafts.userId, userId));
}

export async function deleteDraft(on: Queryable, userId: number): Promise<void> {
  await on.delete(catalogDrafts).where(eq(catalogDrafts.userId, userId));
}

/** Deletes drafts that were published, unless they changed since. */
export async function deletePublishedDrafts(on: Queryable, version: number): Promise<void> {
  await on.delete(catalogDrafts).where(eq(catalogDrafts.publishing, version));
}
