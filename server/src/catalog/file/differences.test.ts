import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { catalogFiles, edited, exampleCatalog } from '../catalog.test-support.ts';
import { findDifferences, mergeCatalogs } from './differences.ts';
import { randomCatalog } from './random-catalog.test-support.ts';

const { read } = catalogFiles();
const written = (...replacements: (readonly [string, string])[]) =>
  read(edited(exampleCatalog, ...replacements)).written;
const base = written();
const raised = written(['amount: 10.00', 'amount: 12.50']);
const renamed = written(['name: Basic', 'name: Plain']);
const french = written(['name: Basic', 'name: { en: Basic, fr: Simple }']);
const basicPlan = exampleCatalog.slice(
  exampleCatalog.indexOf('      - id: scan-basic'),
  exampleCatalog.indexOf('      - id: scan-later'),
);
const basic = 'products[scan].plans[scan-basic]';

describe('the differences of two catalogs', () => {
  const licensing = '    licensingType: HostLocked\n';
  const licensed = (more: string) => written([licensing, `${licensing}    ${more}\n`]);

  test.each([
    ['noticeDays: [1, 30, 7, 30]', 'noticeDays: [30, 7, 1]'],
    ['fingerprints: { of: 5, matches: 2 }', 'fingerprints: { matches: 2 }'],
  ])('are empty between %s and %s', (one, other) => {
    expect(findDifferences(licensed(one), licensed(other))).toEqual([]);
  });

  test('are empty for default values', () => {
    expect(findDifferences(base, licensed('fingerprints: { matches: 3, of: 5 }'))).toEqual([]);
    expect(findDifferences(base, licensed('offlineHours: 72'))).toEqual([]);
    expect(findDifferences(base, licensed('noticeDays: []'))).toEqual([
      { place: 'products[scan].noticeDays', before: undefined, after: [] },
    ]);
  });

  test('name each value by the ids that lead to it', () => {
    expect(findDifferences(base, raised)).toEqual([
      { place: `${basic}.prices[scan-basic-monthly].amount`, before: '10.00', after: '12.50' },
    ]);
    expect(findDifferences(base, french)).toEqual([{ place: `${basic}.name.fr`, before: undefined, after: 'Simple' }]);
  });

  test('have one entry for a removed one, and one for entries that moved', () => {
    expect(findDifferences(base, written([basicPlan, '']))).toMatchObject([{ place: basic, after: undefined }]);
    const plans = (base.products as { plans: object[] }[])[0]?.plans ?? [];
    const moved = {
      ...base,
      products: [
        { ...(base.products as object[])[0], plans: plans.toReversed() },
        ...(base.products as object[]).slice(1),
      ],
    };
    expect(findDifferences(base, moved)).toMatchObject([{ place: 'products[scan].plans.order' }]);
  });

  test('are empty between a catalog and itself', () => {
    fc.assert(
      fc.property(randomCatalog, (one) => {
        expect(findDifferences(one, structuredClone(one))).toEqual([]);
      }),
      { numRuns: 10 },
    );
  });
});

describe('a merge', () => {
  test('keeps the changes of both', () => {
    const { merged, conflicts } = mergeCatalogs(base, raised, french);
    expect(conflicts).toEqual([]);
    expect(findDifferences(base, merged).map(({ place }) => place)).toEqual([
      `${basic}.name.fr`,
      `${basic}.prices[scan-basic-monthly].amount`,
    ]);
  });

  test('returns conflicts, and keeps mine unless theirs is chosen', () => {
    const dearer = written(['amount: 10.00', 'amount: 15.00']);
    const place = `${basic}.prices[scan-basic-monthly].amount`;
    const { merged, conflicts } = mergeCatalogs(base, raised, dearer);
    expect(conflicts).toEqual([{ place, base: '10.00', before: '15.00', after: '12.50' }]);
    expect(merged).toEqual(raised);
    expect(mergeCatalogs(base, raised, dearer, new Map([[place, 'theirs']])).merged).toEqual(dearer);
  });

  test('removes what one side removed, unless the other changed it', () => {
    const without = written([basicPlan, '']);
    expect(mergeCatalogs(base, french, written(['code: FREE', 'code: NONE'])).conflicts).toEqual([]);
    expect(mergeCatalogs(base, without, base).merged).toEqual(without);
    expect(mergeCatalogs(base, without, renamed).conflicts).toMatchObject([{ place: basic, after: undefined }]);
  });

  test('keeps what both added, each after its predecessor', () => {
    const plan = (id: string) =>
      `      - { id: ${id}, code: ${id}, name: ${id}, description: New, processingType: manual }\n`;
    const added = (id: string, before: string) =>
      written([`      - id: ${before}`, `${plan(id)}      - id: ${before}`]);
    const { merged, conflicts } = mergeCatalogs(base, added('one', 'scan-basic'), added('two', 'scan-enterprise'));
    expect(conflicts).toEqual([]);
    expect((merged.products as { plans: { id: string }[] }[])[0]?.plans.map(({ id }) => id)).toEqual([
      'scan-trial',
      'scan-pro',
      'one',
      'scan-basic',
      'scan-later',
      'two',
      'scan-enterprise',
    ]);
  });

  test('equals the changed side if the other side is unchanged, whatever the catalogs', () => {
    fc.assert(
      fc.property(randomCatalog, randomCatalog, (one, other) => {
        expect(mergeCatalogs(one, other, one).merged).toEqual(other);
        expect(mergeCatalogs(one, one, other).merged).toEqual(other);
        expect(mergeCatalogs(one, other, other).conflicts).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });
});
