import type { EndpointMap } from '@portico/contract';
import type { AccessRow } from './access-row.ts';

const unknownId = { params: { id: '999999' } };

/** An account's users: defaults of new ones, imports, invitations, and admins' changes. */
export const userAccess = {
  'GET /api/DefaultUserFeatures/get': { action: 'defaultPermissions.view', answer: 200 },
  'POST /api/DefaultUserFeatures/update': { action: 'defaultPermissions.manage', answer: 200, call: { body: [] } },
  'GET /api/DefaultProducts': { action: 'defaultPermissions.view', answer: 200 },
  'PUT /api/DefaultProducts': { action: 'defaultPermissions.manage', answer: 200, call: { body: [] } },
  'GET /api/UserImports/Template': { action: 'users.add', answer: 200 },
  'POST /api/UserImports/Preview': { action: 'users.add', answer: 200 },
  'POST /api/UserImports': { action: 'users.add', answer: 422 },
  'GET /Reports/CustomerUsersReport': { action: 'users.view', answer: 200, call: { query: { format: 'csv' } } },
  'GET /api/Invitations': { action: 'users.view', answer: 200 },
  'GET /api/Invitations/{userId}': {
    action: 'users.view',
    answer: 404,
    call: { params: { userId: '999999' } },
    subject: 'user',
    parameter: 'userId',
  },
  'POST /api/Invitations/{userId}': {
    action: 'users.add',
    answer: 404,
    call: { params: { userId: '999999' } },
    subject: 'user',
    parameter: 'userId',
  },
  'DELETE /api/Invitations/{userId}': {
    action: 'users.add',
    answer: 404,
    call: { params: { userId: '999999' } },
    subject: 'user',
    parameter: 'userId',
  },
  'GET /api/User/list': { action: 'users.view', answer: 200 },
  'GET /api/User/{id}': { action: 'users.view', answer: 404, call: { params: { id: '999999' } }, subject: 'user' },
  'POST /api/User/{id}': {
    action: 'users.manage',
    answer: 404,
    call: {
      params: { id: '999999' },
      body: {
        login: 'nobody',
        email: 'nobody@acme.example',
        firstName: 'No',
        lastName: 'Body',
        phone: '',
        comments: '',
      },
    },
    subject: 'user',
  },
  'POST /api/User/': {
    action: 'users.add',
    answer: 422,
    call: { body: { login: 'owner@globex.example', email: 'owner@globex.example', firstName: 'Taken' } },
  },
  'POST /api/User/changeActivation/{id}': {
    action: 'users.manage',
    answer: 404,
    call: { ...unknownId, query: { active: 'true' } },
    subject: 'user',
  },
  'POST /api/User/ChangeOwner/{id}': {
    action: 'users.transferOwnership',
    answer: 404,
    call: unknownId,
    subject: 'user',
  },
  'POST /api/User/ChangePassword/{id}': {
    action: 'users.manageWaysIn',
    answer: 404,
    call: { ...unknownId, body: { newPassword: 'x', newPasswordConfirmation: 'x' } },
    subject: 'user',
  },
  'POST /api/User/ResetSecondFactor/{id}': {
    action: 'users.manageWaysIn',
    answer: 404,
    call: { ...unknownId, body: { verification: 'Called back at work' } },
    subject: 'user',
  },
  'POST /api/User/EndSessions/{id}': {
    action: 'users.manageWaysIn',
    answer: 404,
    call: unknownId,
    subject: 'user',
  },
  'GET /api/User/{id}/AvailableProducts': { action: 'users.view', answer: 404, call: unknownId, subject: 'user' },
  'PUT /api/User/{id}/AvailableProducts': {
    action: 'users.manage',
    answer: 404,
    call: { ...unknownId, body: [] },
    subject: 'user',
  },
  'GET /UserFeatures/{id}': { action: 'users.view', answer: 404, call: unknownId, subject: 'user' },
  'POST /UserFeatures/{id}': {
    action: 'users.manage',
    answer: 404,
    call: { ...unknownId, body: [] },
    subject: 'user',
  },
} as const satisfies Partial<Record<keyof EndpointMap, AccessRow>>;
