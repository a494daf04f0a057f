import type { AccessRow } from './access-row.ts';

const unknownId = { params: { id: '999999' } };
const noEntry = { list: 'products', id: 'no-such-product' };
const plan = {
  code: 'NEW',
  name: 'New',
  description: 'A plan',
  featuredText: '',
  isTrial: false,
  processingType: 1,
};

/** Operators' calls about the catalog: plans, drafts and versions. */
export const catalogCalls = {
  'POST /api/Products/{id}/Plans': {
    action: 'operator.manageCatalog',
    answer: 404,
    call: { params: { id: 'no-such-product' }, body: plan },
    subject: 'shared',
  },
  'POST /api/Products/{id}/Plans/{planId}': {
    action: 'operator.manageCatalog',
    answer: 404,
    call: { params: { id: 'desktop', planId: 'no-such-plan' }, body: { ...plan, version: 1 } },
    subject: 'shared',
  },
  'DELETE /api/Products/{id}/Plans/{planId}': {
    action: 'operator.manageCatalog',
    answer: 404,
    call: { params: { id: 'desktop', planId: 'no-such-plan' } },
    subject: 'shared',
  },
  'GET /api/Products/{id}/Plans/{planId}/Holders': {
    action: 'operator.catalog',
    answer: 200,
    call: { params: { id: 'desktop', planId: 'desktop-basic' } },
    subject: 'shared',
  },
  'GET /api/Catalog/Coupons/{code}/Redemptions': {
    action: 'operator.catalog',
    answer: 200,
    call: { params: { code: 'NO-SUCH-CODE' } },
    subject: 'shared',
  },
  'GET /api/Catalog/Draft': { action: 'operator.catalog', answer: 200 },
  'DELETE /api/Catalog/Draft': { action: 'operator.manageCatalog', answer: 200 },
  'POST /api/Catalog/Draft/Changes': { action: 'operator.catalog', answer: 200, call: { body: { choices: [] } } },
  'POST /api/Catalog/Draft/Publish': {
    action: 'operator.manageCatalog',
    answer: 409,
    call: { body: { revision: 0, sold: 1, choices: [] } },
  },
  'POST /api/Catalog/Draft/TakeTheirs': {
    action: 'operator.manageCatalog',
    answer: 409,
    call: { body: { revision: 0, sold: 1, choices: [] } },
  },
  'GET /api/Catalog/Draft/Products/{id}/Preview': {
    action: 'operator.catalog',
    answer: 404,
    call: { params: { id: 'no-such-product' }, query: { language: 'en' } },
    subject: 'shared',
  },
  'GET /api/Catalog/Fields/{list}': {
    action: 'operator.catalog',
    answer: 200,
    call: { params: { list: 'products' } },
    subject: 'shared',
  },
  'GET /api/Catalog/Entries/{list}': {
    action: 'operator.catalog',
    answer: 200,
    call: { params: { list: 'products' } },
    subject: 'shared',
  },
  'GET /api/Catalog/Entries/{list}/{id}': {
    action: 'operator.catalog',
    answer: 404,
    call: { params: noEntry },
    subject: 'shared',
  },
  'PUT /api/Catalog/Entries/{list}/{id}': {
    action: 'operator.manageCatalog',
    answer: 422,
    call: { params: noEntry, body: { revision: 0, value: {} } },
    subject: 'shared',
  },
  'DELETE /api/Catalog/Entries/{list}/{id}': {
    action: 'operator.manageCatalog',
    answer: 404,
    call: { params: noEntry },
    subject: 'shared',
  },
  'POST /api/Catalog/Entries/{list}/{id}/Keep': {
    action: 'operator.manageCatalog',
    answer: 404,
    call: { params: noEntry },
    subject: 'shared',
  },
  'POST /api/Catalog/Entries/{list}/{id}/Move': {
    action: 'operator.manageCatalog',
    answer: 404,
    call: { params: noEntry, body: { by: 1 } },
    subject: 'shared',
  },
  'GET /api/Catalog/Versions': { action: 'operator.catalog', answer: 200 },
  'GET /api/Catalog/Versions/{id}': { action: 'operator.catalog', answer: 404, call: unknownId, subject: 'shared' },
  'POST /api/Catalog/Versions/{id}/TryAgain': {
    action: 'operator.manageCatalog',
    answer: 404,
    call: unknownId,
    subject: 'shared',
  },
  'POST /api/Catalog/Versions/{id}/GiveUp': {
    action: 'operator.manageCatalog',
    answer: 404,
    call: unknownId,
    subject: 'shared',
  },
  'POST /api/Catalog/Versions/{id}/BringBack': {
    action: 'operator.manageCatalog',
    answer: 404,
    call: unknownId,
    subject: 'shared',
  },
} as const satisfies Record<string, AccessRow>;
