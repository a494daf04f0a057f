import { crockfordDigits as digits } from '@portico/contract';

/** The first bits of `bytes`, five per character. */
export function toCrockford(bytes: Uint8Array, characters: number): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return Array.from({ length: characters }, (_, index) => {
    return digits[Number.parseInt(bits.slice(index * 5, index * 5 + 5), 2)];
  }).join('');
}

/** Prime, so that a single wrong character or two swapped ones are always detected. */
const checkNumber = 1_021;

/** Two characters that make the number of all characters a multiple of 1,021. */
export function checkDigits(characters: string): string {
  const rest = remainder(`${characters}00`);
  const check = (checkNumber - rest) % checkNumber;
  return `${digits[check >> 5]}${digits[check & 31]}`;
}

/** Whether the last two characters are those of `checkDigits`. */
export const hasValidCheckDigits = (characters: string) => remainder(characters) === 0;

function remainder(characters: string): number {
  let rest = 0;
  for (const character of characters) rest = (rest * 32 + digits.indexOf(character)) % checkNumber;
  return rest;
}
