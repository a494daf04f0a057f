/** Crockford's base32: no I, L, O and U, which are misread. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The first bits of `bytes`, five to a character. */
export function toCrockford(bytes: Uint8Array, characters: number): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return Array.from({ length: characters }, (_, index) => {
    return digits[Number.parseInt(bits.slice(index * 5, index * 5 + 5), 2)];
  }).join('');
}

/** Letters that are misread stand for what they look like. */
export const correctMisread = (text: string) => text.replace(/O/g, '0').replace(/[IL]/g, '1');

/** Prime. Thus no single wrong character and no swap of two leaves a multiple of it. */
const checkNumber = 1_021;

/** Two characters after which the number of all is a multiple of 1,021. */
export function checkDigits(characters: string): string {
  const rest = remainder(`${characters}00`);
  const check = (checkNumber - rest) % checkNumber;
  return `${digits[check >> 5]}${digits[check & 31]}`;
}

/** Whether the last two characters are those of `checkOf`. */
export const hasValidCheckDigits = (characters: string) => remainder(characters) === 0;

function remainder(characters: string): number {
  let rest = 0;
  for (const character of characters) rest = (rest * 32 + digits.indexOf(character)) % checkNumber;
  return rest;
}
