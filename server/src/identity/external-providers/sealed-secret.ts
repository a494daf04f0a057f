import { seal, unseal } from '../../core/secrets.ts';
import type { ProviderRow } from './external-providers.queries.ts';

/** A secret opens for the provider that it was entered for and for no other (SSO-4). */
const sealScope = (key: string) => ({ purpose: 'identity provider', owner: key });

/** A client secret as it is stored. */
export function sealSecret(appSecret: string, key: string, secret: string): Buffer {
  return seal(appSecret, sealScope(key), Buffer.from(secret));
}

/** The provider's client secret; empty for none. @throws Error where APP_SECRET is another than when it was entered */
export function unsealSecret(
  appSecret: string,
  { key, clientSecret }: Pick<ProviderRow, 'key' | 'clientSecret'>,
): string {
  return clientSecret ? unseal(appSecret, sealScope(key), clientSecret).toString() : '';
}
