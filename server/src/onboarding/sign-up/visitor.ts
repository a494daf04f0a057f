import type { Locale } from '@portico/contract';
import type { FastifyRequest } from 'fastify';
import { clientAddress, keyOfAddress } from '../../core/http/address.ts';
import { hashSecret } from '../../core/secrets.ts';
import type { Sessions } from '../../identity/index.ts';

/** Who asks in the sign-up: nobody that the portal knows. */
export interface Visitor {
  /** SHA-256 of the browser's cookie. */
  readonly hash: Buffer;
  /** What limits of one browser count by. */
  readonly key: string;
  /** IP address; null where it is unknown. */
  readonly address: string | null;
  /** What limits of one address count by. */
  readonly addressKey: string;
  readonly locale: Locale;
  readonly requestId: string;
}

/** The visitor of a request. Its cookie is there wherever the anti-forgery token was checked; a signed-in person has a session instead. */
export function identifyVisitor({ cookies }: Pick<Sessions, 'cookies'>, request: FastifyRequest): Visitor {
  const secret = cookies.readVisitor(request) ?? request.session?.publicId ?? '';
  const hash = hashSecret(secret);
  const address = clientAddress(request);
  return {
    hash,
    key: `visitor ${hash.toString('base64url')}`,
    address,
    addressKey: keyOfAddress(address),
    locale: request.locale,
    requestId: request.id,
  };
}
