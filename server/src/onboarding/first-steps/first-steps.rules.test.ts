import { expect, test } from 'vitest';
import { type FirstStepFacts, listSteps } from './first-steps.rules.ts';

const product = { id: 'desktop', name: 'Desktop', url: 'https://desktop.example/', urlCaption: 'Download' };
const license = { id: 7, productName: 'Desktop' };
const nothing: FirstStepFacts = {
  product: undefined,
  license: undefined,
  hasOpened: false,
  hasDevices: false,
  hasColleagues: false,
};

const summarize = (facts: Partial<FirstStepFacts>) =>
  listSteps({ ...nothing, ...facts }).map(({ kind, isDone }) => (isDone ? `${kind} done` : kind));

test.each([
  ['an account without a product', {}, ['plan', 'people']],
  ['a license with devices', { product, license }, ['open', 'device', 'people']],
  ['a product that counts no devices', { product }, ['open', 'people']],
  ['a product without an address', { product: { ...product, url: null }, license }, ['device', 'people']],
  [
    'everything done',
    { product, license, hasOpened: true, hasDevices: true, hasColleagues: true },
    ['open done', 'device done', 'people done'],
  ],
])('returns the first steps for %s', (_, facts, expected) => {
  expect(summarize(facts)).toEqual(expected);
});

test('returns the address of a step', () => {
  expect(listSteps({ ...nothing, product, license })).toEqual([
    {
      kind: 'open',
      isDone: false,
      productId: 'desktop',
      productName: 'Desktop',
      url: 'https://desktop.example/',
      urlCaption: 'Download',
    },
    { kind: 'device', isDone: false, licenseId: 7, productName: 'Desktop' },
    { kind: 'people', isDone: false },
  ]);
});
