import * as fc from 'fast-check';
import { canonicalCatalog, type Written } from './canonical.ts';
import { type ContentProblem, checkContent } from './check-content.ts';
import { catalogModel, type FieldModel, type NamedField } from './model.ts';
import type { Path } from './paths.ts';
import { readStoredPicture } from './picture.ts';

type Json = { [name: string]: Json } | Json[] | string | number | boolean | undefined;

/** A PNG of one pixel. */
export const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const letters = fc.string({ unit: fc.constantFrom(...'abc é’:#{}"\'-0.'), minLength: 1, maxLength: 12 });
const words = letters.map((text) => `x${text}`);

/** Any value that a field's schema accepts, independent of other fields. */
function arbitraryValue(model: FieldModel): fc.Arbitrary<unknown> {
  switch (model.kind) {
    case 'block':
      return fc.record(Object.fromEntries(model.fields.map((field) => [field.name, arbitraryValue(field.model)])), {
        requiredKeys: model.fields.filter(({ required }) => required).map(({ name }) => name),
      });
    case 'list':
      return fc.array(arbitraryValue(model.item), { minLength: 1, maxLength: 3 });
    case 'text':
      return words;
    case 'localized':
      return fc.oneof(words, fc.record({ en: words, fr: words }, { requiredKeys: ['en'] }));
    case 'flag':
      return fc.boolean();
    case 'percent':
      return fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100);
    case 'version':
      return fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.'));
    case 'color':
      return fc.constantFrom('#0b6e4f', '#2DD4BF');
    case 'mail':
      return fc.constantFrom('billing@vendor.example', 'a.b@c.example');
    case 'address':
      return fc.constantFrom('https://vendor.example/a?b=c', 'http://x.example/');
    case 'taxCode':
      return fc.constantFrom('txcd_10103001', 'txcd_10202003');
    case 'money':
      return fc
        .integer({ min: model.least, max: 100_000 })
        .chain((cents) => fc.constantFrom<unknown>(cents / 100, (cents / 100).toFixed(2)));
    case 'moment':
      return fc.constantFrom('2091-03-01', '2091-03-01T09:00:00-05:00', '2020-06-30');
    case 'whole':
      return fc.integer({ min: model.least, max: Math.min(model.most, model.least + 2) });
    case 'days':
      return fc.array(fc.integer({ min: model.least, max: model.most }), { maxLength: model.longest });
    case 'choice':
      // Often the first choice, so that values that must match often do.
      return fc.oneof(fc.constant(model.choices[0]), fc.constantFrom(...model.choices));
    case 'picture':
      return fc.constant(pixel);
    case 'id':
    case 'code':
      return fc.constant('own');
    case 'reference':
      return fc.nat(5).map((pick) => `${model.to}:${pick}`);
    case 'featureValues':
      return fc.constant({});
  }
}

/** Valid catalogs with every field of the schema (CAT-43). What the rules forbid is removed. */
export const randomCatalog: fc.Arbitrary<Written> = arbitraryValue(catalogModel).map((drawn) =>
  mend(named(drawn as Json)),
);

/** Assigns ids, resolves references, and fills the values of licensed features. */
function named(drawn: Json): Json {
  let count = 0;
  const newId = (name: string) => {
    count += 1;
    return `${name.toLowerCase()}-${count}`;
  };
  const give = (model: FieldModel, value: Json, name: string): Json => {
    if (value === undefined) return undefined;
    if (model.kind === 'block') {
      const block = value as Record<string, Json>;
      return Object.fromEntries(
        model.fields.map((field) => [field.name, give(field.model, block[field.name], field.name)]),
      );
    }
    if (model.kind === 'list') return (value as Json[]).map((item) => give(model.item, item, name));
    return model.kind === 'id' || model.kind === 'code' ? newId(name) : value;
  };
  const file = give(catalogModel, drawn, '') as { products: Json[]; coupons?: Json[] };
  const listIds = (list: Json | undefined, key: string) =>
    ((list ?? []) as Record<string, Json>[]).map((item) => String(item[key]));
  const pick = (from: readonly string[], value: string) => from[Number(value.split(':')[1]) % from.length] ?? 'none';
  const resolve = (value: Json, plans: readonly string[]): Json => {
    if (Array.isArray(value)) return [...new Set(value.map((item) => resolve(item, plans)))];
    if (typeof value === 'object')
      return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, resolve(part as Json, plans)]));
    if (typeof value !== 'string') return value;
    if (value.startsWith('plan:')) return pick(plans, value);
    if (value.startsWith('product:')) return pick(listIds(file.products, 'id'), value);
    return value.startsWith('coupon:') ? pick(listIds(file.coupons, 'code'), value) : value;
  };
  return {
    ...file,
    products: file.products.map((product) => {
      const { plans, licensedFeatures } = product as Record<string, Json>;
      const valued = ((plans ?? []) as Record<string, Json>[]).map((plan) => ({
        ...plan,
        licensedFeatures: plan.licensedFeatures && featureValues(licensedFeatures),
      }));
      return resolve({ ...(product as object), plans: plans && valued } as Json, listIds(plans, 'id'));
    }),
    coupons: file.coupons?.map((coupon) => resolve(coupon, [])),
  };
}

function featureValues(scopes: Json | undefined): Json {
  const values = { bool: false, int: 12, string: 'PNG, PDF' } as const;
  const blocks = (scopes ?? []) as { scope: string; features: { name: string; type: keyof typeof values }[] }[];
  return Object.fromEntries(
    blocks.map(({ scope, features }) => [
      scope,
      Object.fromEntries(features.map(({ name, type }) => [name, values[type]])),
    ]),
  );
}

/** Removes what breaks a rule: the field, or the nearest entry of a list around a required one. */
function mend(drawn: Json): Written {
  let file = drawn;
  for (let round = 0; round < 200; round += 1) {
    const { problems } = checkContent(file, readStoredPicture);
    if (!problems) return canonicalCatalog(file);
    file = without(file, (problems.toSorted((a, b) => b.path.length - a.path.length)[0] as ContentProblem).path);
  }
  throw new Error('The random catalog could not be made valid');
}

function without(file: Json, path: Path): Json {
  const copy = structuredClone(file) as Json;
  const steps = given(copy, path);
  const parent = at(copy, steps.slice(0, -1));
  const last = steps.at(-1);
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete (parent as Record<string, Json>)[String(last)];
  return copy;
}

/** The path itself if its value is optional; otherwise the nearest optional block or entry around it. */
function given(file: Json, path: Path): Path {
  for (let length = path.length; length > 0; length -= 1) {
    const around = path.slice(0, length);
    if (at(file, around) !== undefined && !isRequired(around)) return around;
  }
  return ['coupons'];
}

function isRequired(path: Path): boolean {
  let model: FieldModel = catalogModel;
  let required = true;
  for (const step of path) {
    if (model.kind === 'list') [model, required] = [model.item, false];
    else if (model.kind === 'block') {
      const field: NamedField | undefined = model.fields.find(({ name }) => name === step);
      if (!field) return false;
      [model, required] = [field.model, field.required];
    } else return false;
  }
  return required;
}

function at(file: Json, path: Path): Json {
  return path.reduce<Json>((value, step) => (value as Record<string, Json> | undefined)?.[step], file);
}

/** The dotted names of a catalog's fields, without ids and indexes: `products.plans.prices.amount`. */
export function fieldsIn(definition: Written): Set<string> {
  const found = new Set<string>();
  const walk = (model: FieldModel, value: unknown, path: string) => {
    if (model.kind === 'list') for (const item of value as unknown[]) walk(model.item, item, path);
    if (model.kind !== 'block') return;
    for (const { name, model: field } of model.fields) {
      const written = (value as Written)[name];
      if (written === undefined) continue;
      found.add(`${path}${name}`);
      walk(field, written, `${path}${name}.`);
    }
  };
  walk(catalogModel, definition, '');
  return found;
}

/** The dotted names of all fields of the schema. */
export function everyField(model: FieldModel = catalogModel, path = ''): string[] {
  if (model.kind === 'list') return everyField(model.item, path);
  if (model.kind !== 'block') return [];
  return model.fields.flatMap(({ name, model: field }) => [`${path}${name}`, ...everyField(field, `${path}${name}.`)]);
}
