import { describe, expect, test } from 'vitest';
import { compareFeatures, presentFeatures } from './catalog.features.ts';

const product = {
  featureScopes: [
    {
      name: 'capture',
      caption: { en: 'Capture', fr: 'Capture d’images' },
      description: { en: 'What the camera reads' },
      features: [
        {
          name: 'documents',
          caption: { en: 'Documents' },
          description: { en: '' },
          type: 'int' as const,
          fromVersion: '4.0',
          toVersion: null,
        },
        {
          name: 'infrared',
          caption: { en: 'Infrared', fr: 'Infrarouge' },
          description: { en: '' },
          type: 'bool' as const,
          fromVersion: null,
          toVersion: '5.2',
        },
      ],
    },
  ],
};

describe('the features of a product', () => {
  test('have the values of the plan, and null if the plan does not include them', () => {
    const { scopes } = presentFeatures(product, { featureValues: { capture: { infrared: false } } }, 'en');
    expect(scopes[0]?.features.map(({ name, value }) => [name, value])).toEqual([
      ['documents', null],
      ['infrared', false],
    ]);
  });

  test('have captions in the reader’s language, otherwise in English', () => {
    const [scope] = presentFeatures(product, undefined, 'fr').scopes;
    expect(scope).toMatchObject({ caption: 'Capture d’images', description: 'What the camera reads' });
    expect(scope?.features.map(({ caption }) => caption)).toEqual(['Documents', 'Infrarouge']);
  });

  test('name the product versions that have them', () => {
    const [scope] = presentFeatures(product, undefined, 'en').scopes;
    expect(scope?.features).toMatchObject([
      { fromVersion: '4.0', toVersion: null },
      { fromVersion: null, toVersion: '5.2' },
    ]);
  });
});

test('have the value of each plan, and null if a plan does not include them', () => {
  const plans: Parameters<typeof compareFeatures>[1] = [
    { id: 'small', featureValues: { capture: { documents: 5 } } },
    { id: 'large', featureValues: { capture: { documents: 50, infrared: true } } },
  ];
  const compared = compareFeatures(product, plans, 'fr');
  expect(compared).toHaveLength(1);
  expect(compared[0]?.caption).toBe('Capture d’images');
  expect(compared[0]?.features.map(({ caption, values }) => [caption, values])).toEqual([
    ['Documents', { small: 5, large: 50 }],
    ['Infrarouge', { small: null, large: true }],
  ]);
});
