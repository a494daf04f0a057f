import type { Written } from './canonical.ts';
import type { Place } from './differences.ts';
import { catalogModel, type FieldModel, type ListModel } from './model.ts';
import type { Said } from './words.ts';

/** Steps from the top of the file to a value. */
export type Path = readonly (string | number)[];

/** A problem at a path whose line is not known yet. */
export interface PathProblem {
  readonly path: Path;
  readonly said: Said;
}

/** `products[0].plans[2].prices[0].amount` */
export function fieldOf(path: Path): string {
  return path.reduce<string>(
    (field, step) => (typeof step === 'number' ? `${field}[${step}]` : field ? `${field}.${step}` : step),
    '',
  );
}

/** The place of a path: entries are named by their keys. One without a key keeps its number. */
export function placeOfPath(definition: Written, path: Path): Place {
  let model: FieldModel | undefined = catalogModel;
  let value: unknown = definition;
  let place = '';
  for (const step of path) {
    value = (value as Record<string | number, unknown> | undefined)?.[step];
    if (typeof step === 'number') {
      const list: ListModel | undefined = model?.kind === 'list' ? model : undefined;
      place += `[${(list?.key && (value as Written | undefined)?.[list.key]) ?? step}]`;
      model = list?.item;
    } else {
      place += place === '' ? step : `.${step}`;
      model = model?.kind === 'block' ? model.fields.find(({ name }) => name === step)?.model : undefined;
    }
  }
  return place;
}
