import { base32, sha256, toBase32 } from './encoding.ts';

/** A hardware ID that people can type. */
const typed = /^[A-Z0-9-]{1,40}$/;

/** The hardware ID itself where it can be typed; otherwise 16 characters that follow from it. */
export async function shortHardwareId(hardwareId: string): Promise<string> {
  return typed.test(hardwareId) ? hardwareId : toBase32(await sha256(hardwareId), 16);
}

/** What is typed in the portal in place of a request file: `PR1.`, a hardware ID, and four characters that tell typing errors. */
export async function shortCode(hardwareId: string): Promise<string> {
  const id = await shortHardwareId(hardwareId);
  return `PR1.${id}.${toBase32(await sha256(`portico-request-v1.${id}`), 4)}`;
}

/** Prime. Thus no single wrong character and no swap of two leaves a multiple of it. */
const checkNumber = 1_021;

/**
 * What is typed in the portal in place of the file that gives an activation up: `PD1.`, and 20 characters in groups of five. 18 follow from the
 * activation's key, which makes 90 bits; after the last two the number of all is a multiple of 1,021.
 */
export async function proofCode(activationKey: string): Promise<string> {
  const proof = toBase32(await sha256(`portico-proof-code-v1.${activationKey}`), 18);
  let rest = 0;
  for (const character of `${proof}00`) rest = (rest * 32 + base32.indexOf(character)) % checkNumber;
  const check = (checkNumber - rest) % checkNumber;
  const characters = `${proof}${base32[check >> 5]}${base32[check & 31]}`;
  return `PD1.${characters.replace(/(.{5})(?=.)/g, '$1-')}`;
}
