/** Patterns for SQL's `like` for a lower-case text. `%`, `_` and `\` in the text match literally. */
export function textPatterns(text: string): { begins: string; wordBegins: string; has: string } {
  const escaped = text.toLowerCase().replace(/[\\%_]/g, '\\$&');
  return { begins: `${escaped}%`, wordBegins: `% ${escaped}%`, has: `%${escaped}%` };
}

/** Minimum length of a text that is searched within words, because an index of trigrams cannot find shorter ones. */
export const trigram = 3;
