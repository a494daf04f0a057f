import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampled } from '../../../test/sample.ts';
import { temporaryFolder } from '../catalog.test-support.ts';
import { canonicalCatalog } from './canonical.ts';
import { checkContent } from './check-content.ts';
import { readStoredPicture } from './picture.ts';
import { everyField, fieldsIn, randomCatalog } from './random-catalog.test-support.ts';
import { readCatalogFile } from './read-catalog-file.ts';
import { writeCatalogFile } from './write-catalog-file.ts';

const { seed, size, isComplete } = sampled('random catalogs', { sample: 60, whole: 500 });

describe('a random catalog', () => {
  const folder = temporaryFolder();
  const seen = new Set<string>();

  test('is unchanged after writing it to a file and reading it, and as JSON', () => {
    let written = 0;
    fc.assert(
      fc.property(randomCatalog, (definition) => {
        for (const field of fieldsIn(definition)) seen.add(field);
        written += 1;
        const file = join(folder.path, `${written}.yaml`);
        writeCatalogFile(definition, file);
        const read = readCatalogFile(file);
        expect(read.written).toEqual(definition);
        expect(canonicalCatalog(JSON.parse(JSON.stringify(definition)))).toEqual(definition);
        const checked = checkContent(definition, readStoredPicture);
        expect(checked.problems).toBeNull();
        if (!checked.problems) expect(read.definition).toEqual(checked.definition);
      }),
      { seed, numRuns: size },
    );
  }, 600_000);

  test.runIf(isComplete)('has every field of the schema eventually', () => {
    expect(everyField().filter((field) => !seen.has(field))).toEqual([]);
  });
});
