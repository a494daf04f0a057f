import { describe, expect, test } from 'vitest';
import { catalogFiles, edited, exampleCatalog, placeIn } from '../catalog.test-support.ts';

const { problemsOf } = catalogFiles();

interface Wrong {
  readonly what: string;
  readonly edits: readonly (readonly [string, string])[];
  /** Where the problem is: the first occurrence of this text. */
  readonly at: string;
  readonly field: string;
  readonly says: RegExp;
}

const company = '{ name: Lumen, slug: lumen }';
const licensing = 'licensingType: HostLocked';
const addonPlans = 'plans: [scan-pro]';
const monthly = 'interval: month\n            amount: 49.00';

/** Complements `rules.test.ts` with the other half of each rule. */
const wrong: readonly Wrong[] = [
  {
    what: 'a list of more than a catalog has (CAT-52)',
    edits: [['          - Plain\n', '          - Plain\n'.repeat(101)]],
    at: 'features:\n          - Plain',
    field: 'products[0].plans[1].features',
    says: /^should list 100 entries at most$/,
  },
  {
    what: 'the slug of a company twice',
    edits: [[company, `${company}\n  - { slug: lumen, name: Other }`]],
    at: 'lumen, name: Other',
    field: 'companies[1].slug',
    says: /already the slug of a company/,
  },
  {
    what: 'an add-on id twice',
    edits: [['id: scan-chip\n', 'id: scan-support\n']],
    at: 'scan-support\n        caption: Chip',
    field: 'products[0].addons[1].id',
    says: /already the id of an add-on/,
  },
  {
    what: 'a scope twice',
    edits: [
      [
        '    plans:\n      - id: scan-trial',
        '      - { scope: reading, caption: Again, features: [] }\n    plans:\n      - id: scan-trial',
      ],
    ],
    at: 'reading, caption: Again',
    field: 'products[0].licensedFeatures[1].scope',
    says: /already a scope of this product/,
  },
  {
    what: 'the id of an additional price twice',
    edits: [['id: scan-pro-yearly-laptop', 'id: scan-pro-monthly-laptop']],
    at: 'scan-pro-monthly-laptop, nickname: Laptop, amount: 190.00',
    field: 'products[0].plans[1].prices[1].additionalPrices[0].id',
    says: /already the id of a price/,
  },
  {
    what: 'the text of a featured plan on one that is not',
    edits: [['featured: true\n        ', '']],
    at: 'featuredText: {',
    field: 'products[0].plans[1].featuredText',
    says: /unless featured is true/,
  },
  {
    what: 'months of a coupon that does not repeat',
    edits: [['duration: once, products', 'duration: once, durationInMonths: 2, products']],
    at: '2, products',
    field: 'coupons[1].durationInMonths',
    says: /unless duration is repeating/,
  },
  ...(['OnlyUrl', 'UrlWithSubscription'] as const).map((displayType) => ({
    what: `${displayType} without an address`,
    edits: [['displayType: Subscribe', `displayType: ${displayType}`]] as const,
    at: 'id: desk\n',
    field: 'products[1].url',
    says: new RegExp(`displayType ${displayType} should have one`),
  })),
  {
    what: 'an add-on for a free plan',
    edits: [
      ['amount: 10.00', 'amount: 0'],
      [addonPlans, 'plans: [scan-pro, scan-basic]'],
    ],
    at: 'scan-basic]',
    field: 'products[0].addons[0].plans[1]',
    says: /something to pay/,
  },
  {
    what: 'an add-on for a manual plan',
    edits: [[addonPlans, 'plans: [scan-pro, scan-enterprise]']],
    at: 'scan-enterprise]',
    field: 'products[0].addons[0].plans[1]',
    says: /something to pay/,
  },
  {
    what: 'more than 36 months',
    edits: [[monthly, monthly.replace('amount', 'intervalCount: 37\n            amount')]],
    at: '37\n',
    field: 'products[0].plans[1].prices[0].intervalCount',
    says: /should be 36 or less/,
  },
  {
    what: 'versions that only look to be in order',
    edits: [["fromVersion: '1.0', toVersion: '2.10'", "fromVersion: '2.10', toVersion: '2.9'"]],
    at: "'2.9'",
    field: 'products[0].licensedFeatures[0].features[2].toVersion',
    says: /should not be before fromVersion/,
  },
  {
    what: 'a text where true or false should be',
    edits: [['batch: true', "batch: 'true'"]],
    at: "'true'",
    field: 'products[0].plans[1].licensedFeatures.reading.batch',
    says: /should be true or false, as the feature's type is bool/,
  },
  {
    what: 'a number where a text should be',
    edits: [['format: CSV }', 'format: 3 }']],
    at: '3 }\n',
    field: 'products[0].plans[1].licensedFeatures.reading.format',
    says: /should be text, as the feature's type is string/,
  },
  ...(['logoLight', 'logoDark'] as const).map((logo) => ({
    what: `a ${logo} of a company that is not there`,
    edits: [[company, `{ name: Lumen, slug: lumen, ${logo}: none.png }`]] as const,
    at: 'none.png',
    field: `companies[0].${logo}`,
    says: /should be a picture that can be read/,
  })),
  {
    what: 'a logo of a customer that is not there',
    edits: [[company, '{ name: Lumen, slug: lumen, customers: [{ name: Harbor, logo: none.png }] }']],
    at: 'none.png',
    field: 'companies[0].customers[0].logo',
    says: /should be a picture that can be read/,
  },
  {
    what: 'a customer without a name',
    edits: [[company, "{ name: Lumen, slug: lumen, customers: [{ name: '' }] }"]],
    at: "'' }] }",
    field: 'companies[0].customers[0].name',
    says: /should be text of 1 to 40 characters/,
  },
  {
    what: 'more customers than fit',
    edits: [
      [
        company,
        `{ name: Lumen, slug: lumen, customers: [${Array.from({ length: 13 }, (_, n) => `{ name: C${n} }`)}] }`,
      ],
    ],
    at: 'customers: [{ name: C0 }',
    field: 'companies[0].customers',
    says: /should list 12 customers at most/,
  },
  {
    what: 'more fingerprints to agree than are compared',
    edits: [[licensing, `${licensing}\n    fingerprints: { matches: 6 }`]],
    at: '6 }',
    field: 'products[0].fingerprints.matches',
    says: /should be 5 or less, as of is 5/,
  },
  {
    what: 'fewer fingerprints compared than have to agree',
    edits: [[licensing, `${licensing}\n    fingerprints: { of: 2 }`]],
    at: 'fingerprints: {',
    field: 'products[0].fingerprints.matches',
    says: /should be 2 or less, as of is 2/,
  },
  {
    what: 'borrowing where licenses belong to devices',
    edits: [['        maxQuantity: 1\n', '        maxQuantity: 1\n        borrowDays: 7\n']],
    at: '7\n',
    field: 'products[0].plans[0].borrowDays',
    says: /unless licensingType is Floating/,
  },
  {
    what: 'more days of notice than five',
    edits: [[licensing, `${licensing}\n    noticeDays: [90, 60, 30, 14, 7, 1]`]],
    at: 'noticeDays',
    field: 'products[0].noticeDays',
    says: /should list 5 days at most/,
  },
  {
    what: 'an invalid day of notice',
    edits: [[licensing, `${licensing}\n    noticeDays: [30, 0]`]],
    at: '0]',
    field: 'products[0].noticeDays[1]',
    says: /should be a whole number from 1 to 90/,
  },
  {
    what: 'an amount that Stripe cannot charge',
    edits: [['amount: 10.00', 'amount: 1000000']],
    at: '1000000',
    field: 'products[0].plans[2].prices[0].amount',
    says: /below 1000000/,
  },
  {
    what: 'a coupon of nothing off',
    edits: [['amountOff: 5.00', 'amountOff: 0']],
    at: '0, duration: once, products',
    field: 'coupons[1].amountOff',
    says: /more than 0/,
  },
];

describe('an invalid file', () => {
  test.each(wrong)('is refused: $what', ({ edits, at, field, says }) => {
    const text = edited(exampleCatalog, ...edits);
    const problem = problemsOf(text).find((one) => one.field === field);
    expect(problem?.message).toMatch(says);
    expect({ line: problem?.line, column: problem?.column }).toEqual(placeIn(text, at));
  });
});

test.each([
  ['versions with a part of two digits', ["fromVersion: '1.0'", "fromVersion: '2.9'"]],
  ['36 months', [monthly, monthly.replace('amount', 'intervalCount: 36\n            amount')]],
  ['the largest amount', ['amount: 10.00', 'amount: 999999.99']],
] as const)('a file is accepted with %s', (_what, edit) => {
  const text = edited(exampleCatalog, edit);
  expect(problemsOf(text).filter(({ field }) => !field.startsWith('products[0].addons'))).toEqual([]);
});
