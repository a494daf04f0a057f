import type { EndpointMap } from '@portico/contract';
import type { AccessRow } from './access-row.ts';

const provider = { params: { id: '999999' } };
const unknownId = { params: { key: 'of-no-provider' } };

/**
 * Single sign-on. No account has a provider, so everybody is redirected to the sign-in page, and nobody is signed in or
 * out.
 */
export const singleSignOnAccess = {
  'GET /api/ExternalProviders/{id}/SignIns': {
    action: 'externalProviders.view',
    answer: 404,
    call: provider,
    subject: 'provider',
  },
  'GET /api/User/{id}/Identities': { action: 'users.view', answer: 404, call: provider, subject: 'user' },
  'POST /api/User/{id}/Identities/Release': {
    action: 'users.manageWaysIn',
    answer: 404,
    call: provider,
    subject: 'user',
  },
  'GET /api/Session/SingleSignOn': {
    action: 'session.enter',
    answer: 200,
    call: { query: { userName: 'nobody@nowhere.example' } },
  },
  'GET /sso/{account}': {
    action: 'session.enter',
    answer: 303,
    call: { params: { account: 'of-no-account' } },
    subject: 'shared',
  },
  'POST /sso/{account}': {
    action: 'session.enter',
    answer: 303,
    call: { params: { account: 'of-no-account' }, body: { provider: 'of-no-provider' } },
    subject: 'shared',
  },
  'GET /signin-sso/{key}': { action: 'session.enter', answer: 303, call: unknownId, subject: 'shared' },
  'GET /signout-sso/{key}': { action: 'session.enter', answer: 303, call: unknownId, subject: 'shared' },
  'POST /signout-sso/{key}/back-channel': {
    action: 'session.enter',
    answer: 400,
    call: { ...unknownId, body: { logout_token: 'none' } },
    subject: 'shared',
  },
  'GET /signout-sso/{key}/front-channel': { action: 'session.enter', answer: 200, call: unknownId, subject: 'shared' },
  'POST /sso/break-glass': {
    action: 'session.enter',
    answer: 422,
    call: { body: { userName: 'nobody@acme.example', password: 'wrong', code: 'wrong' } },
  },
} as const satisfies Partial<Record<keyof EndpointMap, AccessRow>>;
