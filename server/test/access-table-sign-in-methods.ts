import type { EndpointMap } from '@portico/contract';
import type { AccessRow } from './access-row.ts';

const passkey = { params: { id: '999999' } };

/** Passkeys and external logins. The passkey in these calls does not exist, and there is no provider. */
export const signInMethodAccess = {
  'GET /api/Passkeys': { action: 'profile.view', answer: 200 },
  'POST /api/Passkeys/Options': { action: 'profile.manage', answer: 200, call: { body: {} } },
  'POST /api/Passkeys': { action: 'profile.manage', answer: 422, call: { body: { name: '', response: {} } } },
  'POST /api/Passkeys/{id}': {
    action: 'profile.manage',
    answer: 404,
    call: { ...passkey, body: { name: 'Phone' } },
    subject: 'shared',
  },
  'DELETE /api/Passkeys/{id}': { action: 'profile.manage', answer: 404, call: passkey, subject: 'shared' },
  'POST /api/Passkeys/SignIn/Options': { action: 'session.enter', answer: 200, call: { body: {} } },
  'POST /api/Passkeys/SignIn': { action: 'session.enter', answer: 422, call: { body: { response: {} } } },
  'POST /api/Passkeys/Confirm/Options': { action: 'profile.manage', answer: 200, call: { body: {} } },
  'POST /api/Passkeys/Confirm': { action: 'profile.manage', answer: 422, call: { body: { response: {} } } },
  'POST /api/Passkeys/DeclineOffer': { action: 'profile.manage', answer: 200, call: { body: {} } },

  'GET /api/ExternalLogins': { action: 'profile.view', answer: 200 },
  'POST /Profile/ExternalLogins': {
    action: 'profile.changeExternalLogins',
    answer: 404,
    call: { query: { handler: 'LinkLogin' }, body: { provider: 'google' } },
  },
  'POST /ExternalLogin': { action: 'session.enter', answer: 404, call: { body: { provider: 'google' } } },
  'GET /signin-google': { action: 'session.enter', answer: 404 },
} as const satisfies Partial<Record<keyof EndpointMap, AccessRow>>;
