import type { ExternalProvider, SsoTest, SsoTestStepResult } from '@portico/contract';

/** A provider with all its parts, disabled and without a passed test. */
export const entraProvider: ExternalProvider = {
  id: 5,
  name: 'Acme Entra ID',
  type: 0,
  active: false,
  domain: 'acmesecurity',
  mailDomains: ['acme-security.example'],
  secretExpiresOn: '2099-03-14',
  createdAt: '2026-11-20T10:00:00.000Z',
  tenantId: '8c1f04e2-5b7d-4d39-a0c6-2e9b7f31d845',
  authority: null,
  clientId: 'b3e7a960-14cd-4f82-9d57-60c8e1fa2b74',
  clientSecretEnd: 'q9Lx',
  clientSecretSavedAt: '2026-11-22T15:58:00.000Z',
  prohibitOtherAuthentications: false,
  userCreation: true,
  callbackPath: '/signin-sso/4f7c9a12',
  signedOutCallbackPath: '/signout-sso/4f7c9a12',
  callbackUrl: 'https://portal.example/signin-sso/4f7c9a12',
  signedOutCallbackUrl: 'https://portal.example/signout-sso/4f7c9a12',
  backChannelLogoutUrl: 'https://portal.example/signout-sso/4f7c9a12/back-channel',
  frontChannelLogoutUrl: 'https://portal.example/signout-sso/4f7c9a12/front-channel',
  signInUrl: 'https://portal.example/sso/acmekey1',
  domains: [
    {
      id: 9,
      domain: 'acme-security.example',
      provedAt: '2026-11-22T15:00:00.000Z',
      proof: 'dns',
      recordName: '_portico-challenge.acme-security.example',
      recordValue: 'portico-domain-verification=abc',
      checkedAt: '2026-11-22T15:00:00.000Z',
      lastCheck: 'found',
      foundValue: null,
      mailedTo: 'admin@acme-security.example',
      mailedAt: null,
    },
  ],
  claimMappings: [],
  revision: 3,
  version: 4,
  testedRevision: null,
  testedAt: null,
  hasBreakGlassCode: false,
  openSessions: 0,
  isConfirmedByOwner: true,
};

const step = (name: SsoTestStepResult['step'], part: Partial<SsoTestStepResult> = {}): SsoTestStepResult => ({
  step: name,
  state: 'passed',
  tookMilliseconds: 41,
  failure: null,
  facts: {},
  providerSays: null,
  ...part,
});

/** A test that stopped because the redirect address is not registered. */
export const failedTest: SsoTest = {
  id: 11,
  state: 'failed',
  startedAt: '2026-11-23T16:02:00.000Z',
  startedBy: 'Ada Lovelace',
  tookMilliseconds: 3200,
  revision: 3,
  steps: [
    step('domain', { facts: { domain: 'acme-security.example', proof: 'dns', record: 'found' } }),
    step('discovery', { facts: { host: 'login.entra.example' } }),
    step('keys', { facts: { keys: 3, algorithms: ['RS256'], seconds: 0.4 } }),
    step('signIn', {
      state: 'failed',
      tookMilliseconds: 2900,
      failure: 'redirectUriUnknown',
      providerSays: { code: 'AADSTS50011', text: 'The redirect URI does not match <b>one</b>.' },
    }),
    step('claims', { state: 'notReached', tookMilliseconds: null }),
    step('person', { state: 'notReached', tookMilliseconds: null }),
  ],
  person: null,
};
