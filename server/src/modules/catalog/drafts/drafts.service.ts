import type { CatalogDraft } from '@portico/contract';
import type { Written } from '../file/canonical.ts';
import { differencesBetween, mergeCatalogs } from '../file/differences.ts';
import { checkDefinition } from '../versions/checked.ts';
import { findUnderWay, findVersion, type ListedVersion } from '../versions/versions.queries.ts';
import { deleteDraft } from './drafts.queries.ts';
import { type Asking, baseOf, type Opened, openDraft } from './opened.ts';
import { describeValue, placeInWords, presentDifferences, presentFailure, presentProblem } from './presentation.ts';
import { mergedDraft } from './publish-draft.ts';

/** Problems and differences that an answer has. */
const most = 200;

/** What an operator's draft changes, what is wrong with it, and what others published meanwhile (CAT-48). */
export async function getDraft(context: Asking): Promise<CatalogDraft> {
  const { database, locale } = context;
  const opened = await openDraft(context, database.query);
  const { sold, draft, definition } = opened;
  const base = await baseOf(database.query, opened);
  // What would be published: problems may come from both sides together.
  const { merged } = await mergedDraft(context, opened, new Map());
  const checked = await checkDefinition(database, merged);
  return {
    sold: sold.id,
    revision: draft?.revision ?? 0,
    changedAt: draft?.changedAt.toISOString() ?? null,
    changed: differencesBetween(base, definition).length,
    problems: (checked.problems ?? []).slice(0, most).map((problem) => presentProblem(problem, locale)),
    theirs: await presentTheirs(context, opened, base),
    publication: await presentPublication(context, opened),
  };
}

async function presentTheirs(
  { database, locale, nameUsers }: Asking,
  { sold, draft, definition }: Opened,
  base: Written,
): Promise<CatalogDraft['theirs']> {
  if (!draft || draft.basedOn === sold.id) return null;
  const version = await findVersion(database.query, sold.id);
  const by = version?.publishedBy ?? null;
  const { conflicts } = mergeCatalogs(base, definition, sold.definition);
  return {
    by: by === null ? null : ((await nameUsers(database.query, [by])).get(by)?.name ?? null),
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

async function presentPublication(
  { database, session, locale, nameUsers }: Asking,
  { draft }: Opened,
): Promise<CatalogDraft['publication']> {
  const underWay = await findUnderWay(database.query);
  const last = draft?.publishing ? await findVersion(database.query, draft.publishing) : undefined;
  const shown: ListedVersion | undefined = underWay ?? (last?.failedAt ? last : undefined);
  if (!shown) return null;
  const by = shown.publishedBy;
  return {
    version: shown.id,
    by: by === null ? null : ((await nameUsers(database.query, [by])).get(by)?.name ?? null),
    isOwn: by === session.user.id,
    failure: presentFailure(shown.failure, locale),
  };
}

export async function discardDraft({ database, session }: Asking): Promise<void> {
  await deleteDraft(database.query, session.user.id);
}
