import type { Locale } from '@portico/contract';
import type { FastifyRequest } from 'fastify';
import { clientAddress, keyOfAddress } from '../../core/http/address.ts';
import { hashSecret } from '../../core/secrets.ts';
import type { Sessions } from '../../identity/index.ts';

/** A visitor of the sign-up, who has no user. */
export interface Visitor {
  /** SHA-256 of the browser's cookie. */
  readonly hash: Buffer;
  /** The key of limits by browser. */
  readonly key: string;
  /** IP address; null if unknown. */
  readonly address: string | null;
  /** The key of limits by address. */
  readonly addressKey: string;
  readonly locale: Locale;
  readonly requestId: string;
}

/** The visitor of a request. The cookie exists wherever the anti-forgery token was checked; a signed-in user has a session instead. */
export function identifyVisitor({ cookies }: Pick<Sessions, 'cookies'>, request: FastifyRequest): Visitor {
  const secret = cookies.readVisitor(request) ?? request.session?.publicId ?? '';
  return describeVisitor({
    hash: hashSecret(secret),
    address: clientAddress(request),
    locale: request.locale,
    requestId: request.id,
  });
}

/** A visitor, with the keys of the limits that apply to them. */
export function describeVisitor(known: Omit<Visitor, 'key' | 'addressKey'>): Visitor {
  return { ...known, key: `visitor ${known.hash.toString('base64url')}`, addressKey: keyOfAddress(known.address) };
}
