import { describe, expect, it } from 'vitest';
import { countryChoices, regionChoices, requiresRegion } from './reference.ts';

describe('countries', () => {
  it('has every country once, named in the reader’s language and sorted by that name', () => {
    for (const locale of ['en', 'fr'] as const) {
      const choices = countryChoices(locale);
      expect(new Set(choices.map(({ value }) => value)).size).toBe(choices.length);
      expect(choices.every(({ value, label }) => /^[A-Z]{2}$/.test(value) && label.length > 2)).toBe(true);
      const labels = choices.map(({ label }) => label);
      expect(labels).toEqual([...labels].sort((a, b) => a.localeCompare(b, locale)));
    }
    expect(countryChoices('fr').find(({ value }) => value === 'US')?.label).toBe('États-Unis');
    expect(countryChoices('en').length).toBeGreaterThan(230);
  });
});

describe('regions', () => {
  it('has fifty states and the District of Columbia, names of several words whole', () => {
    const states = regionChoices('US', 'en') ?? [];
    expect(states).toHaveLength(51);
    expect(states).toContainEqual({ value: 'NH', label: 'New Hampshire' });
    expect(states).toContainEqual({ value: 'FL', label: 'Florida' });
    expect(states.every(({ value }) => /^[A-Z]{2}$/.test(value))).toBe(true);
  });

  it('has thirteen provinces and territories, in French too', () => {
    expect(regionChoices('CA', 'en')).toHaveLength(13);
    expect(regionChoices('CA', 'fr')).toContainEqual({ value: 'NT', label: 'Territoires du Nord-Ouest' });
  });

  it('leaves the region of every other country free and optional', () => {
    expect(regionChoices('FR', 'fr')).toBeNull();
    expect([requiresRegion('US'), requiresRegion('CA'), requiresRegion('DE')]).toEqual([true, true, false]);
  });
});
