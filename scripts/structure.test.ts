import { join } from 'node:path';
import { expect, test } from 'vitest';
import { limits, readStructure } from './structure.ts';

const structure = readStructure(join(import.meta.dirname, '..'));

test('the structure stays within its limits', () => {
  const { levels, arrows, ports, circles, filesByNoun, longFunctions } = structure;
  expect(filesByNoun.size).toBeGreaterThan(50);
  expect(levels).toBeLessThanOrEqual(limits.levels);
  expect(arrows.length).toBeGreaterThan(10);
  expect(arrows.length).toBeLessThanOrEqual(limits.arrows);
  expect(ports.length).toBeLessThanOrEqual(limits.ports);
  expect(circles).toEqual([]);
  expect(longFunctions).toEqual([]);
});
