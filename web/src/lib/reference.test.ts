import { describe, expect, it } from 'vitest';
import { countryChoices, regionChoices, requiresRegion } from './reference.ts';

describe('countries', () => {
  it("include every country once, sorted by its name in the user's language", () => {
    for (const locale of ['en', 'fr'] as const) {
      const choices = countryChoices(locale);
      expect(new Set(choices.map(({ value }) => value)).size).toBe(choices.length);
      expect(choices.every(({ value, label }) => /^[A-Z]{2}$/.test(value) && label.length > 2)).toBe(true);
      expect(choices.every(({ label }) => /^\p{Lu}/u.test(label))).toBe(true);
      const words = choices.map(({ label }) => label.replace(/^La /, ''));
      expect(words).toEqual([...words].sort((a, b) => a.localeCompare(b, locale)));
    }
    expect(countryChoices('fr').find(({ value }) => value === 'US')?.label).toBe('États-Unis');
    expect(countryChoices('en').length).toBeGreaterThan(230);
  });
});

describe('regions', () => {
  it('include fifty states and the District of Columbia, with full names', () => {
    const states = regionChoices('US', 'en') ?? [];
    expect(states).toHaveLength(51);
    expect(states).toContainEqual({ value: 'NH', label: 'New Hampshire' });
    expect(states).toContainEqual({ value: 'FL', label: 'Florida' });
    expect(states.every(({ value }) => /^[A-Z]{2}$/.test(value))).toBe(true);
  });

  it('include thirteen provinces and territories, also in French', () => {
    expect(regionChoices('CA', 'en')).toHaveLength(13);
    expect(regionChoices('CA', 'fr')).toContainEqual({ value: 'NT', label: 'Territoires du Nord-Ouest' });
  });

  it('are an optional free text for other countries', () => {
    expect(regionChoices('FR', 'fr')).toBeNull();
    expect([requiresRegion('US'), requiresRegion('CA'), requiresRegion('DE')]).toEqual([true, true, false]);
  });
});
