import { randomBytes } from 'node:crypto';
import { type ProductTokenType, tokenPrefixLength } from '@portico/contract';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Characters of a token's random part: 190 bits (TOK-2). */
const randomLength = 32;
/** The largest multiple of the alphabet's size within a byte. Larger bytes would make some characters more likely. */
const fairBytes = 256 - (256 % letters.length);

const beginnings: Record<ProductTokenType, string> = { Public: 'ptp_', Secret: 'pts_' };

/** A new token text of a type, such as `pts_Lw72Hd…` (TOK-2). */
export function createTokenText(type: ProductTokenType): string {
  let random = '';
  while (random.length < randomLength) {
    const fair = [...randomBytes(randomLength)].filter((byte) => byte < fairBytes);
    random += fair.map((byte) => letters[byte % letters.length]).join('');
  }
  return beginnings[type] + random.slice(0, randomLength);
}

/** The part of a token that identifies it without being secret. */
export const tokenPrefix = (token: string) => token.slice(0, tokenPrefixLength);
