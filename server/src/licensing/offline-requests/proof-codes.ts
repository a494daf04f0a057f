import { createHash, timingSafeEqual } from 'node:crypto';
import { asCrockford, checkOf, isChecked, toCrockford } from './crockford.ts';

/** What is typed in place of the file that gives an activation up (OFF-6). */
export interface ProofCode {
  /** `PD1.` and the 20 characters. No request file has a nonce of this form. */
  readonly text: string;
  /** The first four characters, which name the activation: see `nameOf`. */
  readonly activationName: string;
}

/** Whether a text is meant to be a proof code. */
export const looksLikeProofCode = (text: string) => /^PD1/.test(charactersOf(text));

/** Reads a proof code. Spaces, hyphens, periods and case do not matter, nor letters that are taken for digits. */
export function readProofCode(text: string): ProofCode | { readonly problem: 'proofUnreadable' | 'codeWrong' } {
  const [, code] = /^PD1([0-9A-HJKMNP-TV-Z]{20})$/.exec(charactersOf(text)) ?? [];
  if (code === undefined) return { problem: 'proofUnreadable' };
  if (!isChecked(code)) return { problem: 'codeWrong' };
  return { text: `PD1.${code}`, activationName: code.slice(0, 4) };
}

const charactersOf = (text: string) => asCrockford(text.replace(/[\s.\p{Dash}]/gu, '').toUpperCase());

/** The proof code of an activation: 90 bits that follow from its key, and two characters that tell typing errors. */
export function proofCodeOf(activationKey: string): ProofCode {
  const code = toCrockford(createHash('sha256').update(`portico-proof-code-v1.${activationKey}`).digest(), 18);
  return { text: `PD1.${code}${checkOf(code)}`, activationName: code.slice(0, 4) };
}

/** The name of an activation in its proof code: 20 bits, by which it is found. The other 70 prove. */
export const nameOf = (activationKey: string) => proofCodeOf(activationKey).activationName;

/** Whether a code is that of an activation. Takes as long for any code. */
export function isCodeOf({ text }: ProofCode, activationKey: string): boolean {
  return timingSafeEqual(Buffer.from(text), Buffer.from(proofCodeOf(activationKey).text));
}
