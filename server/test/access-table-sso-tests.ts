import type { EndpointMap } from '@portico/contract';
import type { AccessRow } from './access-row.ts';

const unknownId = { params: { id: '999999' } };

/** Test sign-ins of an account's own identity providers. The provider in these calls does not exist. */
export const ssoTestAccess = {
  'POST /api/ExternalProviders/{id}/Tests': {
    action: 'externalProviders.manage',
    answer: 404,
    call: { ...unknownId, body: {} },
    subject: 'provider',
  },
  'GET /api/ExternalProviders/{id}/Tests': {
    action: 'externalProviders.view',
    answer: 404,
    call: unknownId,
    subject: 'provider',
  },
  'GET /api/ExternalProviders/{id}/Tests/{testId}': {
    action: 'externalProviders.view',
    answer: 404,
    call: { params: { id: '999999', testId: '999999' } },
    // No test exists, so this does not depend on the account; the list of tests covers other accounts' providers.
    subject: 'shared',
  },
  'POST /api/ExternalProviders/{id}/MappingPreview': {
    action: 'externalProviders.manage',
    answer: 404,
    call: { ...unknownId, body: { token: '{}' } },
    subject: 'provider',
  },
} as const satisfies Partial<Record<keyof EndpointMap, AccessRow>>;
