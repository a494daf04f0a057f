import type { Written } from './canonical.ts';
import type { Place } from './differences.ts';
import { catalogModel, type FieldModel } from './model.ts';
import type { CatalogMessage } from './words.ts';

/** Steps from the top of the file to a value. */
export type Path = readonly (string | number)[];

/** A problem at a path, without its line. */
export interface PathProblem {
  readonly path: Path;
  readonly message: CatalogMessage;
}

/** `products[0].plans[2].prices[0].amount` */
export function formatPath(path: Path): string {
  return path.reduce<string>(
    (field, step) => (typeof step === 'number' ? `${field}[${step}]` : field ? `${field}.${step}` : step),
    '',
  );
}

/** The path with the keys of entries instead of their indexes. Entries without a key keep their index. */
export function toPlace(definition: Written, path: Path): Place {
  let at: { readonly model: FieldModel | undefined; readonly value: unknown } = {
    model: catalogModel,
    value: definition,
  };
  let place = '';
  for (const step of path) {
    const { model } = at;
    const value = (at.value as Record<string | number, unknown> | undefined)?.[step];
    if (typeof step === 'number') {
      const key = model?.kind === 'list' ? model.key : null;
      place += `[${(key && (value as Written | undefined)?.[key]) || step}]`;
      at = { model: model?.kind === 'list' ? model.item : undefined, value };
    } else {
      place += place === '' ? step : `.${step}`;
      const field = model?.kind === 'block' ? model.fields.find(({ name }) => name === step) : undefined;
      at = { model: field?.model, value };
    }
  }
  return place;
}
