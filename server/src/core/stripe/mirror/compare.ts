import { isDeepStrictEqual } from 'node:util';
import { toJsonWithoutSecrets } from '../secrets.ts';
import type { MirrorRow } from './mirror.queries.ts';
import { keptData, kinds, type StoredObject, type StoredType } from './rows.ts';

/** A difference between the mirror and Stripe. */
export interface Difference {
  readonly type: StoredType;
  readonly id: string;
  readonly customerId: string | null;
  /** missing: not in the mirror. changed: outdated in the mirror. gone: no longer at Stripe. */
  readonly kind: 'missing' | 'changed' | 'gone';
  /** Names of the differing fields. */
  readonly fields: readonly string[];
}

/** The row of an object from one of Stripe's answers. */
export function toMirrorRow<Type extends StoredType>(type: Type, object: StoredObject<Type>): MirrorRow {
  const kind = kinds[type];
  return {
    id: object.id,
    columns: kind.columns(object),
    deleted: kind.isDetached?.(object) ?? false,
    data: JSON.parse(toJsonWithoutSecrets(keptData(type, object))),
  };
}

/** The difference between a row and Stripe's state; undefined if they agree, or differ only in embedded objects. */
export function findDifference(
  type: StoredType,
  here: MirrorRow | undefined,
  there: MirrorRow,
): Difference | undefined {
  const { customer_id: customerId } = there.columns;
  const about = { type, id: there.id, customerId: typeof customerId === 'string' ? customerId : null };
  if (!here) return { ...about, kind: 'missing', fields: [] };
  if (!here.deleted && there.deleted) return { ...about, kind: 'gone', fields: [] };
  const fields = differingFields(type, here, there);
  return fields.length > 0 ? { ...about, kind: 'changed', fields } : undefined;
}

/**
 * Whether the row must be written. This includes changes only in embedded objects, which do not count as a difference.
 */
export function isOutdated(type: StoredType, here: MirrorRow | undefined, there: MirrorRow): boolean {
  const volatileFields = kinds[type].volatileFields ?? [];
  const asked = Object.entries(there.data).filter(([name]) => !volatileFields.includes(name));
  return !here || asked.some(([name, value]) => !isDeepStrictEqual(here.data[name], value));
}

function differingFields(type: StoredType, here: MirrorRow, there: MirrorRow): string[] {
  const volatileFields = kinds[type].volatileFields ?? [];
  const fields = new Set<string>();
  for (const name of new Set([...Object.keys(here.data), ...Object.keys(there.data)])) {
    if (!isOwn(type, name, there) || volatileFields.includes(name)) continue;
    if (!isDeepStrictEqual(own(here.data[name]), own(there.data[name]))) fields.add(name);
  }
  // A column equals the value in the data, unless an older version derived it differently.
  for (const [name, value] of Object.entries(there.columns)) {
    // What a deleted customer had belongs to its successor (CARD-17).
    if (name === 'customer_id' || volatileFields.includes(name)) continue;
    if (!isSameColumn(here.columns[name], value)) fields.add(name);
  }
  if (here.deleted !== there.deleted) fields.add('deleted');
  return [...fields];
}

/** Objects that exist only within another. Their change counts as a change of that object. */
const parts: ReadonlySet<unknown> = new Set(['subscription_item', 'discount']);

/**
 * The part of a value that belongs to its object. An embedded object (the price of a subscription item, a tax rate) is
 * compared by its id, because events about it do not name the outer object.
 */
function own(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(own);
  const { id, object } = value as { id?: unknown; object?: unknown };
  if (typeof id === 'string' && typeof object === 'string' && !parts.has(object)) return id;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, own(field)]));
}

/**
 * Until an invoice is finalized, its copies of customer and vendor data change with the originals, without an event
 * of the invoice.
 */
function isOwn(type: StoredType, name: string, { data }: MirrorRow): boolean {
  return !(type === 'invoice' && data.status === 'draft' && /^(?:customer|account)_/.test(name));
}

/** Stripe and the database format times differently. */
function isSameColumn(here: unknown, there: unknown): boolean {
  if (here === there) return true;
  if (typeof here !== 'string' || typeof there !== 'string' || !there.endsWith('Z')) return false;
  return Date.parse(here) === Date.parse(there);
}
