/** Encodings of bytes as text. Only Web standards are used, so that this runs in Node.js and in browsers. */

/** Base64url without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  return encode(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** @param binary one character per byte */
function encode(binary: string): string {
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Decodes base64url; undefined if a character, the length or the last bits are not canonical. */
export function fromBase64Url(encoded: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(encoded) || encoded.length % 4 === 1) return undefined;
  const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
  if (encode(binary) !== encoded) return undefined;
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** Crockford's base32: without I, L, O and U, which are easily misread. */
export const base32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The first bits of `bytes` in Crockford's base32, five bits per character. */
export function toBase32(bytes: Uint8Array, characters: number): string {
  let text = '';
  for (let index = 0; index < characters; index += 1) {
    const bit = index * 5;
    const pair = ((bytes[bit >> 3] ?? 0) << 8) | (bytes[(bit >> 3) + 1] ?? 0);
    text += base32[(pair >> (11 - (bit & 7))) & 31];
  }
  return text;
}

/** The SHA-256 of a text in UTF-8: 32 bytes. */
export async function sha256(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

/** 128 random bits: 22 characters of base64url. */
export function randomNonce(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(16)));
}

/** Parses JSON; undefined if it is invalid. */
export function parseJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
