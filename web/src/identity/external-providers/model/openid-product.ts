import type { ExternalProvider } from '@portico/contract';

/** Products behind OpenID providers whose own words are known. */
export type OpenIdProduct = 'google' | 'keycloak';

/** The product that an OpenID provider's address tells; null for one whose words are not known. */
export function openIdProductOf({ authority }: Pick<ExternalProvider, 'authority'>): OpenIdProduct | null {
  const url = authority === null ? null : URL.parse(authority);
  if (url?.hostname === 'accounts.google.com') return 'google';
  return url && /\/realms\/[^/]+\/?$/.test(url.pathname) ? 'keycloak' : null;
}

export const openIdProductNames: Readonly<Record<OpenIdProduct, string>> = { google: 'Google', keycloak: 'Keycloak' };
