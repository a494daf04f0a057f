import { isDeepStrictEqual } from 'node:util';
import { toCents } from './fields.ts';
import { type BlockModel, catalogModel, type FieldModel } from './model.ts';

/** A catalog, or a block of one, as it is kept: plain JSON that the schema takes, written in one way. */
export type Written = { readonly [name: string]: unknown };

/**
 * The one way in which a valid catalog is written: texts by language, money with two decimals, and nothing that holds anyway. Equal catalogs are
 * written equally, and the schema reads from it what it read from `content` (CAT-44).
 * @param picture what stands for a picture
 */
export function canonicalCatalog(
  content: unknown,
  picture: (written: string) => string = (written) => written,
): Written {
  return canonicalBlock(catalogModel, content, picture);
}

/** The same of a part of a catalog. */
export function canonical(model: FieldModel, value: unknown, picture: (written: string) => string): unknown {
  switch (model.kind) {
    case 'block':
      return canonicalBlock(model, value, picture);
    case 'list':
      return (value as unknown[]).map((item) => canonical(model.item, item, picture));
    case 'localized':
      return localized(value);
    case 'money':
      return ((toCents(value) as number) / 100).toFixed(2);
    case 'picture':
      return picture((value as string).trim());
    case 'featureValues':
      return mapped(value as Record<string, object>, (values) => mapped(values as Record<string, unknown>, trimmed));
    default:
      return trimmed(value);
  }
}

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

function canonicalBlock(model: BlockModel, value: unknown, picture: (written: string) => string): Written {
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

/** Whether a value is the block itself: `{ caption: … }`, and not the text that may stand for it. */
function isShorthandBlock({ shorthand }: BlockModel, value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, shorthand as string);
}

function localized(value: unknown): { en: string; fr?: string } {
  if (typeof value === 'string') return { en: value.trim() };
  const { en, fr } = value as { en: string; fr?: string };
  return { en: en.trim(), ...(fr !== undefined && { fr: fr.trim() }) };
}

function mapped<In, Out>(values: Readonly<Record<string, In>>, change: (value: In) => Out): Record<string, Out> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}
