import type { CatalogEntryRow, catalogDrafts as contract, ParsedRequestOf, ResponseOf } from '@portico/contract';
import { searchKey } from '@portico/contract';
import type { Queryable } from '../../core/db/database.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import { type LocalizedText, localize } from '../../core/messages/index.ts';
import { readStored, type StoredCatalog } from '../apply/apply.queries.ts';
import { isBlock, type Written } from '../file/canonical.ts';
import { checkContent } from '../file/check-content.ts';
import { findDifferences } from '../file/differences.ts';
import { toPlace } from '../file/paths.ts';
import { readStoredPicture } from '../file/picture.ts';
import { checkDefinition } from '../versions/check-definition.ts';
import { findFormerEntry } from '../versions/versions.queries.ts';
import { assertShape } from './entry-shape.ts';
import { presentFields } from './fields.ts';
import {
  type CallContext,
  type CatalogListName,
  changeEntries,
  entriesIn,
  entryKey,
  findEntry,
  type OpenDraft,
  openDraft,
  withEntry,
  withEntryMoved,
} from './open-draft.ts';
import { presentProblem } from './presentation.ts';

type EntryParameters = ParsedRequestOf<typeof contract.entry>['params'];

/** The fields of a list's entries, and the currency of amounts. */
export async function getFields(
  context: CallContext,
  list: CatalogListName,
): Promise<ResponseOf<typeof contract.fields>> {
  const { definition } = await openDraft(context, context.database.query);
  return { field: { ...presentFields(list, context.locale) }, currency: String(definition.currency ?? 'usd') };
}

/** Removed entries come last. With `retired`, lists entries that are no longer sold. */
export async function listEntries(
  context: CallContext,
  list: CatalogListName,
  query: ParsedRequestOf<typeof contract.list>['query'],
): Promise<ResponseOf<typeof contract.list>> {
  const opened = await openDraft(context, context.database.query);
  const problems = listProblemPlaces(opened.definition);
  const entries =
    query.show === 'retired'
      ? listRetiredEntries(await readStored(context.database), opened, list)
      : listEntriesAndRemoved(opened, list);
  const text = searchKey(query.textFilter);
  const rows = entries
    .map((entry) => presentRow(context, opened, list, entry, problems))
    .filter(({ id, name }) => searchKey(`${id} ${name}`).includes(text));
  const sorted = query.order === 'desc' ? rows.reverse() : rows;
  const from = (query.page - 1) * query.pageSize;
  return listAnswer(sorted.slice(from, from + query.pageSize), rows.length, query);
}

function listEntriesAndRemoved({ definition, sold }: OpenDraft, list: CatalogListName): readonly Written[] {
  const key = entryKey(list);
  const mine = entriesIn(definition, list);
  const ids = new Set(mine.map((entry) => entry[key]));
  return [...mine, ...entriesIn(sold.definition, list).filter((entry) => !ids.has(entry[key]))];
}

/** Entries that were sold and are in neither the draft nor the published catalog, as far as their rows show. */
function listRetiredEntries(stored: StoredCatalog, opened: OpenDraft, list: CatalogListName): readonly Written[] {
  const rows =
    list === 'products'
      ? stored.products.map(({ id, name, displayName }) => ({
          id,
          name,
          displayName,
          plans: stored.plans.filter((plan) => plan.productId === id),
        }))
      : stored.coupons.map(({ code, name }) => ({ code, name }));
  const key = entryKey(list);
  const ids = new Set(listEntriesAndRemoved(opened, list).map((entry) => entry[key]));
  return rows.filter((row) => !ids.has((row as Written)[key]));
}

function listProblemPlaces(definition: Written): readonly string[] {
  const { problems } = checkContent(definition, readStoredPicture);
  return (problems ?? []).map(({ path }) => toPlace(definition, path));
}

function presentRow(
  { locale }: CallContext,
  opened: OpenDraft,
  list: CatalogListName,
  entry: Written,
  problems: readonly string[],
): CatalogEntryRow {
  const id = String(entry[entryKey(list)]);
  const place = `${list}[${id}]`;
  const name = entry.displayName ?? entry.name;
  return {
    id,
    name: isText(name) ? localize(name, locale) : id,
    state: entryState(opened, list, id),
    plans: list === 'products' ? asList(entry.plans).length : null,
    isOff: list === 'products' ? entry.disabled === true : isPast(entry.redeemBy),
    problems: problems.filter((one) => one === place || one.startsWith(`${place}.`)).length,
  };
}

const isText = (value: unknown): value is LocalizedText =>
  typeof value === 'object' && value !== null && typeof (value as { en?: unknown }).en === 'string';

/** A draft may contain any value in place of a list. */
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Whether a day or a moment is past. */
function isPast(redeemBy: unknown): boolean {
  if (typeof redeemBy !== 'string') return false;
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(redeemBy) ? `${redeemBy}T23:59:59Z` : redeemBy;
  return new Date(moment).getTime() <= Date.now();
}

function entryState({ sold, definition }: OpenDraft, list: CatalogListName, id: string): CatalogEntryRow['state'] {
  const before = findEntry(sold.definition, list, id);
  const after = findEntry(definition, list, id);
  if (!after) return before ? 'removed' : 'retired';
  if (!before) return 'added';
  const differences = findDifferences({ [list]: [before] }, { [list]: [after] });
  return differences.length > 0 ? 'changed' : 'same';
}

/**
 * Everything about an entry. An entry that the draft removes is shown as it is published, a retired one as it was
 * published last.
 * @throws NotFoundError
 */
export async function getEntry(
  context: CallContext,
  { list, id }: EntryParameters,
): Promise<ResponseOf<typeof contract.entry>> {
  const { database, locale } = context;
  const opened = await openDraft(context, database.query);
  const stored = await readStored(database);
  const value =
    findEntry(opened.definition, list, id) ??
    (await findSoldEntry(database.query, opened, list, id)) ??
    listRetiredEntries(stored, opened, list).find((entry) => entry[entryKey(list)] === id);
  if (!value) throw new NotFoundError();
  return {
    revision: opened.draft?.revision ?? 0,
    state: entryState(opened, list, id),
    value: { ...value },
    problems: await presentProblems(context, opened.definition, { list, id }),
    references: {
      plan: list === 'products' ? presentReferences(asList(value.plans).filter(isBlock), 'id', locale) : [],
      product: presentReferences(entriesIn(opened.definition, 'products'), 'id', locale),
      coupon: presentReferences(entriesIn(opened.definition, 'coupons'), 'code', locale),
    },
    holders: await presentHolders(context, list === 'products' ? listPlanIds(stored, id) : []),
    prices: list === 'products' ? presentPrices(stored, id) : [],
  };
}

/** The entry as it is published, otherwise as it was published last; undefined if no stored version has it. */
async function findSoldEntry(on: Queryable, { sold }: OpenDraft, list: CatalogListName, id: string) {
  return findEntry(sold.definition, list, id) ?? (await findFormerEntry(on, { list, key: entryKey(list), id }));
}

/** Every plan that a product has or had. */
const listPlanIds = (stored: StoredCatalog, productId: string) =>
  stored.plans.filter((plan) => plan.productId === productId).map(({ id }) => id);

async function presentHolders({ database, countHolders }: CallContext, planIds: readonly string[]) {
  const { accounts, byPlan } = await countHolders(database.query, planIds);
  return { accounts, plans: [...byPlan].map(([id, accounts]) => ({ id, accounts })) };
}

function presentReferences(entries: readonly Written[], key: string, locale: CallContext['locale']) {
  return entries.flatMap((entry) => {
    const id = entry[key];
    if (typeof id !== 'string') return [];
    return [{ id, name: isText(entry.name) ? localize(entry.name, locale) : id }];
  });
}

/** The history of an entry's prices at Stripe, the newest first. */
function presentPrices(stored: StoredCatalog, productId: string): ResponseOf<typeof contract.entry>['prices'] {
  const plans = new Set(listPlanIds(stored, productId));
  const addons = new Set(stored.addons.filter((addon) => addon.productId === productId).map(({ id }) => id));
  const own = stored.prices.filter(({ planId, addonId }) => plans.has(planId ?? '') || addons.has(addonId ?? ''));
  const ids = new Set(own.map(({ id }) => id));
  return stored.catalogPrices
    .filter(({ priceId }) => ids.has(priceId))
    .toReversed()
    .map(({ priceId, amount, currency, createdAt, deactivatedAt, current }) => ({
      priceId,
      amount,
      currency,
      from: createdAt.toISOString(),
      until: deactivatedAt?.toISOString() ?? null,
      isSold: current,
    }));
}

/** Maximum problems of an entry in an answer. */
const maxProblems = 200;

async function presentProblems(
  { database, locale }: CallContext,
  definition: Written,
  { list, id }: { list: CatalogListName; id: string },
) {
  const { problems } = await checkDefinition(database, definition);
  const place = `${list}[${id}]`;
  return (problems ?? [])
    .filter((problem) => problem.place === place || problem.place.startsWith(`${place}.`))
    .slice(0, maxProblems)
    .map((problem) => presentProblem(problem, locale));
}

/** Stores an entry and returns its problems. @throws InvalidInputError for an invalid shape; CatalogConflictError if another tab saved since */
export async function saveEntry(
  context: CallContext,
  { list, id }: EntryParameters,
  { revision, value }: ParsedRequestOf<typeof contract.save>['body'],
): Promise<ResponseOf<typeof contract.save>> {
  assertShape(list, value);
  const saved = await changeEntries(context, list, revision, (entries) => withEntry(entries, list, id, value));
  const problems = await presentProblems(context, saved.definition, { list, id: String(value[entryKey(list)]).trim() });
  return { revision: saved.revision, problems };
}

/** Removes an entry from the draft. @throws NotFoundError */
export async function removeEntry(context: CallContext, { list, id }: EntryParameters): Promise<{ revision: number }> {
  const { revision } = await changeEntries(context, list, undefined, (entries) => {
    const others = entries.filter((entry) => entry[entryKey(list)] !== id);
    if (others.length === entries.length) throw new NotFoundError();
    return others;
  });
  return { revision };
}

/** Restores an entry that the draft removes, or that was once sold, at its former position (CAT-49). @throws NotFoundError */
export async function restoreEntry(context: CallContext, { list, id }: EntryParameters): Promise<{ revision: number }> {
  const opened = await openDraft(context, context.database.query);
  const entry = await findSoldEntry(context.database.query, opened, list, id);
  if (!entry) throw new NotFoundError();
  const place = entriesIn(opened.sold.definition, list).findIndex((one) => one[entryKey(list)] === id);
  const { revision } = await changeEntries(context, list, undefined, (entries) =>
    entries.some((one) => one[entryKey(list)] === id)
      ? entries
      : entries.toSpliced(place === -1 ? entries.length : place, 0, entry),
  );
  return { revision };
}

/** Moves an entry up or down. @throws NotFoundError */
export async function moveEntry(
  context: CallContext,
  { list, id }: EntryParameters,
  by: -1 | 1,
): Promise<{ revision: number }> {
  const { revision } = await changeEntries(context, list, undefined, (entries) =>
    withEntryMoved(entries, list, id, by),
  );
  return { revision };
}
