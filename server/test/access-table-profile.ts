import type { EndpointMap } from '@portico/contract';
import type { AccessRow } from './access-table.ts';

const details = {
  login: 'nobody',
  email: 'not an address',
  firstName: 'N',
  lastName: '',
  phone: '',
  comments: '',
  locale: null,
  timeZone: null,
};
const nobodysLink = { body: { token: 'nobodys' } };

/** A person's own details and sessions, and mailed links. Nobody's link answers 410 to everybody. */
export const profileAccess = {
  'GET /api/profile': { answer: 200 },
  'POST /api/profile': { answer: 422, call: { body: details } },
  'DELETE /api/profile/PendingEmail': { answer: 200 },
  'POST /api/profile/changePassword': {
    answer: 422,
    call: { body: { newPassword: 'short', newPasswordConfirmation: 'short' } },
  },
  'POST /api/profile/Confirm': { answer: 422, call: { body: { password: 'wrong' } } },
  'GET /api/profile/Sessions': { answer: 200 },
  'DELETE /api/profile/Sessions/{id}': {
    answer: 404,
    call: { params: { id: '00000000-0000-4000-8000-000000000000' } },
    subject: 'shared',
  },
  'POST /api/profile/EndOtherSessions': { answer: 200, call: { body: {} } },
  'GET /api/profile/Activity': { answer: 200 },
  'POST /api/ConfirmEmail': { answer: 410, call: nobodysLink },
  'POST /api/UndoEmail': { answer: 410, call: nobodysLink },
  'POST /api/ForgottenPassword': { answer: 200, call: { body: { userName: 'nobody@acme.example' } } },
  'POST /api/Links/Check': { answer: 410, call: nobodysLink },
  'POST /api/ResetPassword': {
    answer: 410,
    call: { body: { token: 'nobodys', newPassword: 'x', newPasswordConfirmation: 'x' } },
  },
  'POST /api/WasThisYou/End': { answer: 410, call: nobodysLink },
} as const satisfies Partial<Record<keyof EndpointMap, AccessRow>>;
