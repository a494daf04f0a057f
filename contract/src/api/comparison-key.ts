/**
 * The key by which two logins or email addresses are the same (USR-2): NFKC, without format characters and spaces
 * around it, in lower case. The database computes it with `comparison_key`, with the same result for every letter
 * that its version of Unicode knows.
 */
export function comparisonKey(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase()
    .normalize('NFKC');
}
