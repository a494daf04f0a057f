import type { ExternalProvider, ExternalProviderType } from '@portico/contract';
import { externalProviderTypes } from '@portico/contract/browser';

/** Names of products, which no language translates. */
export const typeNames: Readonly<Record<ExternalProviderType, string>> = {
  [externalProviderTypes.entraId]: 'Entra ID',
  [externalProviderTypes.openId]: 'OpenID',
  [externalProviderTypes.okta]: 'Okta',
};

/** Who answers: the product where it is known, else the name that the account gave it. */
export const speakerOf = ({ type, name }: Pick<ExternalProvider, 'type' | 'name'>): string =>
  type === externalProviderTypes.openId ? name : typeNames[type];
