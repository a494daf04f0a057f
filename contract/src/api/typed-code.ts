/**
 * A code as a person types or pastes it, in its plain form: full-width letters become letters, dashes of any kind
 * become hyphens, and spaces and invisible characters are left out. The case is kept.
 */
export function readTypedCode(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s\p{Cf}]/gu, '')
    .replace(/\p{Dash}/gu, '-');
}
