import { createHmac, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { crockfordDigits } from '@portico/contract';

const codeLength = 10;
const saltLength = 16;
/** About a third of a millisecond. With 50 random bits in each code, a stolen hash outlives its link. */
const rounds = 1_000;

const deriveHash = promisify(pbkdf2);

/** The code of a mailed link, which follows from its token and does not reveal it (LINK-12). */
export function linkCodeOf(token: string): string {
  const bytes = createHmac('sha256', token).update('code of the link').digest();
  return Array.from({ length: codeLength }, (_, index) => crockfordDigits[(bytes[index] as number) % 32]).join('');
}

/** The stored hash of a code, with its salt. */
export async function hashLinkCode(code: string, salt: Buffer = randomBytes(saltLength)): Promise<Buffer> {
  return Buffer.concat([salt, await deriveHash(code, salt, rounds, 32, 'sha256')]);
}

/** Whether a hash from `hashLinkCode` is that of the code. */
export async function isHashOfLinkCode(code: string, stored: Buffer): Promise<boolean> {
  return timingSafeEqual(await hashLinkCode(code, stored.subarray(0, saltLength)), stored);
}
