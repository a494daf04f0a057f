import { randomFillSync } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A buffer of random bytes, because one request to the system for many ids is much faster than one request per id. */
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

/** `length` uniformly distributed letters and digits from the system's secure random source. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    const byte = randomByte();
    // 248 is the largest multiple of 62 below 256: larger bytes would favor the first letters.
    if (byte < 248) text += ALPHABET[byte % 62];
  }
  return text;
}

/** A new object id such as `cus_…`: the prefix, an underscore and random letters and digits. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${randomText(length)}`;
}

/** The client secret of an intent: the intent's id, `_secret_` and random characters. */
export function clientSecret(intentId: string): string {
  return `${intentId}_secret_${randomText(25)}`;
}

/** The id in a reference, which holds either an id or the expanded object. */
export function idOf(reference: string | { id: string }): string;
export function idOf(reference: string | { id: string } | null | undefined): string | null;
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (reference === null || reference === undefined) return null;
  return typeof reference === 'string' ? reference : reference.id;
}
