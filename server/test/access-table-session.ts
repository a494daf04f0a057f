import type { EndpointMap } from '@portico/contract';
import type { AccessRow } from './access-table.ts';

const noBrowser = { params: { id: '00000000-0000-4000-8000-000000000000' } };
const code = { body: { code: '000000' } };

/** The second step of a sign-in, and second factors. */
export const sessionAccess = {
  'GET /api/Session/Challenge': { answer: 410 },
  'POST /api/Session/Challenge/Cancel': { answer: 200, call: { body: {} } },
  'GET /api/MFA': { answer: 200 },
  'GET /api/MFA/Authenticator': { answer: 200 },
  'POST /api/MFA/Authenticator/Enable': { answer: 422, call: code },
  'POST /api/MFA/Authenticator/Reset': { answer: 200, call: { body: {} } },
  'DELETE /api/MFA/Authenticator': { answer: 200 },
  'POST /api/MFA/Email/SendCode': { answer: 422, call: { body: { email: 'no address' } } },
  'POST /api/MFA/Email/Enable': { answer: 422, call: { body: { email: 'nobody@acme.example', code: '000000' } } },
  'DELETE /api/MFA/Email': { answer: 200 },
  'POST /api/MFA/Phone/SendCode': { answer: 422, call: { body: { phone: '12' } } },
  'POST /api/MFA/Phone/Enable': { answer: 422, call: { body: { phone: '12', code: '000000' } } },
  'DELETE /api/MFA/Phone': { answer: 200 },
  'PUT /api/MFA/Disable': { answer: 200, call: { body: {} } },
  'POST /api/MFA/GenerateRecoveryCode': { answer: 200, call: { body: {} } },
  'POST /api/MFA/ForgetBrowser': { answer: 200, call: { body: {} } },
  'GET /api/MFA/Browsers': { answer: 200 },
  'DELETE /api/MFA/Browsers/{id}': { answer: 404, call: noBrowser, subject: 'shared' },
  'GET /api/User/TfaSettings': { answer: 200 },
  'PUT /api/User/TfaSettings': { answer: 200, call: { body: { tfaIsRequired: false } } },
} as const satisfies Partial<Record<keyof EndpointMap, AccessRow>>;
