/** 0: Microsoft Entra ID. 1: any OpenID provider. 2: Okta. The numbers are the API's. */
export const externalProviderTypes = { entraId: 0, openId: 1, okta: 2 } as const;
export type ExternalProviderType = (typeof externalProviderTypes)[keyof typeof externalProviderTypes];

/** What a provider's domain is followed by, where its type says so. */
export const domainSuffixes: Readonly<Record<ExternalProviderType, string>> = {
  0: '.onmicrosoft.com',
  1: '',
  2: '.okta.com',
};

/** Providers that an account may have, mail domains of one, and rows of its claims (SSO-2). */
export const mostExternalProviders = 10;
export const mostMailDomains = 20;
export const mostClaimMappings = 100;
