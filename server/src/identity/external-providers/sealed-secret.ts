import type { Queryable } from '../../core/db/database.ts';
import { type Reseal, seal, unseal } from '../../core/secrets.ts';
import { type ProviderRow, resealClientSecretColumn } from './external-providers.queries.ts';

/** A secret can only be opened for the provider for which it was entered (SSO-4). */
const sealScope = (key: string) => ({ purpose: 'identity provider', owner: key });

/** Encrypts a client secret for storage. */
export function sealSecret(appSecret: string, key: string, secret: string): Buffer {
  return seal(appSecret, sealScope(key), Buffer.from(secret));
}

/** The provider's client secret; empty if it has none. @throws Error if APP_SECRET has changed since it was stored */
export function unsealSecret(
  appSecret: string,
  { key, clientSecret }: Pick<ProviderRow, 'key' | 'clientSecret'>,
): string {
  return clientSecret ? unseal(appSecret, sealScope(key), clientSecret).toString() : '';
}

/** Seals all client secrets again (RUN-16). */
export const resealClientSecrets = (on: Queryable, reseal: Reseal) =>
  resealClientSecretColumn(on, (key, sealed) => reseal(sealScope(key), sealed));
