import type { LucideIcon } from 'lucide-react';

/** What can be found: its words as they are shown, and further words that find it. */
export interface Findable {
  label: string;
  keywords?: readonly string[];
}

/** Something that the palette leads to or does. */
export interface Choice extends Findable {
  id: string;
  icon: LucideIcon;
  /** What it is, or belongs to; it finds it as well. */
  context?: string | undefined;
  isExternal?: boolean;
  run: () => void;
}

/** In lower case, without accents, with plain apostrophes and single spaces: 'Résilier l’abonnement' is found by 'resilier l'abonnement'. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[’‘]/g, "'").replace(/\s+/g, ' ').trim().toLowerCase();
}

const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');

/** Whether the letters of `query` stand in `text` in their order, the first one at the beginning of a word. */
function isLoosely(query: string, text: string): boolean {
  const letters = [...query.replace(/ /g, '')];
  if (letters.length < 3) return false;
  return [...text.matchAll(/(?<![\p{L}\p{N}])./gu)].some(({ index }) => {
    let at = text.startsWith(letters[0] ?? '', index) ? index : -1;
    for (const letter of letters) {
      if (at >= 0) at = text.indexOf(letter, at);
      if (at >= 0) at += letter.length;
    }
    return at >= 0;
  });
}

/** 6: the same; 5: begins so; 4: a word begins so; 3: each word begins one of its words; 2: has it within; 1: loosely; 0: not at all. */
function closeness(query: string, text: string): number {
  if (text === query) return 6;
  if (text.startsWith(query)) return 5;
  if (text.includes(` ${query}`)) return 4;
  const words = wordsOf(text);
  if (wordsOf(query).every((part) => words.some((word) => word.startsWith(part)))) return 3;
  if (text.includes(query)) return 2;
  return isLoosely(query, text) ? 1 : 0;
}

/** The label's own words come first; the words of a query may be spread over all of them. */
function score(query: string, { label, keywords = [] }: Findable): number {
  const texts = keywords.map(plain);
  const inKeywords = Math.max(0, ...texts.map((text) => closeness(query, text)));
  const together = closeness(query, [plain(label), ...texts].join(' '));
  return Math.max(closeness(query, plain(label)), Math.min(inKeywords, 4) - 0.5, Math.min(together, 3) - 0.5);
}

/** What `query` finds, the closest first; of equals the earlier one. Everything where nothing is typed (UI-21). */
export function rank<Item extends Findable>(query: string, items: readonly Item[]): Item[] {
  const wanted = plain(query);
  if (wanted === '') return [...items];
  return items
    .map((item) => ({ item, closeness: score(wanted, item) }))
    .filter(({ closeness }) => closeness > 0)
    .sort((one, other) => other.closeness - one.closeness)
    .map(({ item }) => item);
}
