import { randomBytes } from 'node:crypto';
import { type ProductTokenType, tokenPrefixLength } from '@portico/contract';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Letters of a token's random part: 190 bits (TOK-2). */
const randomLength = 32;
/** The greatest multiple of the number of letters within a byte. Bytes beyond it would make some letters likelier. */
const fairBytes = 256 - (256 % letters.length);

const beginnings: Record<ProductTokenType, string> = { Public: 'ptp_', Secret: 'pts_' };

/** A new token of a type, such as `pts_Lw72Hd…` (TOK-2). */
export function createTokenText(type: ProductTokenType): string {
  let random = '';
  while (random.length < randomLength) {
    const fair = [...randomBytes(randomLength)].filter((byte) => byte < fairBytes);
    random += fair.map((byte) => letters[byte % letters.length]).join('');
  }
  return beginnings[type] + random.slice(0, randomLength);
}

/** The part of a token that names it without opening anything. */
export const tokenPrefix = (token: string) => token.slice(0, tokenPrefixLength);
