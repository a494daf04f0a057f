import type { EndpointMap } from '@portico/contract';
import type { AccessRow } from './access-row.ts';

const noBrowser = { params: { id: '00000000-0000-4000-8000-000000000000' } };
const code = { body: { code: '000000' } };

/** The second step of a sign-in, and second factors. */
export const sessionAccess = {
  'GET /api/Session/Challenge': { action: 'session.enter', answer: 410 },
  'POST /api/Session/Challenge/Cancel': { action: 'session.enter', answer: 200, call: { body: {} } },
  'GET /api/MFA': { action: 'profile.view', answer: 200 },
  'GET /api/MFA/Authenticator': { action: 'profile.manage', answer: 200 },
  'POST /api/MFA/Authenticator/Enable': { action: 'profile.manage', answer: 422, call: code },
  'POST /api/MFA/Authenticator/Reset': { action: 'profile.manage', answer: 200, call: { body: {} } },
  'DELETE /api/MFA/Authenticator': { action: 'profile.manage', answer: 200 },
  'POST /api/MFA/Email/SendCode': { action: 'profile.manage', answer: 422, call: { body: { email: 'no address' } } },
  'POST /api/MFA/Email/Enable': {
    action: 'profile.manage',
    answer: 422,
    call: { body: { email: 'nobody@acme.example', code: '000000' } },
  },
  'DELETE /api/MFA/Email': { action: 'profile.manage', answer: 200 },
  'POST /api/MFA/Phone/SendCode': { action: 'profile.manage', answer: 422, call: { body: { phone: '12' } } },
  'POST /api/MFA/Phone/Enable': {
    action: 'profile.manage',
    answer: 422,
    call: { body: { phone: '12', code: '000000' } },
  },
  'DELETE /api/MFA/Phone': { action: 'profile.manage', answer: 200 },
  'PUT /api/MFA/Disable': { action: 'profile.manage', answer: 200, call: { body: {} } },
  'POST /api/MFA/GenerateRecoveryCode': { action: 'profile.manage', answer: 422, call: { body: {} } },
  'POST /api/MFA/ForgetBrowser': { action: 'profile.manage', answer: 200, call: { body: {} } },
  'GET /api/MFA/Browsers': { action: 'profile.view', answer: 200 },
  'DELETE /api/MFA/Browsers/{id}': { action: 'profile.manage', answer: 404, call: noBrowser, subject: 'shared' },
  'GET /api/User/TfaSettings': { action: 'accountSettings.view', answer: 200 },
  'GET /api/User/TfaSettings/Affected': { action: 'accountSettings.manageSecurity', answer: 200 },
  'PUT /api/User/TfaSettings': {
    action: 'accountSettings.manageSecurity',
    answer: 200,
    call: { body: { tfaIsRequired: false } },
  },
} as const satisfies Partial<Record<keyof EndpointMap, AccessRow>>;
