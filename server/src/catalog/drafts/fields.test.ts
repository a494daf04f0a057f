import { type CatalogField, companies } from '@portico/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { isSoak, sampled } from '../../../test/sample.ts';
import { hasMessage } from '../../core/messages/index.ts';
import { canonicalCatalog, type Written } from '../file/canonical.ts';
import { catalogModel, type FieldModel, listModel } from '../file/model.ts';
import { everyField, fieldsIn, randomCatalog } from '../file/random-catalog.test-support.ts';
import { presentFields } from './fields.ts';
import { withEntry } from './open-draft.ts';

const listChoices = (model: FieldModel): string[] => {
  if (model.kind === 'block') return model.fields.flatMap(({ model: field }) => listChoices(field));
  if (model.kind === 'list') return listChoices(model.item);
  return model.kind === 'choice' ? [...model.choices] : [];
};
const lists = ['products', 'coupons'] as const;

test.each(everyField(catalogModel))('the field %s has a label in the editor', (field) => {
  expect(hasMessage(`catalogField.${field.split('.').at(-1)}`)).toBe(true);
});

test.each(lists.flatMap((list) => [...new Set(listChoices(listModel(list)))]))('the choice %s has a label', (value) => {
  expect(hasMessage(`catalogChoice.${value}`)).toBe(true);
});

test('the editor has every field of the schema, in its order', () => {
  for (const list of lists) {
    const shown = presentFields(list, 'en');
    const names = shown.kind === 'block' ? shown.fields.map(({ name }) => name) : [];
    expect(names).toEqual(listModel(list).item.fields.map(({ name }) => name));
  }
});

/** Fields without a control in the catalog's editor, and the reason. A forgotten field is in neither list. */
const elsewhere: Readonly<Record<string, string>> = {
  currency: 'in the file alone: no price could stay as it is',
  'companies.name': 'on the page of the brand',
  'companies.slug': 'on the page of the brand',
  'companies.logoLight': 'on the page of the brand',
  'companies.logoDark': 'on the page of the brand',
  'companies.accentLight': 'on the page of the brand',
  'companies.accentDark': 'on the page of the brand',
  'companies.mailSender': 'on the page of the brand',
  'companies.mailReplyTo': 'on the page of the brand',
  'companies.customers.name': 'on the page of the brand',
  'companies.customers.logo': 'on the page of the brand',
};

/** The names of the fields for which an editor has a control. */
function listControls(field: CatalogField, name: string): string[] {
  if (field.kind === 'list') return listControls(field.item, name);
  if (field.kind !== 'block') return [name];
  return field.fields.flatMap((part) => listControls(part.field, name ? `${name}.${part.name}` : part.name));
}

function namesIn(model: FieldModel, name = ''): string[] {
  if (model.kind === 'list') return namesIn(model.item, name);
  if (model.kind !== 'block') return [name];
  return model.fields.flatMap((part) => namesIn(part.model, name ? `${name}.${part.name}` : part.name));
}

test.each(namesIn(catalogModel))('%s is edited in the editor, or listed with the page where it is edited', (name) => {
  const controls = new Set(lists.flatMap((list) => listControls(presentFields(list, 'en'), list)));
  expect([controls.has(name), name in elsewhere]).toEqual(name in elsewhere ? [false, true] : [true, false]);
});

/** A field of a request; `items` of a list of blocks. */
interface SentField {
  readonly items?: { readonly properties: Readonly<Record<string, SentField>> };
}

test('the fields listed as edited on a brand’s page are saved by that page', () => {
  const { body } = companies.save;
  const sent = (z.toJSONSchema(body, { io: 'input' }).properties ?? {}) as Readonly<Record<string, SentField>>;
  const listNames = (fields: typeof sent): string[] =>
    Object.entries(fields).flatMap(([name, { items }]) =>
      items ? listNames(items.properties).map((part) => `${name}.${part}`) : [name],
    );
  const saved = listNames(sent);
  for (const [name, where] of Object.entries(elsewhere)) {
    if (where === 'on the page of the brand') expect(saved).toContain(name.replace(/^companies\./, ''));
  }
});

const { seed, size, isComplete } = sampled('random catalogs in drafts', { sample: 60, whole: 500 });
const timeout = isSoak ? 600_000 : 120_000;

test('every field of the schema comes back from the draft unchanged', { timeout }, () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(randomCatalog, (definition) => {
      for (const list of lists) {
        const entries = (definition[list] ?? []) as readonly Written[];
        for (const entry of entries) {
          // Skips an entry in which each field was seen before.
          const fields = [...fieldsIn({ [list]: [entry] })];
          if (fields.every((field) => seen.has(field))) continue;
          for (const field of fields) seen.add(field);
          const id = String(entry.id ?? entry.code);
          const sent = JSON.parse(JSON.stringify(entry)) as Written;
          const saved = canonicalCatalog({ ...definition, [list]: withEntry(entries, list, id, sent) });
          expect(saved).toEqual(definition);
        }
      }
      // Includes the fields that are not edited in lists.
      for (const field of fieldsIn(definition)) seen.add(field);
    }),
    { seed, numRuns: size },
  );
  if (isComplete) expect(everyField().filter((field) => !seen.has(field))).toEqual([]);
});
