import { base32, sha256, toBase32 } from './encoding.ts';

/** A hardware ID that people can type. */
const typed = /^[A-Z0-9-]{1,40}$/;

/** The hardware ID itself if it can be typed; otherwise 16 characters derived from it. */
export async function shortHardwareId(hardwareId: string): Promise<string> {
  return typed.test(hardwareId) ? hardwareId : toBase32(await sha256(hardwareId), 16);
}

/**
 * A code that replaces a request file: `PR2.`, a hardware ID, and four characters that detect typing errors and codes of
 * another product.
 */
export async function shortCode(product: string, hardwareId: string): Promise<string> {
  const id = await shortHardwareId(hardwareId);
  return `PR2.${id}.${toBase32(await sha256(`portico-request-v2.${product}.${id}`), 4)}`;
}

/** A prime number, so that every single wrong character and every swap of two is detected. */
const checkNumber = 1_021;

/**
 * A code that replaces the file for giving an activation up: `PD1.`, and 20 characters in groups of five. 18 derive
 * from the activation's key (90 bits); the last two make the whole number a multiple of 1,021.
 */
export async function proofCode(activationKey: string): Promise<string> {
  const proof = toBase32(await sha256(`portico-proof-code-v1.${activationKey}`), 18);
  let rest = 0;
  for (const character of `${proof}00`) rest = (rest * 32 + base32.indexOf(character)) % checkNumber;
  const check = (checkNumber - rest) % checkNumber;
  const characters = `${proof}${base32[check >> 5]}${base32[check & 31]}`;
  return `PD1.${characters.replace(/(.{5})(?=.)/g, '$1-')}`;
}
