import type { CatalogDraft } from '@portico/contract';
import { listOpenIssues } from '../../core/stripe/index.ts';
import type { Written } from '../file/canonical.ts';
import { type Conflict, findDifferences, mergeCatalogs } from '../file/differences.ts';
import { checkDefinition } from '../versions/check-definition.ts';
import { findVersion, findVersionInProgress, type ListedVersion } from '../versions/versions.queries.ts';
import { deleteDraft } from './drafts.queries.ts';
import { type CallContext, findBaseDefinition, type OpenDraft, openDraft } from './open-draft.ts';
import { describePlace, describeValue, presentDifferences, presentFailure, presentProblem } from './presentation.ts';

/** Maximum problems, conflicts and differences, each, in an answer. */
const maxListed = 200;

/** The changes of an operator's draft, its problems, and changes that others published since (CAT-48). */
export async function getDraft(context: CallContext): Promise<CatalogDraft> {
  const { database, locale } = context;
  const opened = await openDraft(context, database.query);
  const { sold, draft, definition } = opened;
  const base = await findBaseDefinition(database.query, opened);
  // Checks the merged definition, because both sides together may cause problems.
  const { merged, conflicts } = mergeCatalogs(base, definition, sold.definition);
  const checked = await checkDefinition(database, merged);
  return {
    sold: sold.id,
    revision: draft?.revision ?? 0,
    changedAt: draft?.changedAt.toISOString() ?? null,
    changed: findDifferences(base, definition).length,
    problems: (checked.problems ?? []).slice(0, maxListed).map((problem) => presentProblem(problem, locale)),
    theirs: await presentOthersChanges(context, opened, { base, conflicts }),
    publication: await presentPublication(context, opened),
    stripeDifferences: (await listOpenIssues(database.query, maxListed, 'catalogDiffers')).map(({ id, reason }) => ({
      issueId: id,
      reason,
    })),
  };
}

async function presentOthersChanges(
  context: CallContext,
  { sold, draft }: OpenDraft,
  { base, conflicts }: { readonly base: Written; readonly conflicts: readonly Conflict[] },
): Promise<CatalogDraft['theirs']> {
  if (!draft || draft.basedOn === sold.id) return null;
  const { database, locale } = context;
  const version = await findVersion(database.query, sold.id);
  return {
    by: await findUserName(context, version?.publishedBy ?? null),
    publishedAt: (version?.publishedAt ?? new Date()).toISOString(),
    differences: presentDifferences(findDifferences(base, sold.definition).slice(0, maxListed), locale),
    conflicts: conflicts.slice(0, maxListed).map(({ place, before, after }) => ({
      place,
      title: describePlace(place, locale),
      mine: describeValue(after),
      theirs: describeValue(before),
    })),
  };
}

async function presentPublication(context: CallContext, { draft }: OpenDraft): Promise<CatalogDraft['publication']> {
  const { database, session, locale } = context;
  const underWay = await findVersionInProgress(database.query);
  const last = draft?.publishing ? await findVersion(database.query, draft.publishing) : undefined;
  const shown: ListedVersion | undefined = underWay ?? (last?.failedAt ? last : undefined);
  if (!shown) return null;
  return {
    version: shown.id,
    by: await findUserName(context, shown.publishedBy),
    isOwn: shown.publishedBy === session.user.id,
    failure: presentFailure(shown.failure, locale),
  };
}

/** The name of a user; null without a user, or if the user was deleted. */
async function findUserName({ database, findNamedUsers }: CallContext, userId: number | null): Promise<string | null> {
  return userId === null ? null : ((await findNamedUsers(database.query, [userId])).get(userId)?.name ?? null);
}

export async function discardDraft({ database, session }: CallContext): Promise<void> {
  await deleteDraft(database.query, session.user.id);
}
