import { isDeepStrictEqual } from 'node:util';
import { sortDays, toCents } from './fields.ts';
import { type BlockModel, catalogModel, type FieldModel } from './model.ts';

/** A catalog, or a block of one, as it is stored: plain JSON that the schema accepts, in canonical form. */
export type Written = { readonly [name: string]: unknown };

/** Plain JSON, without undefined values at any depth. */
export const withoutUndefined = (value: Written) => JSON.parse(JSON.stringify(value)) as Written;

/**
 * The canonical form of a catalog: texts by language, money with two decimals, and no default values. Equal catalogs have equal forms, and the schema
 * reads the same from it as from `content` (CAT-44). Invalid values are unchanged.
 * @param picture returns what replaces a picture
 */
export function canonicalCatalog(
  content: unknown,
  picture: (written: string) => string = (written) => written,
): Written {
  return canonicalBlock(catalogModel, content, picture);
}

function canonical(model: FieldModel, value: unknown, picture: (written: string) => string): unknown {
  switch (model.kind) {
    case 'block':
      return canonicalBlock(model, value, picture);
    case 'list':
      return Array.isArray(value) ? value.map((item) => canonical(model.item, item, picture)) : value;
    case 'localized':
      return canonicalText(value);
    case 'money': {
      const cents = toCents(value);
      return cents === null ? value : (cents / 100).toFixed(2);
    }
    case 'days':
      return Array.isArray(value) && value.every(Number.isInteger) ? sortDays(value) : value;
    case 'picture':
      return typeof value === 'string' ? picture(value.trim()) : value;
    case 'featureValues':
      return isBlock(value)
        ? mapValues(value, (values) => (isBlock(values) ? mapValues(values, trimText) : values))
        : value;
    default:
      return trimText(value);
  }
}

const trimText = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

/** Whether a value is a block, and not a list or single value. */
export const isBlock = (value: unknown): value is Written =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function canonicalBlock(model: BlockModel, value: unknown, picture: (written: string) => string): Written {
  if (model.shorthand === null && !isBlock(value)) return value as Written;
  const given = model.shorthand !== null && !isShorthandBlock(model, value) ? { [model.shorthand]: value } : value;
  return Object.fromEntries(
    model.fields.flatMap(({ name, model: field, initial }) => {
      const written = (given as Written)[name];
      if (written === undefined) return [];
      const kept = canonical(field, written, picture);
      return isDeepStrictEqual(kept, initial) ? [] : [[name, kept]];
    }),
  );
}

/** Whether a value is the block itself, `{ caption: … }`, and not the text that may replace it, such as `{ en: … }`. */
function isShorthandBlock({ fields }: BlockModel, value: unknown): boolean {
  return isBlock(value) && Object.keys(value).every((name) => fields.some((field) => field.name === name));
}

function canonicalText(value: unknown): unknown {
  if (typeof value === 'string') return { en: value.trim() };
  return isBlock(value) ? mapValues(value, trimText) : value;
}

function mapValues(values: Written, change: (value: unknown) => unknown): Written {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}
