import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes } from 'node:crypto';

const nonceLength = 12;
const tagLength = 16;

/** What a secret is for and whom it belongs to. It opens for nothing and nobody else. */
interface Belonging {
  readonly purpose: string;
  /** Such as the id of a user or a key. */
  readonly owner: string;
}

/** A key of the installation for one purpose. */
function keyOf(appSecret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', appSecret, '', `portico ${purpose}`, 32));
}

/** Encrypts what is stored and never sent back (AES-256-GCM, CON-2). */
export function seal(appSecret: string, { purpose, owner }: Belonging, secret: Buffer): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', keyOf(appSecret, purpose), nonce);
  cipher.setAAD(Buffer.from(owner));
  const encrypted = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** The secret that `seal` encrypted. @throws Error when it was changed, or is of another purpose, owner or installation. */
export function unseal(appSecret: string, { purpose, owner }: Belonging, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(appSecret, purpose), sealed.subarray(0, nonceLength));
  decipher.setAAD(Buffer.from(owner));
  decipher.setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength));
  return Buffer.concat([decipher.update(sealed.subarray(nonceLength + tagLength)), decipher.final()]);
}

/** A hash of a short secret, such as a code of six digits, which a stolen database alone does not let anybody try out. */
export function keyedHash(appSecret: string, purpose: string, secret: string): Buffer {
  return createHmac('sha256', keyOf(appSecret, purpose)).update(secret).digest();
}

/** A random secret of 256 bits, in the form that cookies, links and tokens have. */
export const newSecret = () => randomBytes(32).toString('base64url');

/** The stored hash of a random secret. It needs no salt, because 256 random bits cannot be guessed (LINK-1). */
export const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer');
