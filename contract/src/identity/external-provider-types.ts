/** 0: Microsoft Entra ID. 1: any OpenID provider. 2: Okta. The numbers are fixed on the wire. */
export const externalProviderTypes = { entraId: 0, openId: 1, okta: 2 } as const;
export type ExternalProviderType = (typeof externalProviderTypes)[keyof typeof externalProviderTypes];

/** The suffix of a provider's domain, for types that have one. */
export const domainSuffixes: Readonly<Record<ExternalProviderType, string>> = {
  0: '.onmicrosoft.com',
  1: '',
  2: '.okta.com',
};

/**
 * Maximum numbers of identity providers of an account, and of mail domains and claim mappings of a provider (SSO-2).
 */
export const maxExternalProviders = 10;
export const maxMailDomains = 20;
export const maxClaimMappings = 100;
