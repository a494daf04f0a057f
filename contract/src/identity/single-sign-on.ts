import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { rowId, rowIdParameter, utc } from '../api/values.ts';
import { providerDraft } from './external-providers.ts';
import { returnUrl } from './session.ts';

/** The steps of a test sign-in, in order (SSO-50). */
export const ssoTestSteps = ['domain', 'discovery', 'keys', 'signIn', 'claims', 'person'] as const;
export type SsoTestStep = (typeof ssoTestSteps)[number];

/**
 * Why a sign-in or a test stopped. Each has its own text, and its own advice if there is any. `other` only repeats the
 * provider's answer.
 */
export const ssoFailures = [
  'domainNone',
  'domainMissing',
  'domainHeld',
  'domainUnreachable',
  'addressNotAllowed',
  'providerAway',
  'providerTooSlow',
  'answerTooLarge',
  'redirected',
  'notOpenId',
  'issuerDiffers',
  'keysMissing',
  'algorithmNotAllowed',
  'clockDiffers',
  'redirectUriUnknown',
  'clientUnknown',
  'secretWrong',
  'secretExpired',
  'scopeRefused',
  'consentMissing',
  'personRefused',
  'canceled',
  'gone',
  'signatureWrong',
  'audienceWrong',
  'issuerWrong',
  'tenantWrong',
  'nonceWrong',
  'tokenExpired',
  'stateWrong',
  'visitExpired',
  'providerDisabled',
  'emailMissing',
  'emailUnproved',
  'emailOfOtherAccount',
  'personKnownOtherwise',
  'personUnknown',
  'ownerUnconfirmed',
  'personDisabled',
  'accountDisabled',
  'other',
] as const;
export type SsoFailure = (typeof ssoFailures)[number];

/** The provider's own message: one line, shortened, without secrets. */
const providerSays = z.object({ code: z.string().nullable(), text: z.string() });

const testStep = z.object({
  step: z.enum(ssoTestSteps),
  state: z.enum(['waiting', 'running', 'passed', 'failed', 'notReached']),
  /** Milliseconds; null until it ended. */
  tookMilliseconds: z.int().nonnegative().nullable(),
  failure: z.enum(ssoFailures).nullable(),
  /**
   * Facts about a step: the host, the issuer, the number of keys, their algorithms, the clock difference in seconds,
   * the claims, the groups.
   */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
  providerSays: providerSays.nullable(),
});

/** What the tested person would be in the portal (SSO-46). */
const person = z.object({
  /** `existing`: a user of the account. `new`: a user would be created. `refused`: neither. */
  kind: z.enum(['existing', 'new', 'refused']),
  email: z.string().nullable(),
  name: z.string(),
  role: z.enum(['user', 'admin', 'readOnly']),
  /** Names in the user's language. */
  products: z.array(z.string()),
});

const ssoTest = z.object({
  id: rowId,
  /** `waiting`: for the person to sign in in the window. `gone`: nobody returned within ten minutes. */
  state: z.enum(['running', 'waiting', 'passed', 'failed', 'gone']),
  startedAt: utc,
  startedBy: z.string(),
  /** Milliseconds, without the time that the person needed. */
  tookMilliseconds: z.int().nonnegative().nullable(),
  /** The tested revision of the provider; the next one for unsaved settings. */
  revision: z.int().nonnegative(),
  steps: z.array(testStep).length(ssoTestSteps.length),
  person: person.nullable(),
});
export type SsoTest = z.infer<typeof ssoTest>;
export type SsoTestStepResult = z.infer<typeof testStep>;

const ssoTestSummary = ssoTest.pick({ id: true, state: true, startedAt: true, startedBy: true }).extend({
  failedStep: z.enum(ssoTestSteps).nullable(),
  failure: z.enum(ssoFailures).nullable(),
});
export type SsoTestSummary = z.infer<typeof ssoTestSummary>;

const signInEntry = z.object({
  id: rowId,
  at: utc,
  /** Null if the sign-in failed before the person was known. */
  email: z.string().nullable(),
  /** The portal's user; null if none was found. */
  userId: rowId.nullable(),
  outcome: z.enum(['signedIn', 'created', 'refused']),
  failure: z.enum(ssoFailures).nullable(),
  providerSays: providerSays.nullable(),
  /** Whether mapped claims were left out or could not be read, so that role and products stayed as they were (SSO-58). */
  areGroupsLeftOut: z.boolean(),
  address: z.string().nullable(),
});
export type SsoSignIn = z.infer<typeof signInEntry>;

const params = z.object({ id: rowIdParameter });
const base = '/api/ExternalProviders/{id}';
/** Random key in the address of an account's sign-in page, or in a provider's addresses. */
const key = z.string().regex(/^[A-Za-z0-9_-]{6,64}$/);
const native = { __RequestVerificationToken: z.string().optional() };

/** Addresses that admins register at their provider or share. */
export const signOnAddresses = {
  signIn: '/sso/{account}',
  callback: '/signin-sso/{key}',
  signedOut: '/signout-sso/{key}',
  backChannelLogout: '/signout-sso/{key}/back-channel',
  frontChannelLogout: '/signout-sso/{key}/front-channel',
} as const;

/** Sign-ins with an account's own identity provider, their tests and their log. */
export const singleSignOn = {
  startTest: defineEndpoint({
    method: 'POST',
    path: `${base}/Tests`,
    summary: 'Begins a test sign-in: the portal first runs the steps that need no user; the others need the window',
    action: 'externalProviders.manage',
    params,
    /** If unsaved settings are given, the test is about them. */
    body: z.object({ settings: providerDraft.optional() }).optional(),
    response: z.object({
      test: ssoTest,
      /** Address for the window; null if the test stopped before. */
      signInUrl: z.string().nullable(),
    }),
  }),
  test: defineEndpoint({
    method: 'GET',
    path: `${base}/Tests/{testId}`,
    summary: 'The state of a test sign-in',
    action: 'externalProviders.view',
    params: params.extend({ testId: rowIdParameter }),
    response: ssoTest,
  }),
  tests: defineEndpoint({
    method: 'GET',
    path: `${base}/Tests`,
    summary: 'The last 20 test sign-ins, newest first',
    action: 'externalProviders.view',
    params,
    response: z.object({ items: z.array(ssoTestSummary).max(20), latest: ssoTest.nullable() }),
  }),
  signIns: defineEndpoint({
    method: 'GET',
    path: `${base}/SignIns`,
    summary: 'The last 100 sign-ins with the provider, newest first, with the reason if one failed',
    action: 'externalProviders.view',
    params,
    response: z.object({ items: z.array(signInEntry).max(100) }),
  }),
  previewMapping: defineEndpoint({
    method: 'POST',
    path: `${base}/MappingPreview`,
    summary: 'The user that a pasted ID token would sign in. The token is neither verified nor stored',
    action: 'externalProviders.manage',
    params,
    body: z.object({ token: z.string().trim().min(1).max(20_000) }),
    response: z.object({
      claims: z.array(z.object({ claim: z.string(), values: z.array(z.string()) })),
      person,
      /** Why the person is refused; null if they are not refused. */
      failure: z.enum(ssoFailures).nullable(),
      /** Indexes of the matching claim mappings. */
      applied: z.array(z.int().nonnegative()),
    }),
  }),
  /** At most 100, the newest first. */
  identities: defineEndpoint({
    method: 'GET',
    path: '/api/User/{id}/Identities',
    summary: "A user's identities at the account's providers, newest first",
    action: 'users.view',
    params,
    response: z.object({ items: z.array(z.object({ provider: z.string(), linkedAt: utc })) }),
  }),
  releaseIdentities: defineEndpoint({
    method: 'POST',
    path: '/api/User/{id}/Identities/Release',
    summary: "Releases a user from their identities at the account's providers and ends the sessions of these",
    action: 'users.manageWaysIn',
    confirmed: true,
    params,
    response: z.object({}),
  }),
  /** Decides by the domain alone, so the answer does not reveal whether a user exists. */
  find: defineEndpoint({
    method: 'GET',
    path: '/api/Session/SingleSignOn',
    summary: 'Whether users with an address of this domain sign in with a provider, and whether they must',
    action: 'session.enter',
    query: z.object({ userName: z.string().trim().max(254) }),
    response: z.object({
      provider: z.object({ name: z.string(), url: z.string(), isRequired: z.boolean() }).nullable(),
    }),
  }),
  /** The page with the account's providers. With a single provider and nothing to confirm it redirects there immediately. */
  enter: defineEndpoint({
    method: 'GET',
    path: signOnAddresses.signIn,
    summary: "An account's own sign-in page, which redirects to its identity provider",
    action: 'session.enter',
    params: z.object({ account: key }),
    query: z.object({
      ReturnUrl: returnUrl,
      login_hint: z.string().max(254).optional(),
      provider: key.optional(),
      /** Asks a signed-in user to sign in again, with their password at the provider. */
      again: z.literal('1').optional(),
      /** Set if a form led here. The browser then continues from a page, because the form policy allows no provider. */
      form: z.literal('1').optional(),
    }),
  }),
  /** The form of the page of `enter`. Another site cannot send it. */
  confirmEntry: defineEndpoint({
    method: 'POST',
    path: signOnAddresses.signIn,
    summary: "Redirects from an account's own sign-in page to the chosen identity provider",
    action: 'session.enter',
    form: true,
    params: z.object({ account: key }),
    body: z.object({
      provider: key,
      ReturnUrl: returnUrl,
      login_hint: z.string().max(254).optional(),
      again: z.literal('1').optional(),
      ...native,
    }),
  }),
  finish: defineEndpoint({
    method: 'GET',
    path: signOnAddresses.callback,
    summary: 'The redirect target of an identity provider',
    action: 'session.enter',
    params: z.object({ key }),
  }),
  signedOut: defineEndpoint({
    method: 'GET',
    path: signOnAddresses.signedOut,
    summary: 'Signs out at an identity provider: redirects there with `begin`, and then to the target of the sign-out',
    action: 'session.enter',
    params: z.object({ key }),
    query: z.object({ begin: z.string().max(4000).optional(), state: z.string().max(4000).optional() }),
  }),
  backChannelLogout: defineEndpoint({
    method: 'POST',
    path: signOnAddresses.backChannelLogout,
    summary: 'An identity provider ends the sessions that its logout token names',
    action: 'session.enter',
    form: true,
    provesItself: true,
    params: z.object({ key }),
    body: z.object({ logout_token: z.string().max(20_000) }),
  }),
  frontChannelLogout: defineEndpoint({
    method: 'GET',
    path: signOnAddresses.frontChannelLogout,
    summary: 'An identity provider’s page, in its frame, ends the session that it names',
    action: 'session.enter',
    params: z.object({ key }),
    query: z.object({ iss: z.string().max(2000).optional(), sid: z.string().max(500).optional() }),
  }),
  /** The owner's way to sign in while single sign-on is required but fails. */
  breakGlass: defineEndpoint({
    method: 'POST',
    path: '/sso/break-glass',
    summary: 'Signs the owner in by password and break-glass code',
    action: 'session.enter',
    form: true,
    body: z.object({
      userName: z.string().trim().max(254),
      password: z.string().max(1000),
      code: z.string().trim().max(64),
      ReturnUrl: returnUrl,
      ...native,
    }),
    response: z.object({ redirectUrl: z.string() }),
    errors: ['InvalidCredentials'],
  }),
};
