import { InvalidInputError } from '../../core/http/app-error.ts';
import type { MessageKey, MessageValues } from '../../core/messages/index.ts';
import { isBlock, type Written } from '../file/canonical.ts';
import { type FieldModel, type ListModel, listModel } from '../file/model.ts';
import type { CatalogListName } from './open-draft.ts';

/** Maximum values in one entry. A product of 200 plans with five prices each has about 10,000. */
const maxValues = 15_000;

/** Maximum levels of a value below its field, such as a licensed feature by scope and name. */
const maxDepth = 3;

interface Refusal {
  /** Within the entry: `plans[scan-pro].prices`. */
  readonly place: string;
  readonly key: MessageKey;
  readonly values?: MessageValues;
}

/**
 * Refuses what no screen sends before it is processed: other values in place of lists and blocks, and oversized lists (CAT-52). Invalid field values
 * are stored in the draft and reported as problems.
 * @throws InvalidInputError at the field
 */
export function assertShape(list: CatalogListName, value: Written): void {
  const refused = findRefusal(listModel(list).item, value, '', { values: 0 });
  if (!refused) return;
  const { place, key, values } = refused;
  throw new InvalidInputError({ [place]: [{ key, ...(values && { values }) }] });
}

function findRefusal(
  model: FieldModel,
  value: unknown,
  place: string,
  counted: { values: number },
): Refusal | undefined {
  counted.values += 1;
  if (counted.values > maxValues) return { place, key: 'catalog.entryTooLarge', values: { most: maxValues } };
  if (value === undefined) return undefined;
  if (model.kind === 'list') return findListRefusal(model, value, place, counted);
  if (model.kind !== 'block') return findValueRefusal(value, place, counted, maxDepth);
  // The text that stands for the block may have a text per language.
  if (model.shorthand !== null && !isBlock(value)) return findValueRefusal(value, place, counted, 0);
  if (!isBlock(value)) return { place, key: 'catalog.malformed' };
  for (const [name, part] of Object.entries(value)) {
    const field = model.fields.find((one) => one.name === name);
    const at = place === '' ? name : `${place}.${name}`;
    const refused = field ? findRefusal(field.model, part, at, counted) : findValueRefusal(part, at, counted, maxDepth);
    if (refused) return refused;
  }
  return undefined;
}

function findListRefusal(model: ListModel, value: unknown, place: string, counted: { values: number }) {
  const { item, key, most } = model;
  if (!Array.isArray(value)) return { place, key: 'catalog.malformed' } as const;
  if (value.length > most) return { place, key: 'catalog.listLongest', values: { most } } as const;
  for (const [index, entry] of value.entries()) {
    const name = key !== null && isBlock(entry) ? entry[key] : undefined;
    const at = `${place}[${typeof name === 'string' && name !== '' ? name.slice(0, 100) : index}]`;
    const refused = findRefusal(item, entry, at, counted);
    if (refused) return refused;
  }
  return undefined;
}

/** @param levels that the value may have */
function findValueRefusal(
  value: unknown,
  place: string,
  counted: { values: number },
  levels: number,
): Refusal | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (levels === 0) return { place, key: 'catalog.malformed' };
  const parts = Object.values(value);
  counted.values += parts.length;
  if (counted.values > maxValues) return { place, key: 'catalog.entryTooLarge', values: { most: maxValues } };
  for (const part of parts) {
    const refused = findValueRefusal(part, place, counted, levels - 1);
    if (refused) return refused;
  }
  return undefined;
}
