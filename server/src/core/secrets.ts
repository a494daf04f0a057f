import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes } from 'node:crypto';

const nonceLength = 12;
const tagLength = 16;

/** The purpose and the owner of a secret. It cannot be decrypted for any other. */
interface Belonging {
  readonly purpose: string;
  /** For example the id of a user or a key. */
  readonly owner: string;
}

/** The installation's key for one purpose. */
function deriveKey(appSecret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', appSecret, '', `portico ${purpose}`, 32));
}

/** Encrypts a secret that is stored and never returned (AES-256-GCM, CON-2). */
export function seal(appSecret: string, { purpose, owner }: Belonging, secret: Buffer): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(appSecret, purpose), nonce);
  cipher.setAAD(Buffer.from(owner));
  const encrypted = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

const previousSecrets = new Map<string, string>();

/** Lets `unseal` also open what was sealed with the previous secret (RUN-16). */
export function acceptPreviousSecret(appSecret: string, previous: string): void {
  previousSecrets.set(appSecret, previous);
}

/**
 * Decrypts a secret from `seal`, also one sealed with an accepted previous secret. @throws Error if it was changed or shortened, or belongs to another purpose, owner or installation.
 */
export function unseal(appSecret: string, belonging: Belonging, sealed: Buffer): Buffer {
  try {
    return decrypt(appSecret, belonging, sealed);
  } catch (error) {
    const previous = previousSecrets.get(appSecret);
    if (previous === undefined) throw error;
    return decrypt(previous, belonging, sealed);
  }
}

/** Seals a stored value again. Returns null if it does not have to be, and throws if it cannot be opened. */
export type Reseal = (belonging: Belonging, sealed: Buffer) => Buffer | null;

/** Seals a secret with the present secret. @returns null if it already is @throws Error as `unseal` does */
export function reseal(appSecret: string, belonging: Belonging, sealed: Buffer): Buffer | null {
  try {
    decrypt(appSecret, belonging, sealed);
    return null;
  } catch {
    return seal(appSecret, belonging, unseal(appSecret, belonging, sealed));
  }
}

function decrypt(appSecret: string, { purpose, owner }: Belonging, sealed: Buffer): Buffer {
  const key = deriveKey(appSecret, purpose);
  // With a fixed length, Node.js refuses a shorter tag.
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength), { authTagLength: tagLength });
  decipher.setAAD(Buffer.from(owner));
  decipher.setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength));
  return Buffer.concat([decipher.update(sealed.subarray(nonceLength + tagLength)), decipher.final()]);
}

/** A keyed hash of a short secret, such as a six-digit code. With a stolen database alone, codes cannot be guessed. */
export function keyedHash(appSecret: string, purpose: string, secret: string): Buffer {
  return createHmac('sha256', deriveKey(appSecret, purpose)).update(secret).digest();
}

/** A random secret of 256 bits, in the form that cookies, links and tokens have. */
export const newSecret = () => randomBytes(32).toString('base64url');

/** The stored hash of a random secret. It needs no salt, because 256 random bits cannot be guessed (LINK-1). */
export const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer');
