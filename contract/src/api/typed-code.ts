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

/** Crockford's base32, without the easily misread I, L, O and U. */
export const crockfordDigits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The digits of a text in Crockford's base32, as a person types, pastes or hears them. Case, spaces, periods, hyphens and
 * dashes of any kind and invisible characters do not count; O is 0, and I and L are 1.
 */
export function readCrockford(text: string): string {
  return readTypedCode(text).replace(/[.-]/g, '').toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1');
}
