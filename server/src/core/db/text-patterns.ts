/** Patterns for SQL's `like` for a lower-case text. `%`, `_` and `\` in the text match literally. */
export function textPatterns(text: string): { begins: string; wordBegins: string; has: string } {
  const escaped = escapePattern(text.toLowerCase());
  return { begins: `${escaped}%`, wordBegins: `% ${escaped}%`, has: `%${escaped}%` };
}

/** Minimum length of a text that is searched within words, because an index of trigrams cannot find shorter ones. */
export const trigram = 3;

/** A pattern for SQL's `like` that matches what begins with the text. */
export const prefixPattern = (text: string) => `${escapePattern(text)}%`;

const escapePattern = (text: string) => text.replace(/[\\%_]/g, '\\$&');
