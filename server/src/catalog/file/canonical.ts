import { isDeepStrictEqual } from 'node:util';
import { sortDays, toCents } from './fields.ts';
import { type BlockModel, catalogModel, type FieldModel } from './model.ts';

/** A catalog, or a block of one, as it is kept: plain JSON that the schema takes, written in one way. */
export type Written = { readonly [name: string]: unknown };

/** The same as plain JSON: what is undefined is left out, however deep. */
export const withoutUndefined = (value: Written) => JSON.parse(JSON.stringify(value)) as Written;

/**
 * The one way in which a catalog is written: texts by language, money with two decimals, and nothing that holds anyway. Equal catalogs are
 * written equally, and the schema reads from it what it read from `content` (CAT-44). What is wrong in a draft stays as it is.
 * @param picture what stands for a picture
 */
export function canonicalCatalog(
  content: unknown,
  picture: (written: string) => string = (written) => written,
): Written {
  return canonicalBlock(catalogModel, content, picture);
}

/** The same of a part of a catalog. */
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

/** Whether a value is a block, and no list or single value. */
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

/** Whether a value is the block itself, `{ caption: … }`, and not the text that may stand for it, which may be `{ en: … }`. */
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
