import type { Queryable } from '../../core/db/database.ts';
import { InvalidInputError, NotFoundError } from '../../core/http/app-error.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { CatalogConflictError } from '../catalog.errors.ts';
import { canonicalCatalog, type Written } from '../file/canonical.ts';
import { listModel } from '../file/model.ts';
import type { PlansContext } from '../plans.service.ts';
import type { SalesPort } from '../ports.ts';
import { type PublishedCatalog, readPublished } from '../versions/published.ts';
import { findVersion } from '../versions/versions.queries.ts';
import { type Draft, findDraft, lockDraft, saveDraft } from './drafts.queries.ts';

export type DraftsContext = PlansContext &
  Pick<SalesPort, 'countPriceHolders'> & { readonly findNamedUsers: FindNamedUsers };

export type CallContext = DraftsContext & RequestContext;
export type CatalogListName = 'products' | 'coupons';

/** The catalog that an operator edits: their draft, or otherwise the published one. */
export interface OpenDraft {
  readonly sold: PublishedCatalog;
  readonly draft: Draft | undefined;
  /** The draft's definition, with the published brands. */
  readonly definition: Written;
}

/** @throws CatalogConflictError before the first version */
export async function openDraft(
  { session }: Pick<CallContext, 'session'>,
  on: Queryable,
  find: typeof findDraft = findDraft,
): Promise<OpenDraft> {
  const sold = await readPublished(on);
  if (!sold) throw new CatalogConflictError('noVersion');
  const draft = await find(on, session.user.id);
  const definition = draft
    ? canonicalCatalog({ ...draft.definition, companies: sold.definition.companies })
    : sold.definition;
  return { sold, draft, definition };
}

/** The definition from which the draft was started. */
export async function findBaseDefinition(on: Queryable, { sold, draft }: OpenDraft): Promise<Written> {
  if (!draft || draft.basedOn === sold.id) return sold.definition;
  const base = await findVersion(on, draft.basedOn);
  // Drafts do not change brands.
  return canonicalCatalog({ ...base?.definition, companies: sold.definition.companies });
}

export const entryKey = (list: CatalogListName) => listModel(list).key as string;

export function entriesIn(definition: Written, list: CatalogListName): readonly Written[] {
  return (definition[list] ?? []) as readonly Written[];
}

export function findEntry(definition: Written, list: CatalogListName, id: string): Written | undefined {
  return entriesIn(definition, list).find((entry) => entry[entryKey(list)] === id);
}

/**
 * Changes the entries of a list in the operator's draft.
 * @param revision of the draft that the operator has seen; undefined if the change applies to any
 * @throws CatalogConflictError if another tab saved since
 */
export async function changeEntries(
  context: CallContext,
  list: CatalogListName,
  revision: number | undefined,
  change: (entries: readonly Written[]) => readonly Written[],
): Promise<{ revision: number; definition: Written }> {
  return context.database.transaction(async (transaction) => {
    const opened = await openDraft(context, transaction, lockDraft);
    if (revision !== undefined && revision !== (opened.draft?.revision ?? 0)) {
      throw new CatalogConflictError('changedElsewhere');
    }
    const entries = change(entriesIn(opened.definition, list));
    const definition = canonicalCatalog({ ...opened.definition, [list]: entries });
    const basedOn = opened.draft?.basedOn ?? opened.sold.id;
    return { revision: await saveDraft(transaction, context.session.user.id, { basedOn, definition }), definition };
  });
}

/** Replaces the entry with this id, or appends one. @throws InvalidInputError if the key is missing or another entry's */
export function withEntry(
  entries: readonly Written[],
  list: CatalogListName,
  id: string,
  value: Written,
): readonly Written[] {
  const key = entryKey(list);
  const written = value[key];
  const isOther = (entry: Written) => String(entry[key]).toLowerCase() === String(written).toLowerCase();
  if (typeof written !== 'string' || written.trim() === '') {
    throw new InvalidInputError({ [key]: [{ key: 'catalog.keyMissing' }] });
  }
  const others = entries.filter((entry) => entry[key] !== id);
  if (others.some(isOther)) throw new InvalidInputError({ [key]: [{ key: 'catalog.keyTaken' }] });
  const { most } = listModel(list);
  if (others.length >= most) throw new InvalidInputError({ [key]: [{ key: 'catalog.listLongest', values: { most } }] });
  return others.length < entries.length
    ? entries.map((entry) => (entry[key] === id ? value : entry))
    : [...entries, value];
}

/** @throws NotFoundError */
export function withEntryMoved(
  entries: readonly Written[],
  list: CatalogListName,
  id: string,
  by: -1 | 1,
): readonly Written[] {
  const at = entries.findIndex((entry) => entry[entryKey(list)] === id);
  const entry = entries[at];
  if (!entry) throw new NotFoundError();
  const others = entries.toSpliced(at, 1);
  return others.toSpliced(Math.max(0, at + by), 0, entry);
}

/** The names of users. Accounts provides it. */
type FindNamedUsers = (
  on: Queryable,
  ids: readonly number[],
) => Promise<ReadonlyMap<number, { readonly name: string }>>;
