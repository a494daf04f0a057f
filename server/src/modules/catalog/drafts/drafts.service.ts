import type {
  CatalogDraft,
  CatalogEntryRow,
  catalogDrafts as contract,
  ParsedRequestOf,
  ResponseOf,
} from '@portico/contract';
import { NotFoundError } from '../../../http/app-error.ts';
import { listAnswer } from '../../../http/list-answer.ts';
import { type LocalizedText, localize } from '../../../messages/index.ts';
import { readStored, type StoredCatalog } from '../apply/apply.queries.ts';
import type { Written } from '../file/canonical.ts';
import { checkContent } from '../file/check-content.ts';
import { differencesBetween, mergeCatalogs } from '../file/differences.ts';
import { placeOfPath } from '../file/paths.ts';
import { readKeptPicture } from '../file/picture.ts';
import { checkDefinition } from '../versions/checked.ts';
import { findUnderWay, findVersion, type ListedVersion } from '../versions/versions.queries.ts';
import { deleteDraft } from './drafts.queries.ts';
import { presentFields } from './fields.ts';
import {
  type Asking,
  baseOf,
  type CatalogListName,
  changeEntries,
  entriesOf,
  findEntry,
  keyOf,
  movedEntry,
  type Opened,
  openDraft,
  withEntry,
} from './opened.ts';
import { describeValue, presentDifference, presentFailure, presentProblem } from './presentation.ts';

type EntryParameters = ParsedRequestOf<typeof contract.entry>['params'];

/** Problems and differences that an answer has. */
const most = 200;

/** What an operator's draft changes, what is wrong with it, and what others published meanwhile (CAT-48). */
export async function getDraft(context: Asking): Promise<CatalogDraft> {
  const { database, locale } = context;
  const opened = await openDraft(context, database.query);
  const { sold, draft, definition } = opened;
  const base = await baseOf(database.query, opened);
  const checked = await checkDefinition(database, definition);
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
  { database, nameUsers }: Asking,
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
    differences: differencesBetween(base, sold.definition).slice(0, most).map(presentDifference),
    conflicts: conflicts.slice(0, most).map(({ place, before, after }) => ({
      place,
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

/** What an entry of a list consists of, and the currency of its amounts. */
export async function getFields(context: Asking, list: CatalogListName): Promise<ResponseOf<typeof contract.fields>> {
  const { definition } = await openDraft(context, context.database.query);
  return { field: { ...presentFields(list, context.locale) }, currency: String(definition.currency ?? 'usd') };
}

/** The entries of a list, with what the draft changes of them. Removed ones stand last. */
export async function listEntries(
  context: Asking,
  list: CatalogListName,
  query: ParsedRequestOf<typeof contract.list>['query'],
): Promise<ResponseOf<typeof contract.list>> {
  const opened = await openDraft(context, context.database.query);
  const problems = placedProblems(opened.definition);
  const key = keyOf(list);
  const mine = entriesOf(opened.definition, list);
  const ids = new Set(mine.map((entry) => entry[key]));
  const gone = entriesOf(opened.sold.definition, list).filter((entry) => !ids.has(entry[key]));
  const text = query.textFilter.toLowerCase();
  const rows = [...mine, ...gone]
    .map((entry) => rowOf(context, opened, list, entry, problems))
    .filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(text));
  const sorted = query.order === 'desc' ? rows.reverse() : rows;
  const from = (query.page - 1) * query.pageSize;
  return listAnswer(sorted.slice(from, from + query.pageSize), rows.length, query);
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
    plans: list === 'products' ? ((entry.plans ?? []) as unknown[]).length : null,
    isOff: list === 'products' ? entry.disabled === true : isPast(entry.redeemBy),
    problems: problems.filter((one) => one === place || one.startsWith(`${place}.`)).length,
  };
}

const isText = (value: unknown): value is LocalizedText =>
  typeof value === 'object' && value !== null && typeof (value as { en?: unknown }).en === 'string';

/** A day that is over, or a moment that has passed. */
function isPast(redeemBy: unknown): boolean {
  if (typeof redeemBy !== 'string') return false;
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(redeemBy) ? `${redeemBy}T23:59:59Z` : redeemBy;
  return new Date(moment).getTime() <= Date.now();
}

function stateOf({ sold, definition }: Opened, list: CatalogListName, id: string): CatalogEntryRow['state'] {
  const before = findEntry(sold.definition, list, id);
  const after = findEntry(definition, list, id);
  if (!after) return 'removed';
  if (!before) return 'added';
  const differences = differencesBetween({ [list]: [before] }, { [list]: [after] });
  return differences.length > 0 ? 'changed' : 'same';
}

/** An entry with everything that the catalog knows of it. One that the draft removes is shown as it is sold. @throws NotFoundError */
export async function getEntry(
  context: Asking,
  { list, id }: EntryParameters,
): Promise<ResponseOf<typeof contract.entry>> {
  const { database, locale } = context;
  const opened = await openDraft(context, database.query);
  const value = findEntry(opened.definition, list, id) ?? findEntry(opened.sold.definition, list, id);
  if (!value) throw new NotFoundError();
  const stored = await readStored(database);
  return {
    revision: opened.draft?.revision ?? 0,
    state: stateOf(opened, list, id),
    value: { ...value },
    problems: await problemsOf(context, opened.definition, { list, id }),
    references: {
      plan: list === 'products' ? named((value.plans ?? []) as readonly Written[], 'id', locale) : [],
      product: named(entriesOf(opened.definition, 'products'), 'id', locale),
      coupon: named(entriesOf(opened.definition, 'coupons'), 'code', locale),
    },
    prices: list === 'products' ? pricesOf(stored, id) : [],
  };
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
  const plans = new Set(stored.plans.filter((plan) => plan.productId === productId).map(({ id }) => id));
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

async function problemsOf(
  { database, locale }: Asking,
  definition: Written,
  { list, id }: { list: CatalogListName; id: string },
) {
  const { problems } = await checkDefinition(database, definition);
  const place = `${list}[${id}]`;
  return (problems ?? [])
    .filter((problem) => problem.place === place || problem.place.startsWith(`${place}.`))
    .map((problem) => presentProblem(problem, locale));
}

/** Puts an entry into the draft, with what is wrong with it. @throws CatalogConflictError where another tab saved since */
export async function saveEntry(
  context: Asking,
  { list, id }: EntryParameters,
  { revision, value }: ParsedRequestOf<typeof contract.save>['body'],
): Promise<ResponseOf<typeof contract.save>> {
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

/** Moves an entry up or down. @throws NotFoundError */
export async function moveEntry(
  context: Asking,
  { list, id }: EntryParameters,
  by: -1 | 1,
): Promise<{ revision: number }> {
  const { revision } = await changeEntries(context, list, undefined, (entries) => movedEntry(entries, list, id, by));
  return { revision };
}
