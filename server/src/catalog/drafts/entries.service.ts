import type { CatalogEntryRow, catalogDrafts as contract, ParsedRequestOf, ResponseOf } from '@portico/contract';
import type { Queryable } from '../../core/db/database.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import { type LocalizedText, localize } from '../../core/messages/index.ts';
import { readStored, type StoredCatalog } from '../apply/apply.queries.ts';
import { isBlock, type Written } from '../file/canonical.ts';
import { checkContent } from '../file/check-content.ts';
import { differencesBetween } from '../file/differences.ts';
import { placeOfPath } from '../file/paths.ts';
import { readKeptPicture } from '../file/picture.ts';
import { checkDefinition } from '../versions/check-definition.ts';
import { findFormerEntry } from '../versions/versions.queries.ts';
import { requireShape } from './entry-shape.ts';
import { presentFields } from './fields.ts';
import {
  type Asking,
  type CatalogListName,
  changeEntries,
  entriesOf,
  findEntry,
  keyOf,
  movedEntry,
  type Opened,
  openDraft,
  withEntry,
} from './open-draft.ts';
import { presentProblem } from './presentation.ts';

type EntryParameters = ParsedRequestOf<typeof contract.entry>['params'];

/** What an entry of a list consists of, and the currency of its amounts. */
export async function getFields(context: Asking, list: CatalogListName): Promise<ResponseOf<typeof contract.fields>> {
  const { definition } = await openDraft(context, context.database.query);
  return { field: { ...presentFields(list, context.locale) }, currency: String(definition.currency ?? 'usd') };
}

/** The entries of a list, with what the draft changes of them; removed ones stand last. Or those that were sold once. */
export async function listEntries(
  context: Asking,
  list: CatalogListName,
  query: ParsedRequestOf<typeof contract.list>['query'],
): Promise<ResponseOf<typeof contract.list>> {
  const opened = await openDraft(context, context.database.query);
  const problems = placedProblems(opened.definition);
  const entries =
    query.show === 'retired' ? retiredEntries(await readStored(context.database), opened, list) : listed(opened, list);
  const text = query.textFilter.toLowerCase();
  const rows = entries
    .map((entry) => rowOf(context, opened, list, entry, problems))
    .filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(text));
  const sorted = query.order === 'desc' ? rows.reverse() : rows;
  const from = (query.page - 1) * query.pageSize;
  return listAnswer(sorted.slice(from, from + query.pageSize), rows.length, query);
}

function listed({ definition, sold }: Opened, list: CatalogListName): readonly Written[] {
  const key = keyOf(list);
  const mine = entriesOf(definition, list);
  const ids = new Set(mine.map((entry) => entry[key]));
  return [...mine, ...entriesOf(sold.definition, list).filter((entry) => !ids.has(entry[key]))];
}

/** What was sold once and is in neither the draft nor what is sold, as far as its rows say. */
function retiredEntries(stored: StoredCatalog, opened: Opened, list: CatalogListName): readonly Written[] {
  const rows =
    list === 'products'
      ? stored.products.map(({ id, name, displayName }) => ({
          id,
          name,
          displayName,
          plans: stored.plans.filter((plan) => plan.productId === id),
        }))
      : stored.coupons.map(({ code, name }) => ({ code, name }));
  const key = keyOf(list);
  const ids = new Set(listed(opened, list).map((entry) => entry[key]));
  return rows.filter((row) => !ids.has((row as Written)[key]));
}

function placedProblems(definition: Written): readonly string[] {
  const { problems } = checkContent(definition, readKeptPicture);
  return (problems ?? []).map(({ path }) => placeOfPath(definition, path));
}

function rowOf(
  { locale }: Asking,
  opened: Opened,
  list: CatalogListName,
  entry: Written,
  problems: readonly string[],
): CatalogEntryRow {
  const id = String(entry[keyOf(list)]);
  const place = `${list}[${id}]`;
  const name = entry.displayName ?? entry.name;
  return {
    id,
    name: isText(name) ? localize(name, locale) : id,
    state: stateOf(opened, list, id),
    plans: list === 'products' ? listIn(entry.plans).length : null,
    isOff: list === 'products' ? entry.disabled === true : isPast(entry.redeemBy),
    problems: problems.filter((one) => one === place || one.startsWith(`${place}.`)).length,
  };
}

const isText = (value: unknown): value is LocalizedText =>
  typeof value === 'object' && value !== null && typeof (value as { en?: unknown }).en === 'string';

/** What is in the place of a list. */
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A day that is over, or a moment that has passed. */
function isPast(redeemBy: unknown): boolean {
  if (typeof redeemBy !== 'string') return false;
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(redeemBy) ? `${redeemBy}T23:59:59Z` : redeemBy;
  return new Date(moment).getTime() <= Date.now();
}

function stateOf({ sold, definition }: Opened, list: CatalogListName, id: string): CatalogEntryRow['state'] {
  const before = findEntry(sold.definition, list, id);
  const after = findEntry(definition, list, id);
  if (!after) return before ? 'removed' : 'retired';
  if (!before) return 'added';
  const differences = differencesBetween({ [list]: [before] }, { [list]: [after] });
  return differences.length > 0 ? 'changed' : 'same';
}

/** An entry with everything that the catalog knows of it. One that the draft removes is shown as it is sold, a retired one as it was. @throws NotFoundError */
export async function getEntry(
  context: Asking,
  { list, id }: EntryParameters,
): Promise<ResponseOf<typeof contract.entry>> {
  const { database, locale } = context;
  const opened = await openDraft(context, database.query);
  const stored = await readStored(database);
  const value =
    findEntry(opened.definition, list, id) ??
    (await formerEntry(database.query, opened, list, id)) ??
    retiredEntries(stored, opened, list).find((entry) => entry[keyOf(list)] === id);
  if (!value) throw new NotFoundError();
  return {
    revision: opened.draft?.revision ?? 0,
    state: stateOf(opened, list, id),
    value: { ...value },
    problems: await problemsOf(context, opened.definition, { list, id }),
    references: {
      plan: list === 'products' ? named(listIn(value.plans).filter(isBlock), 'id', locale) : [],
      product: named(entriesOf(opened.definition, 'products'), 'id', locale),
      coupon: named(entriesOf(opened.definition, 'coupons'), 'code', locale),
    },
    holders: await holdersOf(context, list === 'products' ? plansOf(stored, id) : []),
    prices: list === 'products' ? pricesOf(stored, id) : [],
  };
}

/** As it is sold, else as it was sold last; undefined where no version that is kept has it. */
async function formerEntry(on: Queryable, { sold }: Opened, list: CatalogListName, id: string) {
  return findEntry(sold.definition, list, id) ?? (await findFormerEntry(on, { list, key: keyOf(list), id }));
}

/** Every plan that a product ever had. */
const plansOf = (stored: StoredCatalog, productId: string) =>
  stored.plans.filter((plan) => plan.productId === productId).map(({ id }) => id);

async function holdersOf({ database, countHolders }: Asking, planIds: readonly string[]) {
  const { accounts, byPlan } = await countHolders(database.query, planIds);
  return { accounts, plans: [...byPlan].map(([id, accounts]) => ({ id, accounts })) };
}

function named(entries: readonly Written[], key: string, locale: Asking['locale']) {
  return entries.flatMap((entry) => {
    const id = entry[key];
    if (typeof id !== 'string') return [];
    return [{ id, name: isText(entry.name) ? localize(entry.name, locale) : id }];
  });
}

/** What its prices were at Stripe, the newest first. */
function pricesOf(stored: StoredCatalog, productId: string): ResponseOf<typeof contract.entry>['prices'] {
  const plans = new Set(plansOf(stored, productId));
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

/** Problems of an entry that an answer has. */
const mostProblems = 200;

async function problemsOf(
  { database, locale }: Asking,
  definition: Written,
  { list, id }: { list: CatalogListName; id: string },
) {
  const { problems } = await checkDefinition(database, definition);
  const place = `${list}[${id}]`;
  return (problems ?? [])
    .filter((problem) => problem.place === place || problem.place.startsWith(`${place}.`))
    .slice(0, mostProblems)
    .map((problem) => presentProblem(problem, locale));
}

/** Puts an entry into the draft, with what is wrong with it. @throws InvalidInputError for what is no entry at all; CatalogConflictError where another tab saved since */
export async function saveEntry(
  context: Asking,
  { list, id }: EntryParameters,
  { revision, value }: ParsedRequestOf<typeof contract.save>['body'],
): Promise<ResponseOf<typeof contract.save>> {
  requireShape(list, value);
  const saved = await changeEntries(context, list, revision, (entries) => withEntry(entries, list, id, value));
  const problems = await problemsOf(context, saved.definition, { list, id: String(value[keyOf(list)]).trim() });
  return { revision: saved.revision, problems };
}

/** Takes an entry out of the draft. @throws NotFoundError */
export async function removeEntry(context: Asking, { list, id }: EntryParameters): Promise<{ revision: number }> {
  const { revision } = await changeEntries(context, list, undefined, (entries) => {
    const others = entries.filter((entry) => entry[keyOf(list)] !== id);
    if (others.length === entries.length) throw new NotFoundError();
    return others;
  });
  return { revision };
}

/** Puts an entry into the draft again that it retires, or that was sold once, at its former place (CAT-49). @throws NotFoundError */
export async function keepEntry(context: Asking, { list, id }: EntryParameters): Promise<{ revision: number }> {
  const opened = await openDraft(context, context.database.query);
  const entry = await formerEntry(context.database.query, opened, list, id);
  if (!entry) throw new NotFoundError();
  const place = entriesOf(opened.sold.definition, list).findIndex((one) => one[keyOf(list)] === id);
  const { revision } = await changeEntries(context, list, undefined, (entries) =>
    entries.some((one) => one[keyOf(list)] === id)
      ? entries
      : entries.toSpliced(place === -1 ? entries.length : place, 0, entry),
  );
  return { revision };
}

/** Moves an entry up or down. @throws NotFoundError */
export async function moveEntry(
  context: Asking,
  { list, id }: EntryParameters,
  by: -1 | 1,
): Promise<{ revision: number }> {
  const { revision } = await changeEntries(context, list, undefined, (entries) => movedEntry(entries, list, id, by));
  return { revision };
}
