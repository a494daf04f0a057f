import { isDeepStrictEqual } from 'node:util';
import { isBlock, type Written } from './canonical.ts';
import { type BlockModel, catalogModel, type FieldModel, type ListModel } from './model.ts';

/** A path that does not change when entries move: `products[scan].plans[scan-pro].name.fr`. */
export type Place = string;

/** A value that differs, or that only one side has; the other side is undefined. */
export interface Difference {
  readonly place: Place;
  readonly before: unknown;
  readonly after: unknown;
}

/** A value that both sides changed differently. */
export interface Conflict extends Difference {
  /** The value before both changes. `before` is theirs and `after` is mine. */
  readonly base: unknown;
}

/** How a merge resolves conflicts; by default it keeps mine. */
export type Choices = ReadonlyMap<Place, 'mine' | 'theirs'>;

/** The differences between two canonical catalogs, in the schema's order. An added or removed entry is one difference. */
export function findDifferences(before: Written, after: Written): Difference[] {
  return compare(catalogModel, before, after, '');
}

/** Combines the changes that both sides made since `base` (CAT-48). Changes are only lost at conflicts, which are returned. */
export function mergeCatalogs(
  base: Written,
  mine: Written,
  theirs: Written,
  choices: Choices = new Map(),
): { readonly merged: Written; readonly conflicts: readonly Conflict[] } {
  const conflicts: Conflict[] = [];
  const merged = merge(catalogModel, { base, mine, theirs }, '', { conflicts, choices });
  return { merged: merged as Written, conflicts };
}

const localizedModel: BlockModel = {
  kind: 'block',
  shorthand: null,
  fields: ['en', 'fr'].map((name) => ({
    name,
    model: { kind: 'text', longest: 1000 },
    required: name === 'en',
    initial: undefined,
  })),
};

/** Values that are compared in parts: blocks, texts by language, and lists whose entries have keys. Any other value is compared as a whole. */
function comparedParts(model: FieldModel): BlockModel | (ListModel & { readonly key: string }) | null {
  if (model.kind === 'localized') return localizedModel;
  if (model.kind === 'block') return model;
  return model.kind === 'list' && model.key !== null ? { ...model, key: model.key } : null;
}

const childPlace = (place: Place, name: string) => (place === '' ? name : `${place}.${name}`);

/** Drafts may contain any value in place of a list or block. */
const isListOrMissing = (value: unknown) => value === undefined || Array.isArray(value);

type Entries = ReadonlyMap<string, unknown>;

function indexEntries(key: string, list: unknown): Entries {
  return new Map((Array.isArray(list) ? list : []).filter(isBlock).map((item) => [String(item[key]), item]));
}

function compare(model: FieldModel, before: unknown, after: unknown, place: Place): Difference[] {
  if (isDeepStrictEqual(before, after)) return [];
  const parts = comparedParts(model);
  if (parts?.kind === 'list' && isListOrMissing(before) && isListOrMissing(after))
    return compareLists(parts, before, after, place);
  if (parts?.kind !== 'block' || !isBlock(before) || !isBlock(after)) return [{ place, before, after }];
  return parts.fields.flatMap(({ name, model: field }) =>
    compare(field, before[name], after[name], childPlace(place, name)),
  );
}

function compareLists(model: ListModel & { key: string }, before: unknown, after: unknown, place: Place): Difference[] {
  const [old, now] = [indexEntries(model.key, before), indexEntries(model.key, after)];
  const kept = (entries: Entries, others: Entries) => [...entries.keys()].filter((key) => others.has(key));
  const [oldOrder, newOrder] = [kept(old, now), kept(now, old)];
  return [
    ...[...now].flatMap(([key, item]) => compare(model.item, old.get(key), item, `${place}[${key}]`)),
    ...[...old]
      .filter(([key]) => !now.has(key))
      .map(([key, item]) => ({ place: `${place}[${key}]`, before: item, after: undefined })),
    ...(isDeepStrictEqual(oldOrder, newOrder)
      ? []
      : [{ place: childPlace(place, 'order'), before: oldOrder, after: newOrder }]),
  ];
}

interface Sides {
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

interface MergeState {
  readonly conflicts: Conflict[];
  readonly choices: Choices;
}

function merge(model: FieldModel, sides: Sides, place: Place, merging: MergeState): unknown {
  const { base, mine, theirs } = sides;
  if (isDeepStrictEqual(mine, theirs) || isDeepStrictEqual(base, theirs)) return mine;
  if (isDeepStrictEqual(base, mine)) return theirs;
  const parts = comparedParts(model);
  if (parts?.kind === 'list' && isListOrMissing(mine) && isListOrMissing(theirs))
    return mergeLists(parts, sides, place, merging);
  if (parts?.kind === 'block' && isBlock(mine) && isBlock(theirs)) return mergeBlocks(parts, sides, place, merging);
  merging.conflicts.push({ place, base, before: theirs, after: mine });
  return merging.choices.get(place) === 'theirs' ? theirs : mine;
}

function mergeBlocks(model: BlockModel, { base, mine, theirs }: Sides, place: Place, merging: MergeState): Written {
  return Object.fromEntries(
    model.fields.flatMap(({ name, model: field }) => {
      const of = (side: unknown) => (side as Written | undefined)?.[name];
      const value = merge(
        field,
        { base: of(base), mine: of(mine), theirs: of(theirs) },
        childPlace(place, name),
        merging,
      );
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function mergeLists(model: ListModel & { key: string }, sides: Sides, place: Place, merging: MergeState): unknown {
  const base = indexEntries(model.key, sides.base);
  const mine = indexEntries(model.key, sides.mine);
  const theirs = indexEntries(model.key, sides.theirs);
  const items = mergeOrder(base, mine, theirs).flatMap((key) => {
    const item = { base: base.get(key), mine: mine.get(key), theirs: theirs.get(key) };
    const value = merge(model.item, item, `${place}[${key}]`, merging);
    return value === undefined ? [] : [value];
  });
  return items.length > 0 || sides.mine !== undefined || sides.theirs !== undefined ? items : undefined;
}

/**
 * The order of the side that changed it; mine if both did. Entries that only the other side added follow the same
 * predecessor as on that side.
 */
function mergeOrder(base: Entries, mine: Entries, theirs: Entries): string[] {
  const common = (entries: Entries) => [...entries.keys()].filter((key) => base.has(key));
  const isMineMoved = !isSubsequence(common(mine), [...base.keys()]);
  const [first, second] = isMineMoved ? [mine, theirs] : [theirs, mine];
  const order = [...first.keys()];
  let previous: string | undefined;
  for (const key of second.keys()) {
    if (!order.includes(key)) order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, key);
    previous = key;
  }
  return order;
}

function isSubsequence(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const key of whole) if (part[at] === key) at += 1;
  return at === part.length;
}
