import type { z } from 'zod';
import { catalogFile } from './catalog-file.schema.ts';
import { type FieldKind, findKind } from './field-kinds.ts';

/** What a catalog consists of, read from its schema: a new field is known everywhere at once (CAT-43). */
export type FieldModel = FieldKind | BlockModel | ListModel;

export interface BlockModel {
  readonly kind: 'block';
  readonly fields: readonly NamedField[];
  /** The field that may be written alone in the place of the block; null for none. */
  readonly shorthand: string | null;
}

export interface ListModel {
  readonly kind: 'list';
  readonly item: FieldModel;
  /** The field that tells its blocks apart; null where only their order does. */
  readonly key: string | null;
  /** Entries that it may have. */
  readonly most: number;
}

export interface NamedField {
  readonly name: string;
  readonly model: FieldModel;
  readonly required: boolean;
  /** What holds where it is left out; undefined for nothing. */
  readonly initial: unknown;
}

/** @throws Error for a schema of which nobody said what it is to who edits it */
function createModel(schema: z.core.$ZodType): FieldModel {
  const known = findKind(schema);
  if (known?.kind === 'shorthand') return { ...(createModel(known.block) as BlockModel), shorthand: known.field };
  if (known) return known;
  const { def } = schema._zod as z.core.$ZodTypes['_zod'];
  switch (def.type) {
    case 'object':
      return { kind: 'block', shorthand: null, fields: Object.entries(def.shape).map(createField) };
    case 'array': {
      const item = createModel(def.element as z.core.$ZodType);
      return {
        kind: 'list',
        item,
        key: findKey(item),
        most: Number(schema._zod.bag.maximum ?? Number.POSITIVE_INFINITY),
      };
    }
    default:
      throw new Error(`A schema of type ${def.type} has no field kind: give it one by ofKind`);
  }
}

function createField([name, schema]: [string, z.core.$ZodType]): NamedField {
  const { def } = schema._zod as z.core.$ZodTypes['_zod'];
  switch (def.type) {
    case 'optional':
      return { name, model: createModel(def.innerType as z.core.$ZodType), required: false, initial: undefined };
    case 'default':
    case 'prefault':
      return { name, model: createModel(def.innerType as z.core.$ZodType), required: false, initial: def.defaultValue };
    default:
      return { name, model: createModel(schema), required: true, initial: undefined };
  }
}

/** Names that may tell blocks apart, the best first. */
const keys = ['id', 'slug', 'scope', 'code', 'name'];

function findKey(item: FieldModel): string | null {
  if (item.kind !== 'block') return null;
  const named = item.fields.filter(({ model, required }) => required && (model.kind === 'id' || model.kind === 'code'));
  return keys.find((key) => named.some(({ name }) => name === key)) ?? null;
}

export const catalogModel = createModel(catalogFile) as BlockModel;

/** The model of a list in the catalog, such as `products`. */
export function listModel(name: 'products' | 'coupons' | 'companies'): ListModel & { readonly item: BlockModel } {
  return catalogModel.fields.find((field) => field.name === name)?.model as ListModel & { item: BlockModel };
}
