import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ExternalProviderType } from '@portico/contract';

/** A place at a provider where something is mended. */
export type PlaceName = 'redirect' | 'client' | 'secret' | 'consent' | 'assignment' | 'claims' | 'issuer' | 'keys';

/** Menus to click through, in this order. */
type Way = readonly MessageDescriptor[];

const application = msg`your application`;

const entraId: Record<PlaceName, Way> = {
  redirect: [msg`App registrations`, application, msg`Authentication`, msg`Web`, msg`Add URI`],
  client: [msg`App registrations`, application, msg`Overview`, msg`Application (client) ID`],
  secret: [msg`App registrations`, application, msg`Certificates & secrets`, msg`New client secret`],
  consent: [msg`App registrations`, application, msg`API permissions`, msg`Grant admin consent`],
  assignment: [msg`Enterprise applications`, application, msg`Users and groups`, msg`Add user/group`],
  claims: [msg`App registrations`, application, msg`Token configuration`, msg`Add optional claim`, msg`ID: email`],
  issuer: [msg`App registrations`, application, msg`Overview`, msg`Directory (tenant) ID`],
  keys: [msg`App registrations`, application, msg`Manifest`],
};

const okta: Record<PlaceName, Way> = {
  redirect: [msg`Applications`, application, msg`General`, msg`Login`, msg`Sign-in redirect URIs`],
  client: [msg`Applications`, application, msg`General`, msg`Client Credentials`],
  secret: [msg`Applications`, application, msg`General`, msg`Client secrets`, msg`Generate new secret`],
  consent: [msg`Applications`, application, msg`Okta API Scopes`],
  assignment: [msg`Applications`, application, msg`Assignments`, msg`Assign`],
  claims: [msg`Applications`, application, msg`Sign On`, msg`OpenID Connect ID Token`],
  issuer: [msg`Applications`, application, msg`Sign On`, msg`OpenID Connect ID Token`, msg`Issuer`],
  keys: [msg`Applications`, application, msg`Sign On`, msg`OpenID Connect ID Token`, msg`Signing credential`],
};

/** Keycloak's words, the most widespread one; others have the same under similar names. */
const openId: Record<PlaceName, Way> = {
  redirect: [msg`Clients`, application, msg`Settings`, msg`Valid redirect URIs`],
  client: [msg`Clients`, application, msg`Settings`, msg`Client ID`],
  secret: [msg`Clients`, application, msg`Credentials`, msg`Client secret`],
  consent: [msg`Clients`, application, msg`Client scopes`],
  assignment: [msg`Users`, msg`the person`, msg`Role mapping`],
  claims: [msg`Clients`, application, msg`Client scopes`, msg`email`],
  issuer: [msg`Realm settings`, msg`General`, msg`OpenID Endpoint Configuration`],
  keys: [msg`Realm settings`, msg`Keys`],
};

/** Where to click at each type of provider. */
export const placesOf: Readonly<Record<ExternalProviderType, Readonly<Record<PlaceName, Way>>>> = {
  0: entraId,
  1: openId,
  2: okta,
};
