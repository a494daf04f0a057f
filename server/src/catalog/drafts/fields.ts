import type { CatalogField, CatalogNamedField, Locale } from '@portico/contract';
import { type BlockModel, type FieldModel, listModel, type NamedField } from '../file/model.ts';
import type { CatalogListName } from './open-draft.ts';
import { choiceLabel, fieldLabel } from './screen-words.ts';

/** The fields of a list's entries, with labels, for the editor (CAT-43). */
export function presentFields(list: CatalogListName, locale: Locale): CatalogField {
  return presentField(listModel(list).item, locale);
}

function presentField(model: FieldModel | BlockModel, locale: Locale): CatalogField {
  switch (model.kind) {
    case 'block':
      return { kind: 'block', fields: model.fields.map((field) => presentNamed(field, locale)) };
    case 'list':
      return { kind: 'list', key: model.key, item: presentField(model.item, locale) };
    case 'choice':
      return {
        kind: 'choice',
        choices: model.choices.map((value) => ({ value, label: choiceLabel(value, locale) })),
      };
    default:
      return model;
  }
}

function presentNamed({ name, model, required, initial }: NamedField, locale: Locale): CatalogNamedField {
  const field = presentField(model, locale);
  return { name, label: fieldLabel(name, locale), required, ...(isShown(initial) && { initial }), field };
}

/** Whether a control can show the value initially. */
const isShown = (initial: unknown) => ['string', 'number', 'boolean'].includes(typeof initial);
