import type { EndpointMap } from '@portico/contract';
import type { AccessRow } from './access-row.ts';

const unknownId = { params: { id: '00000000-0000-4000-8000-000000000000' } };

/**
 * The sign-up, and a new account's first steps. The registration in these calls does not exist, and no provider
 * redirects here.
 */
export const signUpAccess = {
  'POST /SignUp': {
    action: 'signUp.register',
    answer: 404,
    call: { query: { handler: 'External' }, body: { Provider: 'Nobody' } },
  },
  'GET /api/SignUp/Plans': { action: 'signUp.view', answer: 404, call: { query: { product: 'nothing' } } },
  'GET /api/SignUp/Registrations/{id}': { action: 'signUp.view', answer: 404, call: unknownId, subject: 'shared' },
  'DELETE /api/SignUp/Registrations/{id}': {
    action: 'signUp.register',
    answer: 404,
    call: unknownId,
    subject: 'shared',
  },
  'GET /api/SignUp/Challenge': { action: 'signUp.view', answer: 200 },
  'GET /api/SignUp/Confirmation': { action: 'signUp.view', answer: 404 },
  'POST /api/SignUp/Confirmation': {
    action: 'signUp.register',
    answer: 404,
    call: { body: { email: 'avery@stone.example' } },
  },
  'POST /api/SignUp/Block': { action: 'signUp.register', answer: 200, call: { body: { email: '' } } },
  'POST /api/SignUp/Visits': {
    action: 'signUp.register',
    answer: 422,
    call: { body: { visit: 'no id', step: 'email' } },
  },
  'GET /api/Operator/SignUps': {
    action: 'operator.signUps',
    answer: 200,
    call: { query: { from: '2026-11-01', to: '2026-11-02' } },
  },
  'GET /api/Operator/SignUps/Unregistered': { action: 'operator.signUps', answer: 200 },
  'GET /api/FirstSteps': { action: 'firstSteps.view', answer: 200 },
  'POST /api/FirstSteps/Opened': { action: 'firstSteps.note', answer: 200 },
  'DELETE /api/FirstSteps': { action: 'firstSteps.hide', answer: 200 },
  'GET /Reports/SignUpsReport': {
    action: 'operator.signUps',
    answer: 200,
    call: { query: { format: 'csv', from: '2026-11-01', to: '2026-11-02' } },
  },
} as const satisfies Partial<Record<keyof EndpointMap, AccessRow>>;
