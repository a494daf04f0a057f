import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasMessage } from '../../../messages/index.ts';
import { canonicalCatalog, type Written } from '../file/canonical.ts';
import { catalogModel, type FieldModel, listModel } from '../file/model.ts';
import { everyField, fieldsIn, randomCatalog } from '../file/random-catalog.test-support.ts';
import { presentFields } from './fields.ts';
import { withEntry } from './opened.ts';

const choicesOf = (model: FieldModel): string[] => {
  if (model.kind === 'block') return model.fields.flatMap(({ model: field }) => choicesOf(field));
  if (model.kind === 'list') return choicesOf(model.item);
  return model.kind === 'choice' ? [...model.choices] : [];
};
const lists = ['products', 'coupons'] as const;

test.each(everyField(catalogModel))('the field %s has words in the editor', (field) => {
  expect(hasMessage(`catalogField.${field.split('.').at(-1)}`)).toBe(true);
});

test.each(lists.flatMap((list) => [...new Set(choicesOf(listModel(list)))]))('the choice %s has words', (value) => {
  expect(hasMessage(`catalogChoice.${value}`)).toBe(true);
});

test('the editor has every field of the schema, in its order', () => {
  for (const list of lists) {
    const shown = presentFields(list, 'en');
    const names = shown.kind === 'block' ? shown.fields.map(({ name }) => name) : [];
    expect(names).toEqual(listModel(list).item.fields.map(({ name }) => name));
  }
});

test('every field of the schema comes back from the draft as it was sent', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(randomCatalog, (definition) => {
      for (const field of fieldsIn(definition)) seen.add(field);
      for (const list of lists) {
        const entries = (definition[list] ?? []) as readonly Written[];
        for (const entry of entries) {
          const id = String(entry.id ?? entry.code);
          const sent = JSON.parse(JSON.stringify(entry)) as Written;
          const saved = canonicalCatalog({ ...definition, [list]: withEntry(entries, list, id, sent) });
          expect(saved).toEqual(definition);
        }
      }
    }),
    { numRuns: 300, seed: 1 },
  );
  expect(everyField().filter((field) => !seen.has(field))).toEqual([]);
});
