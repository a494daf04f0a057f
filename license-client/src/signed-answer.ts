import { isSignature, isSigned } from './ed25519.ts';
import { parseJson } from './encoding.ts';
import { isMoment, isObject } from './license.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** A received answer with its signature. It is stored in this form and verified again when it is loaded. */
export interface SignedText {
  /** The HTTP status, which is signed too. */
  readonly status: number;
  readonly text: string;
  readonly keyId: string;
  readonly signature: string;
}

/** An answer whose signature was verified. */
export interface Answer {
  readonly signed: SignedText;
  readonly status: number;
  /** The call that it answers, such as `activations`. */
  readonly call: string;
  /** The caller's nonce; null if the portal could not read the request. */
  readonly nonce: string | null;
  /** The portal's clock, in milliseconds since 1970. */
  readonly time: number;
  readonly body: Fields;
}

/** Prefix of every signed text. */
const domain = 'portico-licensing-v1.';

/** The key id and the signature in the `Licensing-Signature` header; undefined if they are missing. */
export function readSignature(header: string | null): Pick<SignedText, 'keyId' | 'signature'> | undefined {
  const [, keyId, signature] = /^keyId="([\w.-]{1,64})", ?signature="([\w-]{1,128})"$/.exec(header ?? '') ?? [];
  return keyId && signature && isSignature(signature) ? { keyId, signature } : undefined;
}

export type Opened =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly reason: 'signature' | 'malformed' };

/** Verifies an answer before parsing it. */
export async function openAnswer(signed: SignedText, publicKey: Uint8Array<ArrayBuffer>): Promise<Opened> {
  const { status, text, signature } = signed;
  if (!(await isSigned(`${domain}${status}.${text}`, signature, publicKey))) return { ok: false, reason: 'signature' };
  const body = parseJson(text);
  if (!isObject(body)) return { ok: false, reason: 'malformed' };
  const { call, nonce, time } = body;
  if (typeof call !== 'string' || !isMoment(time)) return { ok: false, reason: 'malformed' };
  if (nonce !== null && typeof nonce !== 'string') return { ok: false, reason: 'malformed' };
  return { ok: true, answer: { signed, status, call, nonce, time: Date.parse(time), body } };
}

/** A signed text from a store; undefined if it is invalid. */
export function readSignedText(value: unknown): SignedText | undefined {
  if (!isObject(value)) return undefined;
  const { status, text, keyId, signature } = value;
  if (!Number.isInteger(status) || typeof text !== 'string') return undefined;
  if (typeof keyId !== 'string' || typeof signature !== 'string') return undefined;
  return { status: status as number, text, keyId, signature };
}
