import type { ExternalProvider } from '@portico/contract';

/** Products of OpenID providers whose terms are known. */
export type OpenIdProduct = 'google' | 'keycloak';

/** The product recognized by an OpenID provider's address; null if it is unknown. */
export function recognizeOpenIdProduct({ authority }: Pick<ExternalProvider, 'authority'>): OpenIdProduct | null {
  const url = authority === null ? null : URL.parse(authority);
  if (url?.hostname === 'accounts.google.com') return 'google';
  return url && /\/realms\/[^/]+\/?$/.test(url.pathname) ? 'keycloak' : null;
}

export const openIdProductNames: Readonly<Record<OpenIdProduct, string>> = { google: 'Google', keycloak: 'Keycloak' };
