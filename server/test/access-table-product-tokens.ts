import type { EndpointMap } from '@portico/contract';
import type { AccessRow } from './access-row.ts';

const ofProduct = { productId: 'desktop' };
const unknownId = { params: { ...ofProduct, tokenId: '999999' } };
const prefix = { params: { prefix: 'pts_000000' } };
const past = '2020-01-01';

/** The tokens of an account's products. A past date is a 422 for those who may add one. */
export const productTokenAccess = {
  'GET /api/ProductsDashboard/{productId}/GetTokens': {
    action: 'productTokens.view',
    answer: 200,
    call: { params: ofProduct },
    subject: 'shared',
  },
  'POST /api/ProductsDashboard/{productId}/AddToken': {
    action: 'productTokens.manage',
    answer: 422,
    call: { params: ofProduct, body: { expirationDate: past, tokenType: 'Public' } },
    subject: 'shared',
  },
  'PUT /api/ProductsDashboard/{productId}/UpdateToken/{tokenId}': {
    action: 'productTokens.manage',
    answer: 404,
    call: { ...unknownId, body: { newExpirationDate: '9999-01-01' } },
    subject: 'token',
  },
  'POST /api/ProductsDashboard/{productId}/ReplaceToken/{tokenId}': {
    action: 'productTokens.manage',
    answer: 404,
    call: { ...unknownId, body: { overlapHours: 24, expirationDate: '9999-01-01' } },
    subject: 'token',
  },
  'PUT /api/ProductsDashboard/{productId}/EndOverlap/{tokenId}': {
    action: 'productTokens.manage',
    answer: 404,
    call: { ...unknownId, body: {} },
    subject: 'token',
  },
  'PUT /api/ProductsDashboard/{productId}/Disable/{tokenId}': {
    action: 'productTokens.manage',
    answer: 404,
    call: { ...unknownId, body: {} },
    subject: 'token',
  },
  'DELETE /api/ProductsDashboard/{productId}/DeleteToken/{tokenId}': {
    action: 'productTokens.manage',
    answer: 404,
    call: unknownId,
    subject: 'token',
  },
  'GET /api/Operator/LeakedTokens': { action: 'operator.tokens', answer: 200 },
  'GET /api/Operator/LeakedTokens/{prefix}': {
    action: 'operator.tokens',
    answer: 404,
    call: prefix,
    subject: 'shared',
  },
  'POST /api/Operator/LeakedTokens/{prefix}/Report': {
    action: 'operator.reportTokens',
    answer: 404,
    call: { ...prefix, body: { leakReport: 'A public repository' } },
    subject: 'shared',
  },
} as const satisfies Partial<Record<keyof EndpointMap, AccessRow>>;
