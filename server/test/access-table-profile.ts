import type { EndpointMap } from '@portico/contract';
import type { AccessRow } from './access-row.ts';

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
const unknownLink = { body: { token: 'nobodys' } };

/** A user's own details and sessions, and mailed links. An unknown link is a 410 for everybody. */
export const profileAccess = {
  'GET /api/profile': { action: 'profile.view', answer: 200 },
  'POST /api/profile': { action: 'profile.manage', answer: 422, call: { body: details } },
  'DELETE /api/profile/PendingEmail': { action: 'profile.manage', answer: 200 },
  'POST /api/profile/changePassword': {
    action: 'profile.changePassword',
    answer: 422,
    call: { body: { newPassword: 'short', newPasswordConfirmation: 'short' } },
  },
  'POST /api/profile/Confirm': { action: 'profile.manage', answer: 422, call: { body: { password: 'wrong' } } },
  'GET /api/profile/Sessions': { action: 'profile.view', answer: 200 },
  'DELETE /api/profile/Sessions/{id}': {
    action: 'profile.manage',
    answer: 404,
    call: { params: { id: '00000000-0000-4000-8000-000000000000' } },
    subject: 'shared',
  },
  'POST /api/profile/EndOtherSessions': { action: 'profile.manage', answer: 200, call: { body: {} } },
  'GET /api/profile/Activity': { action: 'profile.view', answer: 200 },
  'POST /api/ConfirmEmail': { action: 'session.enter', answer: 410, call: unknownLink },
  'POST /api/UndoEmail': { action: 'session.enter', answer: 410, call: unknownLink },
  'POST /api/ForgottenPassword': {
    action: 'session.enter',
    answer: 200,
    call: { body: { userName: 'nobody@acme.example' } },
  },
  'POST /api/Links/Check': { action: 'session.enter', answer: 410, call: unknownLink },
  'POST /api/Links/Code': {
    action: 'session.enter',
    answer: 422,
    call: { body: { page: 'invitation', email: 'nobody@acme.example', code: 'AAAAA-AAAAA' } },
  },
  'POST /api/ResetPassword': {
    action: 'session.enter',
    answer: 410,
    call: { body: { token: 'nobodys', newPassword: 'x', newPasswordConfirmation: 'x' } },
  },
  'POST /api/WasThisYou/End': { action: 'session.enter', answer: 410, call: unknownLink },
} as const satisfies Partial<Record<keyof EndpointMap, AccessRow>>;
