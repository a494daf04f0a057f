import type { z } from 'zod';

/** The kind of entry that an id refers to. */
export type Reference = 'plan' | 'product' | 'coupon';

/** How a value is edited. The browser has a control for each kind (CAT-43). */
export type FieldKind =
  | { readonly kind: 'text'; readonly longest: number }
  | { readonly kind: 'localized'; readonly longest: number }
  | { readonly kind: 'id' | 'code' | 'flag' | 'percent' | 'version' | 'color' | 'mail' | 'address' | 'taxCode' }
  | { readonly kind: 'money'; readonly least: number }
  | { readonly kind: 'moment'; readonly ofDay: 'start' | 'end' }
  | { readonly kind: 'whole'; readonly least: number; readonly most: number }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  /** At most this many bytes. */
  | { readonly kind: 'picture'; readonly most: number }
  /** A list of days, each from `least` to `most`, the highest first. */
  | { readonly kind: 'days'; readonly least: number; readonly most: number; readonly longest: number }
  | { readonly kind: 'reference'; readonly to: Reference }
  /** Values of licensed features by scope and name. */
  | { readonly kind: 'featureValues' };

/** A block that may be written as the text of one of its fields. */
export interface Shorthand {
  readonly kind: 'shorthand';
  readonly block: z.core.$ZodType;
  readonly field: string;
}

const kinds = new WeakMap<z.core.$ZodType, FieldKind | Shorthand>();

/** Declares how a schema's values are edited. */
export function withKind<Schema extends z.core.$ZodType>(kind: FieldKind | Shorthand, schema: Schema): Schema {
  kinds.set(schema, kind);
  return schema;
}

/** The kind of a schema that is neither a block nor a list, otherwise undefined. Derived schemas have the same kind. */
export function findKind(schema: z.core.$ZodType): FieldKind | Shorthand | undefined {
  for (let one: z.core.$ZodType | undefined = schema; one; one = one._zod.parent) {
    const kind = kinds.get(one);
    if (kind) return kind;
  }
  return undefined;
}
