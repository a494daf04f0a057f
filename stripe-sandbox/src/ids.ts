import { randomFillSync } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Random bytes that were not used yet: asking the system for a few at a time costs more than all the rest. */
const pool = Buffer.alloc(4096);
let used = pool.length;

function randomByte(): number {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const byte = pool[used] ?? 0;
  pool[used] = 0;
  used += 1;
  return byte;
}

/** `length` characters drawn uniformly from letters and digits, from the system's secure random source. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    const byte = randomByte();
    // 248 is the largest multiple of 62 below 256: bytes above it would favour the first letters.
    if (byte < 248) text += ALPHABET[byte % 62];
  }
  return text;
}

/** A new object id such as `cus_…`: the prefix, an underscore and random letters and digits. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${randomText(length)}`;
}

/** The secret with which a browser may act on one intent: the intent's id, `_secret_` and random characters. */
export function clientSecret(intentId: string): string {
  return `${intentId}_secret_${randomText(25)}`;
}

/** The id of a reference that an API object holds either as an id or, when expanded, as the object itself. */
export function idOf(reference: string | { id: string }): string;
export function idOf(reference: string | { id: string } | null | undefined): string | null;
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (reference === null || reference === undefined) return null;
  return typeof reference === 'string' ? reference : reference.id;
}
