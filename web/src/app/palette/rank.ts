import { searchKey } from '@portico/contract/browser';
import type { LucideIcon } from 'lucide-react';

/** A searchable entry: its visible label and further keywords. */
export interface Findable {
  label: string;
  keywords?: readonly string[];
}

/** A page or an action of the palette. */
export interface Choice extends Findable {
  id: string;
  icon: LucideIcon;
  /** The entry's kind or owner, which is also searched. */
  context?: string | undefined;
  isExternal?: boolean;
  run: () => void;
}

/**
 * The search key with single spaces, so that 'resilier l'abonnement' finds 'Résilier l’abonnement'.
 */
function plain(text: string): string {
  return searchKey(text).replace(/\s+/g, ' ');
}

const splitWords = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');

/** Whether the letters of `query` occur in `text` in order, the first one at the start of a word. */
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

/**
 * 6: equal; 5: prefix; 4: prefix of a word; 3: each word is the prefix of a word; 2: contained; 1: loose match; 0: no
 * match.
 */
function closeness(query: string, text: string): number {
  if (text === query) return 6;
  if (text.startsWith(query)) return 5;
  if (text.includes(` ${query}`)) return 4;
  const words = splitWords(text);
  if (splitWords(query).every((part) => words.some((word) => word.startsWith(part)))) return 3;
  if (text.includes(query)) return 2;
  return isLoosely(query, text) ? 1 : 0;
}

/** Matches in the label rank above matches in keywords. The words of a query may match different texts. */
function score(query: string, { label, keywords = [] }: Findable): number {
  const texts = keywords.map(plain);
  const inKeywords = Math.max(0, ...texts.map((text) => closeness(query, text)));
  const together = closeness(query, [plain(label), ...texts].join(' '));
  return Math.max(closeness(query, plain(label)), Math.min(inKeywords, 4) - 0.5, Math.min(together, 3) - 0.5);
}

/**
 * The items that match `query`, the best first; equal matches keep their order. All items if `query` is empty
 * (UI-21).
 */
export function rank<Item extends Findable>(query: string, items: readonly Item[]): Item[] {
  const wanted = plain(query);
  if (wanted === '') return [...items];
  return items
    .map((item) => ({ item, closeness: score(wanted, item) }))
    .filter(({ closeness }) => closeness > 0)
    .sort((one, other) => other.closeness - one.closeness)
    .map(({ item }) => item);
}
