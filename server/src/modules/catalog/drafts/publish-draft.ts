import type { catalogDrafts as contract, ParsedRequestOf, ResponseOf } from '@portico/contract';
import { readStored } from '../apply/apply.queries.ts';
import { findChanges } from '../apply/changes.ts';
import { CatalogConflictError } from '../catalog.errors.ts';
import type { Written } from '../file/canonical.ts';
import { type Choices, differencesBetween, mergeCatalogs } from '../file/differences.ts';
import { publishLimit } from '../plans.service.ts';
import { checkDefinition } from '../versions/checked.ts';
import { type PublicationState, publish } from '../versions/publish.ts';
import { amendedPrices } from '../versions/published.ts';
import { lockDraft, markPublishing } from './drafts.queries.ts';
import { type Asking, baseOf, type Opened, openDraft } from './opened.ts';
import { describeValue, presentDifference } from './presentation.ts';

/** Differences that an answer has, and values that the audit log keeps. */
const mostShown = 500;
const mostKept = 50;

/** The draft together with what others published since it began. */
async function mergedDraft(context: Asking, opened: Opened, choices: Choices) {
  const { sold, draft, definition } = opened;
  if (!draft || draft.basedOn === sold.id) return { merged: definition, conflicts: [] };
  return mergeCatalogs(await baseOf(context.database.query, opened), definition, sold.definition, choices);
}

/** What publishing the draft would change (CAT-49): values, prices that are amended, and subscriptions that keep theirs. */
export async function listChanges(context: Asking): Promise<ResponseOf<typeof contract.changes>> {
  const { database } = context;
  const opened = await openDraft(context, database.query);
  const { merged } = await mergedDraft(context, opened, new Map());
  const differences = differencesBetween(opened.sold.definition, merged);
  const shown = { differences: differences.slice(0, mostShown).map(presentDifference), total: differences.length };
  const checked = await checkDefinition(database, merged);
  if (checked.problems) return { ...shown, amended: 0, subscriptions: 0, retired: 0 };
  const stored = await readStored(database);
  const changes = findChanges(checked.definition, stored);
  const priceIds = amendedPrices(changes).map(({ id }) => id);
  const prices = stored.prices.filter(({ id }) => priceIds.includes(id));
  const addonIds = new Set(prices.map(({ addonId }) => addonId));
  const planIds = [
    ...prices.flatMap(({ planId }) => (planId === null ? [] : [planId])),
    ...stored.addonPlans.filter(({ addonId }) => addonIds.has(addonId)).map(({ planId }) => planId),
  ];
  return {
    ...shown,
    amended: priceIds.length,
    subscriptions: priceIds.length === 0 ? 0 : await context.countPriceHolders(database.query, { priceIds, planIds }),
    retired: changes.filter(({ kind }) => kind === 'retired').length,
  };
}

/**
 * Publishes the draft (CAT-47), together with what others published meanwhile (CAT-48).
 * @throws CatalogConflictError where it changes nothing, has problems, was changed in another tab, or both changed a value and nobody chose
 */
export async function publishDraft(
  context: Asking,
  { revision, choices }: ParsedRequestOf<typeof contract.publish>['body'],
): Promise<PublicationState> {
  const { database, session } = context;
  const opened = await openDraft(context, database.query);
  if (!opened.draft) throw new CatalogConflictError('nothingChanged');
  if (opened.draft.revision !== revision) throw new CatalogConflictError('changedElsewhere');
  const chosen = new Map(choices.map(({ place, keep }) => [place, keep]));
  const { merged, conflicts } = await mergedDraft(context, opened, chosen);
  if (conflicts.some(({ place }) => !chosen.has(place))) throw new CatalogConflictError('conflicts');
  const changes = changesOf(opened.sold.definition, merged);
  if (Object.keys(changes).length === 0) throw new CatalogConflictError('nothingChanged');
  const checked = await checkDefinition(database, merged);
  if (checked.problems) throw new CatalogConflictError('problems');
  await publishLimit.take(database, session.user.id);
  return publish(context, {
    definition: checked.written,
    basedOn: opened.sold.id,
    event: { kind: 'catalogPublished', detail: { changes } },
    alongside: async (transaction, version) => {
      // What another tab saved meanwhile is not published, and stays.
      const now = await lockDraft(transaction, session.user.id);
      if (now?.revision !== revision) throw new CatalogConflictError('changedElsewhere');
      await markPublishing(transaction, session.user.id, version);
    },
  });
}

/** What the audit log keeps of what changed, by place. */
function changesOf(before: Written, after: Written) {
  return Object.fromEntries(
    differencesBetween(before, after)
      .slice(0, mostKept)
      .map(({ place, before, after }) => [place, [describeValue(before), describeValue(after)] as const]),
  );
}
