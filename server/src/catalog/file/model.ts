import type { z } from 'zod';
import { catalogFile } from './catalog-file.schema.ts';
import { type FieldKind, findKind } from './field-kinds.ts';

/** The structure of a catalog, read from its schema, so that a new field is known everywhere (CAT-43). */
export type FieldModel = FieldKind | BlockModel | ListModel;

export interface BlockModel {
  readonly kind: 'block';
  readonly fields: readonly NamedField[];
  /** The field whose text may be written instead of the block; null if none. */
  readonly shorthand: string | null;
}

export interface ListModel {
  readonly kind: 'list';
  readonly item: FieldModel;
  /** The field that identifies its blocks; null if only their order does. */
  readonly key: string | null;
  /** The maximum number of entries. */
  readonly most: number;
}

export interface NamedField {
  readonly name: string;
  readonly model: FieldModel;
  readonly required: boolean;
  /** The default value; undefined if none. */
  readonly initial: unknown;
}

/** @throws Error if a schema has no kind */
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
      throw new Error(`A schema of type ${def.type} has no field kind: declare one with withKind`);
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

/** Fields that may identify blocks, the preferred one first. */
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
