import { describe, expect, test } from 'vitest';
import { formatUnits, unitWord } from './units.ts';

const seat = { one: 'seat', other: 'seats' };
const poste = { one: 'poste de travail', other: 'postes de travail' };

describe('units', () => {
  test.each([
    ['en', 0, 'seats'],
    ['en', 1, 'seat'],
    ['en', 2, 'seats'],
  ] as const)('returns the word in %s for %i: %s', (locale, count, word) => {
    expect(unitWord(seat, count, locale)).toBe(word);
  });

  test.each([
    [0, 'poste de travail'],
    [1, 'poste de travail'],
    [2, 'postes de travail'],
    [1_000_000, 'postes de travail'],
  ] as const)('returns the French word for %i: %s', (count, word) => {
    expect(unitWord(poste, count, 'fr')).toBe(word);
  });

  test("formats the number in the user's language", () => {
    expect(formatUnits(seat, 1200, 'en')).toBe('1,200 seats');
    expect(formatUnits(poste, 1200, 'fr').replace(/\s/g, ' ')).toBe('1 200 postes de travail');
  });
});
