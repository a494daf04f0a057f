import { fromBase64Url } from './encoding.ts';

/** Raw public keys in base64url by key id, from the product's build or the portal's list of keys. */
export type PublicKeys = Readonly<Record<string, string>>;

const keyLength = 32;
const signatureLength = 64;

/**
 * The raw key with this id, or undefined.
 * @throws TypeError for a key that is not 32 bytes of base64url
 */
export function findKey(keys: PublicKeys, keyId: string): Uint8Array<ArrayBuffer> | undefined {
  const encoded = Object.hasOwn(keys, keyId) ? keys[keyId] : undefined;
  if (encoded === undefined) return undefined;
  const key = fromBase64Url(encoded);
  if (key?.length !== keyLength) throw new TypeError(`the public key ${keyId} is not 32 bytes of base64url`);
  return key;
}

/** Whether a text is the canonical base64url of 64 bytes. */
export function isSignature(encoded: string): boolean {
  return fromBase64Url(encoded)?.length === signatureLength;
}

/**
 * Whether a key signed the UTF-8 bytes of a text.
 * @throws the platform's error if its Web Crypto has no Ed25519. Node.js has it since version 20.
 */
export async function isSigned(text: string, signature: string, publicKey: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const bytes = fromBase64Url(signature);
  if (bytes?.length !== signatureLength) return false;
  const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, bytes, new TextEncoder().encode(text));
}
