import { expect, it } from 'vitest';
import {
  countProblems,
  entryPath,
  entryTitle,
  listChoices,
  moved,
  typedDays,
  typedMoney,
  typedNumber,
  withField,
  withLanguage,
  withSubscriptionAsPlans,
} from './value.ts';

it('removes an emptied field, and keeps the order of the other fields', () => {
  expect(withField({ a: 1, b: 2 }, 'a', undefined)).toEqual({ b: 2 });
  expect(Object.keys(withField({ a: 1, b: 2 }, 'a', 3))).toEqual(['a', 'b']);
});

it.each([
  ['', undefined],
  ['7', 7],
  ['12,5', 12.5],
  ['-1', -1],
  ['seven', 'seven'],
])('reads the number %j as %j', (text, value) => {
  expect(typedNumber(text)).toBe(value);
});

it.each([
  ['', undefined],
  ['30', [30]],
  ['30, 7;1 ', [30, 7, 1]],
  ['30, soon', '30, soon'],
])('reads the days %j as %j', (text, value) => {
  expect(typedDays(text)).toEqual(value);
});

it('reads money with a comma and a currency sign', () => {
  expect(typedMoney('$ 1 049,99')).toBe('1049.99');
  expect(typedMoney('')).toBeUndefined();
});

it('keeps the other language of a text, and removes an empty text', () => {
  expect(withLanguage({ en: 'Yearly' }, 'fr', 'Annuel')).toEqual({ en: 'Yearly', fr: 'Annuel' });
  expect(withLanguage({ en: 'Yearly', fr: 'Annuel' }, 'fr', '')).toEqual({ en: 'Yearly' });
  expect(withLanguage({ en: 'Yearly' }, 'en', '')).toBeUndefined();
});

it('moves an entry, but not past the ends', () => {
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
});

it.each([
  [{ id: 'x', name: { en: 'Plan', fr: 'Forfait' } }, 'Forfait'],
  [{ id: 'x', nickname: { en: 'Monthly' } }, 'Monthly'],
  [{ id: 'x' }, 'x'],
  [{}, ''],
])('the title of the entry %j is %j', (value, title) => {
  expect(entryTitle(value, 'fr')).toBe(title);
});

it('a new product requires a subscription while it has plans, unless the user chose otherwise', () => {
  const bare = { id: 'scan', subscriptionIsRequired: false };
  const sold = withSubscriptionAsPlans(bare, { ...bare, plans: [{}] });
  expect(sold).toEqual({ id: 'scan', plans: [{}] });
  expect(withSubscriptionAsPlans(sold, { id: 'scan' })).toEqual(bare);
  const chosen = { ...sold, subscriptionIsRequired: false };
  expect(withSubscriptionAsPlans(chosen, { ...chosen, plans: [{}, {}] })).toMatchObject({
    subscriptionIsRequired: false,
  });
});

const references = { plan: [], product: [{ id: 'scan', name: 'Scan' }], coupon: [] };

it("offers a field's possible references, and keeps unknown choices", () => {
  expect(listChoices({ kind: 'reference', to: 'product' }, references, ['scan', 'gone'])).toEqual([
    { value: 'scan', label: 'Scan' },
    { value: 'gone', label: 'gone' },
  ]);
  const choices = [{ value: 'once', label: 'Once' }];
  expect(listChoices({ kind: 'choice', choices }, references, [])).toEqual(choices);
});

it.each([
  ['id', { id: 'pro' }, 'plans[pro]'],
  ['id', { id: '' }, 'plans[2]'],
  [null, { id: 'pro' }, 'plans[2]'],
])('identifies an entry by its key %j, or otherwise by its position', (key, entry, place) => {
  expect(entryPath('plans', key, entry, 2)).toBe(place);
});

it('counts only the problems of an entry and its contents', () => {
  const problems = new Map(['plans[pro]', 'plans[pro].name.fr', 'plans[pro-2].name'].map((place) => [place, 'wrong']));
  expect(countProblems(problems, 'plans[pro]')).toBe(2);
});
