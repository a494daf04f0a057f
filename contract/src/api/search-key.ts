import { comparisonKey } from './comparison-key.ts';

const folded: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ħ: 'h', ı: 'i', ς: 'σ', '‘': "'", '’': "'" };

// biome-ignore lint/suspicious/noMisleadingCharacterClass: the ranges are marks that are removed one by one
const accents = /[\u0300-\u036F\u0591-\u05BD\u064B-\u065F\u0670\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]/g;

/**
 * The text that searches compare (UI-21): `comparisonKey` without accents and with plain apostrophes, so that
 * 'elodie' finds 'Élodie'. Marks that make another letter, such as those of Japanese and Hindi, stay. The database
 * computes it with `search_key`, with the same result for every letter that its version of Unicode knows.
 */
export function searchKey(text: string): string {
  return comparisonKey(text)
    .normalize('NFKD')
    .replace(accents, '')
    .replace(/[łøđħıς‘’]/g, (letter) => folded[letter] ?? letter);
}
