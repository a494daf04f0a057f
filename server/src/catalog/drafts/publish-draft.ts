import type { catalogDrafts as contract, ParsedRequestOf, ResponseOf } from '@portico/contract';
import { localize } from '../../core/messages/index.ts';
import { readStored, type StoredCatalog } from '../apply/apply.queries.ts';
import { type Change, findChanges } from '../apply/changes.ts';
import { CatalogConflictError } from '../catalog.errors.ts';
import { type Choices, differencesBetween, mergeCatalogs } from '../file/differences.ts';
import { publishLimit } from '../plans.service.ts';
import { checkDefinition } from '../versions/check-definition.ts';
import { type PublicationState, publish } from '../versions/publish.ts';
import { amendedPrices } from '../versions/published.ts';
import { lockDraft, markPublishing, saveDraft } from './drafts.queries.ts';
import { type Asking, baseOf, type Opened, openDraft } from './open-draft.ts';
import { auditDetailOf, presentDifferences, presentProblem } from './presentation.ts';

/** Differences, and problems or plans, that an answer has. */
const mostShown = 500;
const mostProblems = 200;

type Together = ParsedRequestOf<typeof contract.publish>['body'];

/** The draft together with what others published since it began. */
async function mergedDraft(context: Asking, opened: Opened, choices: Choices) {
  const { sold, definition } = opened;
  return mergeCatalogs(await baseOf(context.database.query, opened), definition, sold.definition, choices);
}

const choicesOf = (choices: Together['choices']): Choices => new Map(choices.map(({ place, keep }) => [place, keep]));

/** What publishing the draft would change (CAT-49): values, prices that are amended, and subscriptions that keep theirs. */
export async function listChanges(
  context: Asking,
  { choices }: ParsedRequestOf<typeof contract.changes>['body'],
): Promise<ResponseOf<typeof contract.changes>> {
  const { database, locale } = context;
  const opened = await openDraft(context, database.query);
  const { merged } = await mergedDraft(context, opened, choicesOf(choices));
  const differences = differencesBetween(opened.sold.definition, merged);
  const checked = await checkDefinition(database, merged);
  const shown = {
    problems: (checked.problems ?? []).slice(0, mostProblems).map((problem) => presentProblem(problem, locale)),
    differences: presentDifferences(differences.slice(0, mostShown), locale),
    total: differences.length,
  };
  if (checked.problems) return { ...shown, amended: 0, subscriptions: 0, retired: 0, leaving: [] };
  const stored = await readStored(database);
  const changes = findChanges(checked.definition, stored);
  return {
    ...shown,
    ...(await countAmended(context, stored, changes)),
    retired: changes.filter(({ kind }) => kind === 'retired').length,
    leaving: await listLeaving(context, stored, changes),
  };
}

async function countAmended({ database, countPriceHolders }: Asking, stored: StoredCatalog, changes: Change[]) {
  const priceIds = amendedPrices(changes).map(({ id }) => id);
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

/** Plans that leave the catalog, and how many have each (CAT-4). */
async function listLeaving({ database, countHolders, locale }: Asking, stored: StoredCatalog, changes: Change[]) {
  const ids = changes.filter(({ entity, kind }) => entity === 'plan' && kind === 'retired').map(({ id }) => id);
  const { byPlan } = await countHolders(database.query, ids);
  return stored.plans
    .flatMap(({ id, name }) => {
      const accounts = ids.includes(id) ? byPlan.get(id) : undefined;
      return accounts === undefined ? [] : [{ id, name: localize(name, locale), accounts }];
    })
    .slice(0, mostProblems);
}

/** @throws CatalogConflictError where there is no draft, another tab or operator changed what was looked at, or nobody chose at a conflict */
async function mergeAsSeen(context: Asking, opened: Opened, { revision, sold, choices }: Together) {
  if (!opened.draft) throw new CatalogConflictError('nothingChanged');
  if (opened.draft.revision !== revision) throw new CatalogConflictError('changedElsewhere');
  if (opened.sold.id !== sold) throw new CatalogConflictError('overtaken');
  const chosen = choicesOf(choices);
  const { merged, conflicts } = await mergedDraft(context, opened, chosen);
  if (conflicts.some(({ place }) => !chosen.has(place))) throw new CatalogConflictError('conflicts');
  return merged;
}

/**
 * Publishes the draft (CAT-47), together with what others published meanwhile (CAT-48).
 * @throws CatalogConflictError where it changes nothing or has problems; the errors of `mergeAsSeen`
 */
export async function publishDraft(context: Asking, together: Together): Promise<PublicationState> {
  const { database, session } = context;
  const opened = await openDraft(context, database.query);
  const merged = await mergeAsSeen(context, opened, together);
  const detail = auditDetailOf(differencesBetween(opened.sold.definition, merged));
  if (Object.keys(detail.changes).length === 0) throw new CatalogConflictError('nothingChanged');
  const checked = await checkDefinition(database, merged);
  if (checked.problems) throw new CatalogConflictError('problems');
  await publishLimit.take(database, session.user.id);
  return publish(context, {
    definition: checked.written,
    basedOn: opened.sold.id,
    event: { kind: 'catalogPublished', detail },
    alongside: async (transaction, version) => {
      // What another tab saved meanwhile is not published, and stays.
      const now = await lockDraft(transaction, session.user.id);
      if (now?.revision !== together.revision) throw new CatalogConflictError('changedElsewhere');
      await markPublishing(transaction, session.user.id, version);
    },
  });
}

/** Takes into the draft what others published meanwhile, with its problems: it begins from what is sold then. @throws the errors of `mergeAsSeen` */
export function takeTheirs(context: Asking, together: Together): Promise<{ revision: number }> {
  const { database, session } = context;
  return database.transaction(async (transaction) => {
    const opened = await openDraft(context, transaction, lockDraft);
    const definition = await mergeAsSeen(context, opened, together);
    return { revision: await saveDraft(transaction, session.user.id, { basedOn: opened.sold.id, definition }) };
  });
}
