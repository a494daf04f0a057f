import { sha256, toBase32 } from './encoding.ts';

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
