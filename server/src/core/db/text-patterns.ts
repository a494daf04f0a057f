/** Patterns of SQL's `like` for a text in lower case, whose own `%`, `_` and `\` stand for themselves. */
export function textPatterns(text: string): { begins: string; wordBegins: string; has: string } {
  const escaped = text.toLowerCase().replace(/[\\%_]/g, '\\$&');
  return { begins: `${escaped}%`, wordBegins: `% ${escaped}%`, has: `%${escaped}%` };
}

/** Characters from which on text within a word is looked for: an index of trigrams knows no fewer. */
export const trigram = 3;
