import type { EndpointMap } from '@portico/contract';
import type { AccessRow } from './access-table.ts';

const passkey = { params: { id: '999999' } };

/** Passkeys and logins elsewhere. Nobody has a passkey that these calls name, and there is no provider. */
export const waysInAccess = {
  'GET /api/Passkeys': { answer: 200 },
  'POST /api/Passkeys/Options': { answer: 200, call: { body: {} } },
  'POST /api/Passkeys': { answer: 422, call: { body: { name: '', response: {} } } },
  'POST /api/Passkeys/{id}': { answer: 404, call: { ...passkey, body: { name: 'Phone' } }, subject: 'shared' },
  'DELETE /api/Passkeys/{id}': { answer: 404, call: passkey, subject: 'shared' },
  'POST /api/Passkeys/SignIn/Options': { answer: 200, call: { body: {} } },
  'POST /api/Passkeys/SignIn': { answer: 422, call: { body: { response: {} } } },
  'POST /api/Passkeys/Confirm/Options': { answer: 200, call: { body: {} } },
  'POST /api/Passkeys/Confirm': { answer: 422, call: { body: { response: {} } } },
  'POST /api/Passkeys/DeclineOffer': { answer: 200, call: { body: {} } },

  'GET /api/ExternalLogins': { answer: 200 },
  'POST /Profile/ExternalLogins': {
    answer: 404,
    call: { query: { handler: 'LinkLogin' }, body: { provider: 'google' } },
  },
  'POST /ExternalLogin': { answer: 404, call: { body: { provider: 'google' } } },
  'GET /signin-google': { answer: 404 },
} as const satisfies Partial<Record<keyof EndpointMap, AccessRow>>;
