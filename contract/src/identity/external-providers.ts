import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { catalogId, day, lineOfText, rowId, rowIdParameter, utc } from '../api/values.ts';
import { maxClaimMappings, maxExternalProviders, maxMailDomains } from './external-provider-types.ts';

export const externalProviderType = z.literal([0, 1, 2]);

/** A mail domain: at least two labels of letters, digits and hyphens. Not an address. */
export const mailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/);

const mailDomainRow = z.object({
  id: rowId,
  domain: z.string(),
  /** UTC; null until ownership is proved. Only then are users with such addresses sent to the provider (SSO-5). */
  provedAt: utc.nullable(),
  proof: z.enum(['dns', 'mail']).nullable(),
  /** Host name and value of the TXT record to add. */
  recordName: z.string(),
  recordValue: z.string(),
  /** UTC; when the record was last looked up. Null for never. */
  checkedAt: utc.nullable(),
  /** Result of the last lookup; null before the first. */
  lastCheck: z.enum(['found', 'missing', 'other', 'unreachable']).nullable(),
  /** The beginning of the value found instead; null unless `lastCheck` is `other`. */
  foundValue: z.string().nullable(),
  /** Where the mail with the link was sent, `admin@…`, and when (UTC). */
  mailedTo: z.string(),
  mailedAt: utc.nullable(),
});
export type MailDomain = z.infer<typeof mailDomainRow>;

/** The role of people whose claim has a value. Several rows add up; `admin` overrides `readOnly` (SSO-14). */
export const claimMapping = z.object({
  /** For example `groups` or `roles`. */
  claim: lineOfText(100, 1),
  value: lineOfText(300, 1),
  role: z.enum(['admin', 'readOnly']).nullable(),
  products: z.array(catalogId).max(100),
});
export type ClaimMapping = z.infer<typeof claimMapping>;

const providerRow = z.object({
  id: rowId,
  name: z.string(),
  type: externalProviderType,
  active: z.boolean(),
  /** The provider's domain without its suffix. */
  domain: z.string(),
  /** The domains with proved ownership. */
  mailDomains: z.array(z.string()),
  /** `YYYY-MM-DD`, as an admin entered it. */
  secretExpiresOn: z.iso.date().nullable(),
  createdAt: utc,
});
export type ExternalProviderRow = z.infer<typeof providerRow>;

const provider = providerRow.extend({
  /** For Entra ID only. */
  tenantId: z.string().nullable(),
  /** The identity provider's address: entered for OpenID, derived for other types. */
  authority: z.string().nullable(),
  clientId: z.string().nullable(),
  /** The last four characters of the secret, which is never returned itself; empty for users who are not admins, null without a secret. */
  clientSecretEnd: z.string().nullable(),
  clientSecretSavedAt: utc.nullable(),
  /** Require SSO: closes the account's other ways to sign in (SSO-11). */
  prohibitOtherAuthentications: z.boolean(),
  /** Whether unknown people become users at their first sign-in. */
  userCreation: z.boolean(),
  /** Paths under this portal's address. */
  callbackPath: z.string(),
  signedOutCallbackPath: z.string(),
  /** The addresses to register at the provider, with the portal's origin. */
  callbackUrl: z.string(),
  signedOutCallbackUrl: z.string(),
  backChannelLogoutUrl: z.string(),
  frontChannelLogoutUrl: z.string(),
  /** The account's own sign-in page, `…/sso/{key}`. */
  signInUrl: z.string(),
  domains: z.array(mailDomainRow).max(maxMailDomains),
  claimMappings: z.array(claimMapping).max(maxClaimMappings),
  /** Incremented by each change that a test depends on (SSO-9). */
  revision: z.int().nonnegative(),
  /** Incremented by each change of the form. The form sends the version that it read (SSO-10). */
  version: z.int().nonnegative(),
  /** The last revision that passed a test; null for none. */
  testedRevision: z.int().nonnegative().nullable(),
  testedAt: utc.nullable(),
  /**
   * Whether the owner connected or saved the current state. Otherwise the provider cannot sign in the owner, only
   * others (SSO-19).
   */
  isConfirmedByOwner: z.boolean(),
  /** Whether the owner has an unused break-glass code (SSO-12). */
  hasBreakGlassCode: z.boolean(),
  /** Open sessions that began with the provider, without the reader's own. They end if it is disabled or deleted (SSO-15). */
  openSessions: z.int().nonnegative(),
});
export type ExternalProvider = z.infer<typeof provider>;

const form = z.object({
  name: lineOfText(100, 1),
  /** A pasted address is reduced to its host name (SSO-3). */
  domain: lineOfText(253),
  tenantId: lineOfText(100).nullish(),
  /** An HTTPS address. */
  authority: lineOfText(2000).nullish(),
  clientId: lineOfText(300).nullish(),
  /** Absent or empty keeps the current secret. */
  clientSecret: z.string().max(2000).nullish(),
  prohibitOtherAuthentications: z.boolean(),
  userCreation: z.boolean(),
  secretExpiresOn: day.nullish(),
  claimMappings: z.array(claimMapping).max(maxClaimMappings).optional(),
  /** The version that the editor read; a newer one is a Conflict. If absent, versions are not compared (SSO-10). */
  version: z.int().nonnegative().optional(),
  /** Whether to activate settings that have passed no test (SSO-13). */
  withoutPassedTest: z.boolean().optional(),
});
export type ExternalProviderForm = z.infer<typeof form>;

/** The part of the form that a test depends on. */
export const providerDraft = form.pick({
  domain: true,
  tenantId: true,
  authority: true,
  clientId: true,
  clientSecret: true,
});
export type ExternalProviderDraft = z.infer<typeof providerDraft>;

const params = z.object({ id: rowIdParameter });
const domainParams = params.extend({ domainId: rowIdParameter });
const base = '/api/ExternalProviders';

/** Token of a link mailed to admin@ a domain. It is the fragment of the page's address (LINK-2). */
const linkToken = z.string().regex(/^[\w-]{43}$/);
const domainLink = z.object({
  domain: z.string(),
  accountName: z.string(),
  /** The company of the account. */
  companyName: z.string(),
});

/**
 * An account's own identity providers, set up by its admins. Security-relevant changes require a confirmation (SSO-39).
 */
export const externalProviders = {
  list: defineEndpoint({
    method: 'GET',
    path: base,
    summary: "The account's identity providers",
    action: 'externalProviders.view',
    response: z.object({ items: z.array(providerRow).max(maxExternalProviders) }),
  }),
  details: defineEndpoint({
    method: 'GET',
    path: `${base}/{id}`,
    summary: 'An identity provider with the values needed to connect it',
    action: 'externalProviders.view',
    params,
    response: provider,
  }),
  productLinks: defineEndpoint({
    method: 'GET',
    path: `${base}/ExternalProviderProductLinks`,
    summary: 'Links to each of the account’s products through its own sign-in page',
    action: 'externalProviders.view',
    response: z.object({
      items: z.array(z.object({ name: z.string(), caption: z.string().nullable(), productLink: z.string() })),
    }),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: base,
    summary: 'Adds an identity provider, which is disabled at first',
    action: 'externalProviders.manage',
    body: z.object({
      name: lineOfText(100, 1),
      domain: lineOfText(253, 1),
      tenantId: lineOfText(100).nullish(),
      type: externalProviderType,
    }),
    response: provider,
    errors: ['Conflict'],
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: `${base}/{id}`,
    summary:
      "Changes an identity provider; changing an active one's connection without a passed test must be requested explicitly",
    action: 'externalProviders.manage',
    confirmed: true,
    params,
    body: form,
    response: provider,
    errors: ['Conflict'],
  }),
  activate: defineEndpoint({
    method: 'POST',
    path: `${base}/{id}/UpdateAndActivate`,
    summary: 'Saves and activates an identity provider; activation without a passed test must be requested explicitly',
    action: 'externalProviders.manage',
    confirmed: true,
    params,
    body: form,
    response: provider,
    errors: ['Conflict'],
  }),
  deactivate: defineEndpoint({
    method: 'POST',
    path: `${base}/{id}/Deactivate`,
    summary: 'Deactivates an identity provider; other ways to sign in are available again',
    action: 'externalProviders.manage',
    confirmed: true,
    params,
    body: z.object({}).optional(),
    response: provider,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${base}/{id}`,
    summary: 'Deletes an identity provider with its domains and its log',
    action: 'externalProviders.manage',
    confirmed: true,
    params,
    response: z.object({}),
  }),
  addDomain: defineEndpoint({
    method: 'POST',
    path: `${base}/{id}/Domains`,
    summary: 'Adds a mail domain, whose ownership must then be proved',
    action: 'externalProviders.manage',
    params,
    body: z.object({ domain: mailDomain }),
    response: provider,
    errors: ['Conflict'],
  }),
  checkDomain: defineEndpoint({
    method: 'POST',
    path: `${base}/{id}/Domains/{domainId}/Check`,
    summary: 'Looks up the TXT record of a mail domain',
    action: 'externalProviders.manage',
    params: domainParams,
    body: z.object({}).optional(),
    response: provider,
    errors: ['Conflict'],
  }),
  mailDomain: defineEndpoint({
    method: 'POST',
    path: `${base}/{id}/Domains/{domainId}/Mail`,
    summary: 'Mails a link that proves ownership to admin@ the domain',
    action: 'externalProviders.manage',
    params: domainParams,
    body: z.object({}).optional(),
    response: provider,
    errors: ['Conflict'],
  }),
  removeDomain: defineEndpoint({
    method: 'DELETE',
    path: `${base}/{id}/Domains/{domainId}`,
    summary: 'Removes a mail domain; users with such addresses are no longer sent to the provider',
    action: 'externalProviders.manage',
    confirmed: true,
    params: domainParams,
    response: provider,
    errors: ['Conflict'],
  }),
  /** Details of the link in the mail to admin@. */
  domainLink: defineEndpoint({
    method: 'POST',
    path: `${base}/DomainLinks/Check`,
    summary: 'Describes what a mailed link proves, without using it',
    action: 'session.enter',
    body: z.object({ token: linkToken }),
    response: domainLink,
    errors: ['LinkExpired'],
  }),
  proveByLink: defineEndpoint({
    method: 'POST',
    path: `${base}/DomainLinks/Prove`,
    summary: 'Proves ownership of a mail domain with a mailed link',
    action: 'session.enter',
    body: z.object({ token: linkToken }),
    response: domainLink,
    errors: ['LinkExpired', 'Conflict'],
  }),
  /** The code that lets the owner sign in when the provider is unreachable. */
  breakGlass: defineEndpoint({
    method: 'POST',
    path: `${base}/BreakGlassCode`,
    summary: 'Creates a break-glass code, shown once; the previous one stops working',
    action: 'externalProviders.breakGlass',
    confirmed: true,
    body: z.object({}).optional(),
    response: z.object({ code: z.string() }),
  }),
};
