import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { ProviderSettings } from '../external-providers/settings.ts';
import { clockTolerance } from './authorization.ts';
import { SsoError } from './failures.ts';
import { isStorable } from './identity.ts';
import { type Described, discoverProvider, guardedFetch } from './openid-client.ts';
import type { SingleSignOnContext } from './single-sign-on.context.ts';

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/** Maximum age of a logout token in seconds. */
const maxAgeSeconds = 5 * 60;

/** The provider's session, the subject, or both that a logout token names. */
export interface LogoutToken {
  readonly tokenId: string;
  readonly issuer: string;
  readonly sid: string | null;
  readonly subject: string | null;
  /** When the token becomes too old: until then its use is remembered. */
  readonly expiresAt: Date;
}

const name = z.custom<string>(isStorable);
const logoutClaims = z.object({
  iss: z.string(),
  jti: name,
  iat: z.number(),
  sub: name.optional(),
  sid: name.optional(),
  events: z
    .record(z.string(), z.unknown())
    .refine((events) => typeof events[logoutEvent] === 'object' && events[logoutEvent] !== null),
  // Must be missing, so that an ID token is not accepted as a logout token.
  nonce: z.undefined().optional(),
});

/** Keys of a provider. An unknown key triggers a new read, at most every half minute. */
const keys = new WeakMap<Described, JWTVerifyGetKey>();

/** Verifies a logout token: signature, issuer, audience, age, event and subject. An ID token is rejected (SSO-37). @throws Error if the token is not a valid one of this provider */
export async function readLogoutToken(
  { config }: Pick<SingleSignOnContext, 'config'>,
  settings: ProviderSettings,
  token: string,
): Promise<LogoutToken> {
  const described = await discoverProvider(settings, config);
  const { jwtVerify, createRemoteJWKSet, customFetch } = await import('jose');
  const fetch = guardedFetch(config.identityProviders);
  const address = new URL(described.metadata.jwks_uri);
  const key = keys.get(described) ?? createRemoteJWKSet(address, { [customFetch]: fetch as never });
  keys.set(described, key);
  const { payload } = await jwtVerify(token, key, {
    issuer: settings.issuer,
    audience: settings.clientId,
    algorithms: [...described.algorithms],
    clockTolerance,
    // Without it, other tokens of the provider could be sent as logout tokens.
    typ: 'logout+jwt',
    maxTokenAge: maxAgeSeconds,
    requiredClaims: ['jti', 'iat', 'events'],
  });
  return namedBy(payload);
}

function namedBy(payload: JWTPayload): LogoutToken {
  const { iss, jti, iat, sub = null, sid = null } = logoutClaims.parse(payload);
  if (sub === null && sid === null) throw new SsoError('other');
  const expiresAt = new Date((iat + maxAgeSeconds + 2 * clockTolerance) * 1000);
  return { tokenId: jti, issuer: iss, sid, subject: sub, expiresAt };
}
