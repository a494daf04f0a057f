import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ExternalProvider } from '@portico/contract';
import { externalProviderTypes } from '@portico/contract/browser';
import { openIdProductNames, recognizeOpenIdProduct } from '../model/openid-product.ts';
import { typeNames } from '../model/type-names.ts';

/** Where a cause of failures can be corrected at a provider. */
export type PlaceName = 'redirect' | 'client' | 'secret' | 'consent' | 'assignment' | 'claims' | 'issuer' | 'keys';

/** Menus to open, in this order. */
type Way = readonly MessageDescriptor[];
type Ways = Readonly<Partial<Record<PlaceName, Way>>>;

const application = msg`your application`;

const entraId: Ways = {
  redirect: [msg`App registrations`, application, msg`Authentication`, msg`Web`, msg`Add URI`],
  client: [msg`App registrations`, application, msg`Overview`, msg`Application (client) ID`],
  secret: [msg`App registrations`, application, msg`Certificates & secrets`, msg`New client secret`],
  consent: [msg`App registrations`, application, msg`API permissions`, msg`Grant admin consent`],
  assignment: [msg`Enterprise applications`, application, msg`Users and groups`, msg`Add user/group`],
  claims: [msg`App registrations`, application, msg`Token configuration`, msg`Add optional claim`, msg`ID: email`],
  issuer: [msg`App registrations`, application, msg`Overview`, msg`Directory (tenant) ID`],
  keys: [msg`App registrations`, application, msg`Manifest`],
};

const okta: Ways = {
  redirect: [msg`Applications`, application, msg`General`, msg`Login`, msg`Sign-in redirect URIs`],
  client: [msg`Applications`, application, msg`General`, msg`Client Credentials`],
  secret: [msg`Applications`, application, msg`General`, msg`Client secrets`, msg`Generate new secret`],
  consent: [msg`Applications`, application, msg`Okta API Scopes`],
  assignment: [msg`Applications`, application, msg`Assignments`, msg`Assign`],
  claims: [msg`Applications`, application, msg`Sign On`, msg`OpenID Connect ID Token`],
  issuer: [msg`Applications`, application, msg`Sign On`, msg`OpenID Connect ID Token`, msg`Issuer`],
  keys: [msg`Applications`, application, msg`Sign On`, msg`OpenID Connect ID Token`, msg`Signing credential`],
};

const keycloak: Ways = {
  redirect: [msg`Clients`, application, msg`Settings`, msg`Valid redirect URIs`],
  client: [msg`Clients`, application, msg`Settings`, msg`Client ID`],
  secret: [msg`Clients`, application, msg`Credentials`, msg`Client secret`],
  consent: [msg`Clients`, application, msg`Client scopes`],
  assignment: [msg`Users`, msg`the person`, msg`Role mapping`],
  claims: [msg`Clients`, application, msg`Client scopes`, msg`email`],
  issuer: [msg`Realm settings`, msg`General`, msg`OpenID Endpoint Configuration`],
  keys: [msg`Realm settings`, msg`Keys`],
};

/** Issuer and keys are Google's own, and equal for everybody. */
const google: Ways = {
  redirect: [msg`Clients`, application, msg`Authorized redirect URIs`],
  client: [msg`Clients`, application, msg`Client ID`],
  secret: [msg`Clients`, application, msg`Client secrets`, msg`Add secret`],
  consent: [msg`Data Access`, msg`Add or remove scopes`],
  assignment: [msg`Audience`, msg`User type`, msg`Internal`],
};

/** For a provider whose menus are unknown. */
const others: Ways = {
  redirect: [application, msg`redirect addresses`],
  client: [application, msg`client ID`],
  secret: [application, msg`client secret`],
  consent: [application, msg`scopes`],
  assignment: [application, msg`people and groups`],
  claims: [application, msg`claims of ID tokens`],
  issuer: [msg`discovery document`, msg`issuer`],
  keys: [application, msg`signature of ID tokens`],
};

/**
 * Where to click at a provider.
 * @returns the menus and the product's name, null if the name is unknown; undefined if the provider has no such place
 */
export function placeAt(
  provider: Pick<ExternalProvider, 'type' | 'authority'>,
  place: PlaceName,
): { readonly product: string | null; readonly way: Way } | undefined {
  const { type } = provider;
  const product = type === externalProviderTypes.openId ? recognizeOpenIdProduct(provider) : null;
  const ways =
    type === externalProviderTypes.entraId
      ? entraId
      : type === externalProviderTypes.okta
        ? okta
        : product === null
          ? others
          : { google, keycloak }[product];
  const name = type === externalProviderTypes.openId ? product && openIdProductNames[product] : typeNames[type];
  const way = ways[place];
  return way && { product: name, way };
}
