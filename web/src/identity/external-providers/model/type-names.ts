import type { ExternalProvider, ExternalProviderType } from '@portico/contract';
import { externalProviderTypes } from '@portico/contract/browser';

/** Product names, which are not translated. */
export const typeNames: Readonly<Record<ExternalProviderType, string>> = {
  [externalProviderTypes.entraId]: 'Entra ID',
  [externalProviderTypes.openId]: 'Open ID',
  [externalProviderTypes.okta]: 'Okta',
};

/** The provider's name in messages: the product if it is known, otherwise the account's own name for it. */
export const providerName = ({ type, name }: Pick<ExternalProvider, 'type' | 'name'>): string =>
  type === externalProviderTypes.openId ? name : typeNames[type];
