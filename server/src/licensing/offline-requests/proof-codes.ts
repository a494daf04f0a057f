import { createHash, timingSafeEqual } from 'node:crypto';
import { readCrockford } from '@portico/contract';
import { checkDigits, hasValidCheckDigits, toCrockford } from './crockford.ts';

/** A code that is typed in place of the deactivation file (OFF-6). */
export interface ProofCode {
  /** `PD1.` and the 20 characters. No request file has such a nonce. */
  readonly text: string;
  /** The first four characters, which name the activation; see `activationName`. */
  readonly activationName: string;
}

/** Whether a text looks like a proof code. */
export const looksLikeProofCode = (text: string) => /^PD1/.test(readCrockford(text));

/** Parses a proof code. Spaces, hyphens, periods and case are ignored, and letters that resemble digits are accepted. */
export function parseProofCode(text: string): ProofCode | { readonly problem: 'proofUnreadable' | 'codeWrong' } {
  const [, code] = /^PD1([0-9A-HJKMNP-TV-Z]{20})$/.exec(readCrockford(text)) ?? [];
  if (code === undefined) return { problem: 'proofUnreadable' };
  if (!hasValidCheckDigits(code)) return { problem: 'codeWrong' };
  return { text: `PD1.${code}`, activationName: code.slice(0, 4) };
}

/** The proof code of an activation: 90 bits derived from its key, and two check characters. */
export function createProofCode(activationKey: string): ProofCode {
  const code = toCrockford(createHash('sha256').update(`portico-proof-code-v1.${activationKey}`).digest(), 18);
  return { text: `PD1.${code}${checkDigits(code)}`, activationName: code.slice(0, 4) };
}

/** The name of an activation in its proof code: the 20 bits by which it is found. The other 70 are the proof. */
export const activationName = (activationKey: string) => createProofCode(activationKey).activationName;

/** Whether a code is that of an activation, in constant time. */
export function isProofCodeOf({ text }: ProofCode, activationKey: string): boolean {
  return timingSafeEqual(Buffer.from(text), Buffer.from(createProofCode(activationKey).text));
}
