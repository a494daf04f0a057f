import { isDeepStrictEqual } from 'node:util';
import type { MirrorRow } from './mirror.queries.ts';
import { type KeptObject, type KeptType, keptData, kinds } from './mirror-rows.ts';
import { toJsonWithoutSecrets } from './secrets.ts';

/** Something that was not here as it is at Stripe. */
export interface Difference {
  readonly type: KeptType;
  readonly id: string;
  readonly customerId: string | null;
  /** missing: was not here. changed: was older here. gone: is no longer at Stripe. */
  readonly kind: 'missing' | 'changed' | 'gone';
  /** Names of the fields that differed. */
  readonly fields: readonly string[];
}

/** The row of an object as one of Stripe's answers gave it. */
export function rowOf<Type extends KeptType>(type: Type, object: KeptObject<Type>): MirrorRow {
  const kind = kinds[type];
  return {
    id: object.id,
    columns: kind.columns(object),
    deleted: kind.isGone?.(object) ?? false,
    data: JSON.parse(toJsonWithoutSecrets(keptData(type, object))),
  };
}

/** How what is here differs from what Stripe says; undefined where it does not. */
export function differenceOf(type: KeptType, here: MirrorRow | undefined, there: MirrorRow): Difference | undefined {
  const { customer_id: customerId } = there.columns;
  const about = { type, id: there.id, customerId: typeof customerId === 'string' ? customerId : null };
  if (!here) return { ...about, kind: 'missing', fields: [] };
  if (!here.deleted && there.deleted) return { ...about, kind: 'gone', fields: [] };
  const fields = differingFields(type, here, there);
  return fields.length > 0 ? { ...about, kind: 'changed', fields } : undefined;
}

function differingFields(type: KeptType, here: MirrorRow, there: MirrorRow): string[] {
  const fleeting = kinds[type].fleeting ?? [];
  const fields = new Set<string>();
  for (const name of new Set([...Object.keys(here.data), ...Object.keys(there.data)])) {
    if (!fleeting.includes(name) && !isDeepStrictEqual(here.data[name], there.data[name])) fields.add(name);
  }
  // A column is read off the data, unless an older version read it differently.
  for (const [name, value] of Object.entries(there.columns)) {
    if (!fleeting.includes(name) && !isSameColumn(here.columns[name], value)) fields.add(name);
  }
  if (here.deleted !== there.deleted) fields.add('deleted');
  return [...fields];
}

/** Moments are written in two ways. */
function isSameColumn(here: unknown, there: unknown): boolean {
  if (here === there) return true;
  if (typeof here !== 'string' || typeof there !== 'string' || !there.endsWith('Z')) return false;
  return Date.parse(here) === Date.parse(there);
}
