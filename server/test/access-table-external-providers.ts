import type { EndpointMap } from '@portico/contract';
import type { AccessRow } from './access-row.ts';

const unknownId = { params: { id: '999999' } };
const domain = { params: { id: '999999', domainId: '999999' }, body: {} };
const form = {
  name: 'Acme',
  domain: 'login.acme.example',
  authority: 'https://login.acme.example',
  prohibitOtherAuthentications: false,
  userCreation: false,
};
const link = { body: { token: 'x'.repeat(43) } };

/** An account's own identity providers. An invalid domain is a 422 for those who may add one. */
export const externalProviderAccess = {
  'GET /api/ExternalProviders': { action: 'externalProviders.view', answer: 200 },
  'GET /api/ExternalProviders/ExternalProviderProductLinks': { action: 'externalProviders.view', answer: 200 },
  'GET /api/ExternalProviders/{id}': {
    action: 'externalProviders.view',
    answer: 404,
    call: unknownId,
    subject: 'provider',
  },
  'POST /api/ExternalProviders': {
    action: 'externalProviders.manage',
    answer: 422,
    call: { body: { name: 'Acme', domain: 'no domain', type: 1 } },
  },
  'PUT /api/ExternalProviders/{id}': {
    action: 'externalProviders.manage',
    answer: 404,
    call: { ...unknownId, body: form },
    subject: 'provider',
  },
  'POST /api/ExternalProviders/{id}/UpdateAndActivate': {
    action: 'externalProviders.manage',
    answer: 404,
    call: { ...unknownId, body: form },
    subject: 'provider',
  },
  'POST /api/ExternalProviders/{id}/Deactivate': {
    action: 'externalProviders.manage',
    answer: 404,
    call: { ...unknownId, body: {} },
    subject: 'provider',
  },
  'DELETE /api/ExternalProviders/{id}': {
    action: 'externalProviders.manage',
    answer: 404,
    call: unknownId,
    subject: 'provider',
  },
  'POST /api/ExternalProviders/{id}/Domains': {
    action: 'externalProviders.manage',
    answer: 404,
    call: { ...unknownId, body: { domain: 'acme.example' } },
    subject: 'provider',
  },
  'POST /api/ExternalProviders/{id}/Domains/{domainId}/Check': {
    action: 'externalProviders.manage',
    answer: 404,
    call: domain,
    subject: 'provider',
  },
  'POST /api/ExternalProviders/{id}/Domains/{domainId}/Mail': {
    action: 'externalProviders.manage',
    answer: 404,
    call: domain,
    subject: 'provider',
  },
  'DELETE /api/ExternalProviders/{id}/Domains/{domainId}': {
    action: 'externalProviders.manage',
    answer: 404,
    call: { params: domain.params },
    subject: 'provider',
  },
  'POST /api/ExternalProviders/DomainLinks/Check': { action: 'session.enter', answer: 410, call: link },
  'POST /api/ExternalProviders/DomainLinks/Prove': { action: 'session.enter', answer: 410, call: link },
  // Only the owner has a break-glass code (SSO-12).
  'POST /api/ExternalProviders/BreakGlassCode': {
    action: 'externalProviders.breakGlass',
    answer: 403,
    answers: { otherOwner: 200, operator: 200 },
    call: { body: {} },
  },
} as const satisfies Partial<Record<keyof EndpointMap, AccessRow>>;
