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

/**
 * Decrypts a secret from `seal`. @throws Error if it was changed or shortened, or belongs to another purpose, owner or installation.
 */
export function unseal(appSecret: string, { purpose, owner }: Belonging, sealed: Buffer): Buffer {
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
