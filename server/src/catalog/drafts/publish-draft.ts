import type { catalogDrafts as contract, ParsedRequestOf, ResponseOf } from '@portico/contract';
import { localize } from '../../core/messages/index.ts';
import { readStored, type StoredCatalog } from '../apply/apply.queries.ts';
import { type Change, findChanges } from '../apply/changes.ts';
import { CatalogConflictError } from '../catalog.errors.ts';
import { type Choices, findDifferences, mergeCatalogs } from '../file/differences.ts';
import { publishLimit } from '../plans.service.ts';
import { checkDefinition } from '../versions/check-definition.ts';
import { type PublicationState, publish } from '../versions/publish.ts';
import { listAmendedPrices } from '../versions/published.ts';
import { lockDraft, markPublishing, saveDraft } from './drafts.queries.ts';
import { type CallContext, findBaseDefinition, type OpenDraft, openDraft } from './open-draft.ts';
import { createAuditDetail, presentDifferences, presentProblem } from './presentation.ts';

/** Maximum differences, and maximum problems or plans, in an answer. */
const maxShown = 500;
const maxProblems = 200;

type SeenChanges = ParsedRequestOf<typeof contract.publish>['body'];

/** Merges the draft with what others published since it was started. */
async function mergeDraft(context: CallContext, opened: OpenDraft, choices: Choices) {
  const { sold, definition } = opened;
  return mergeCatalogs(await findBaseDefinition(context.database.query, opened), definition, sold.definition, choices);
}

const toChoices = (choices: SeenChanges['choices']): Choices =>
  new Map(choices.map(({ place, keep }) => [place, keep]));

/** What publishing the draft would change (CAT-49): values, amended prices, and the subscriptions that keep their prices. */
export async function listChanges(
  context: CallContext,
  { choices }: ParsedRequestOf<typeof contract.changes>['body'],
): Promise<ResponseOf<typeof contract.changes>> {
  const { database, locale } = context;
  const opened = await openDraft(context, database.query);
  const { merged } = await mergeDraft(context, opened, toChoices(choices));
  const differences = findDifferences(opened.sold.definition, merged);
  const checked = await checkDefinition(database, merged);
  const shown = {
    problems: (checked.problems ?? []).slice(0, maxProblems).map((problem) => presentProblem(problem, locale)),
    differences: presentDifferences(differences.slice(0, maxShown), locale),
    total: differences.length,
  };
  if (checked.problems) return { ...shown, amended: 0, subscriptions: 0, retired: 0, leaving: [] };
  const stored = await readStored(database);
  const changes = findChanges(checked.definition, stored);
  return {
    ...shown,
    ...(await countAmended(context, stored, changes)),
    retired: changes.filter(({ kind }) => kind === 'retired').length,
    leaving: await listRetiredPlans(context, stored, changes),
  };
}

async function countAmended({ database, countPriceHolders }: CallContext, stored: StoredCatalog, changes: Change[]) {
  const priceIds = listAmendedPrices(changes).map(({ id }) => id);
  if (priceIds.length === 0) return { amended: 0, subscriptions: 0 };
  const prices = stored.prices.filter(({ id }) => priceIds.includes(id));
  const addonIds = new Set(prices.map(({ addonId }) => addonId));
  const planIds = [
    ...prices.flatMap(({ planId }) => (planId === null ? [] : [planId])),
    ...stored.addonPlans.filter(({ addonId }) => addonIds.has(addonId)).map(({ planId }) => planId),
  ];
  return {
    amended: priceIds.length,
    subscriptions: await countPriceHolders(database.query, { priceIds, planIds }),
  };
}

/** Plans that the draft removes, and how many accounts have each (CAT-4). */
async function listRetiredPlans(
  { database, countHolders, locale }: CallContext,
  stored: StoredCatalog,
  changes: Change[],
) {
  const ids = changes.filter(({ entity, kind }) => entity === 'plan' && kind === 'retired').map(({ id }) => id);
  const { byPlan } = await countHolders(database.query, ids);
  return stored.plans
    .flatMap(({ id, name }) => {
      const accounts = ids.includes(id) ? byPlan.get(id) : undefined;
      return accounts === undefined ? [] : [{ id, name: localize(name, locale), accounts }];
    })
    .slice(0, maxProblems);
}

/** @throws CatalogConflictError if there is no draft, if another tab or operator changed what the operator saw, or if a conflict has no choice */
async function mergeAsSeen(context: CallContext, opened: OpenDraft, { revision, sold, choices }: SeenChanges) {
  if (!opened.draft) throw new CatalogConflictError('nothingChanged');
  if (opened.draft.revision !== revision) throw new CatalogConflictError('changedElsewhere');
  if (opened.sold.id !== sold) throw new CatalogConflictError('overtaken');
  const chosen = toChoices(choices);
  const { merged, conflicts } = await mergeDraft(context, opened, chosen);
  if (conflicts.some(({ place }) => !chosen.has(place))) throw new CatalogConflictError('conflicts');
  return merged;
}

/** Publishes the merged draft (CAT-47, CAT-48). @throws CatalogConflictError without changes or with problems; the errors of `mergeAsSeen` */
export async function publishDraft(context: CallContext, seen: SeenChanges): Promise<PublicationState> {
  const { database, session } = context;
  const opened = await openDraft(context, database.query);
  const merged = await mergeAsSeen(context, opened, seen);
  const detail = createAuditDetail(findDifferences(opened.sold.definition, merged));
  if (Object.keys(detail.changes).length === 0) throw new CatalogConflictError('nothingChanged');
  const checked = await checkDefinition(database, merged);
  if (checked.problems) throw new CatalogConflictError('problems');
  await publishLimit.take(database, session.user.id);
  return publish(context, {
    definition: checked.written,
    basedOn: opened.sold.id,
    event: { kind: 'catalogPublished', detail },
    inSameTransaction: async (transaction, version) => {
      // Changes that another tab saved since then stay in the draft, unpublished.
      const now = await lockDraft(transaction, session.user.id);
      if (now?.revision !== seen.revision) throw new CatalogConflictError('changedElsewhere');
      await markPublishing(transaction, session.user.id, version);
    },
  });
}

/** Merges what others published meanwhile into the draft, which is then based on the published version. @throws the errors of `mergeAsSeen` */
export function saveMergedDraft(context: CallContext, seen: SeenChanges): Promise<{ revision: number }> {
  const { database, session } = context;
  return database.transaction(async (transaction) => {
    const opened = await openDraft(context, transaction, lockDraft);
    const definition = await mergeAsSeen(context, opened, seen);
    return { revision: await saveDraft(transaction, session.user.id, { basedOn: opened.sold.id, definition }) };
  });
}
