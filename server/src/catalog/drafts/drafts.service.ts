import type { CatalogDraft } from '@portico/contract';
import type { Written } from '../file/canonical.ts';
import { type Conflict, differencesBetween, mergeCatalogs } from '../file/differences.ts';
import { checkDefinition } from '../versions/check-definition.ts';
import { findUnderWay, findVersion, type ListedVersion } from '../versions/versions.queries.ts';
import { deleteDraft } from './drafts.queries.ts';
import { type Asking, baseOf, type Opened, openDraft } from './open-draft.ts';
import { describeValue, placeInWords, presentDifferences, presentFailure, presentProblem } from './presentation.ts';

/** Problems and differences that an answer has. */
const most = 200;

/** What an operator's draft changes, what is wrong with it, and what others published meanwhile (CAT-48). */
export async function getDraft(context: Asking): Promise<CatalogDraft> {
  const { database, locale } = context;
  const opened = await openDraft(context, database.query);
  const { sold, draft, definition } = opened;
  const base = await baseOf(database.query, opened);
  // What would be published: problems may come from both sides together.
  const { merged, conflicts } = mergeCatalogs(base, definition, sold.definition);
  const checked = await checkDefinition(database, merged);
  return {
    sold: sold.id,
    revision: draft?.revision ?? 0,
    changedAt: draft?.changedAt.toISOString() ?? null,
    changed: differencesBetween(base, definition).length,
    problems: (checked.problems ?? []).slice(0, most).map((problem) => presentProblem(problem, locale)),
    theirs: await presentTheirs(context, opened, { base, conflicts }),
    publication: await presentPublication(context, opened),
  };
}

async function presentTheirs(
  context: Asking,
  { sold, draft }: Opened,
  { base, conflicts }: { readonly base: Written; readonly conflicts: readonly Conflict[] },
): Promise<CatalogDraft['theirs']> {
  if (!draft || draft.basedOn === sold.id) return null;
  const { database, locale } = context;
  const version = await findVersion(database.query, sold.id);
  return {
    by: await nameOf(context, version?.publishedBy ?? null),
    publishedAt: (version?.publishedAt ?? new Date()).toISOString(),
    differences: presentDifferences(differencesBetween(base, sold.definition).slice(0, most), locale),
    conflicts: conflicts.slice(0, most).map(({ place, before, after }) => ({
      place,
      title: placeInWords(place, locale),
      mine: describeValue(after),
      theirs: describeValue(before),
    })),
  };
}

async function presentPublication(context: Asking, { draft }: Opened): Promise<CatalogDraft['publication']> {
  const { database, session, locale } = context;
  const underWay = await findUnderWay(database.query);
  const last = draft?.publishing ? await findVersion(database.query, draft.publishing) : undefined;
  const shown: ListedVersion | undefined = underWay ?? (last?.failedAt ? last : undefined);
  if (!shown) return null;
  return {
    version: shown.id,
    by: await nameOf(context, shown.publishedBy),
    isOwn: shown.publishedBy === session.user.id,
    failure: presentFailure(shown.failure, locale),
  };
}

/** The name of a user; null for nobody, and for one who is gone. */
async function nameOf({ database, nameUsers }: Asking, userId: number | null): Promise<string | null> {
  return userId === null ? null : ((await nameUsers(database.query, [userId])).get(userId)?.name ?? null);
}

export async function discardDraft({ database, session }: Asking): Promise<void> {
  await deleteDraft(database.query, session.user.id);
}
