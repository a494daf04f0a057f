import type { EndpointMap } from '@portico/contract';
import type { AccessRow } from './access-row.ts';

const unknownId = { params: { id: '999999' } };
const device = { name: 'Front desk', hardwareId: '7C1E9A40B2' };

/** An account's orders, licenses and devices. */
export const licensingAccess = {
  'GET /api/Orders/List': { action: 'orders.view', answer: 200 },
  'GET /Reports/OrdersReport': { action: 'orders.view', answer: 200, call: { query: { format: 'csv' } } },
  'GET /api/Orders/{id}': { action: 'orders.view', answer: 404, call: unknownId, subject: 'order' },
  'GET /api/Orders/{id}/{productId}/Features': {
    action: 'orders.view',
    answer: 404,
    call: { params: { id: '999999', productId: 'desktop' } },
    subject: 'order',
  },
  'GET /api/Licenses/List': { action: 'licenses.view', answer: 200 },
  'GET /Reports/LicensesReport': { action: 'licenses.view', answer: 200, call: { query: { format: 'csv' } } },
  'GET /api/Licenses/Download': {
    action: 'licenses.view',
    answer: 404,
    call: { query: { serialNumber: '0'.repeat(26) } },
  },
  'GET /api/Licenses/{id}': { action: 'licenses.view', answer: 404, call: unknownId, subject: 'license' },
  'GET /api/Licenses/{id}/{productId}/Features': {
    action: 'licenses.view',
    answer: 404,
    call: { params: { id: '999999', productId: 'desktop' } },
    subject: 'license',
  },
  'GET /.well-known/portico-license-keys.json': { action: 'licenses.verify', answer: 200 },
  'GET /api/HardwareId': { action: 'devices.view', answer: 200 },
  'GET /Reports/HardwareIdsReport': { action: 'devices.view', answer: 200, call: { query: { format: 'csv' } } },
  'GET /api/HardwareId/{id}': { action: 'devices.view', answer: 404, call: unknownId, subject: 'device' },
  'GET /api/HardwareId/{id}/History': { action: 'devices.view', answer: 404, call: unknownId, subject: 'device' },
  'POST /api/HardwareId': { action: 'devices.manage', answer: 422, call: { body: { ...device, licenseId: 999_999 } } },
  'PUT /api/HardwareId/{id}': {
    action: 'devices.manage',
    answer: 404,
    call: { ...unknownId, body: device },
    subject: 'device',
  },
  'POST /api/HardwareId/{id}/Release': {
    action: 'devices.manage',
    answer: 404,
    call: { ...unknownId, body: {} },
    subject: 'device',
  },
  'POST /api/HardwareId/{id}/Replace': {
    action: 'devices.manage',
    answer: 404,
    call: { ...unknownId, body: device },
    subject: 'device',
  },
  'POST /api/HardwareId/{id}/Block': {
    action: 'devices.block',
    answer: 404,
    call: { ...unknownId, body: { reason: 'Stolen' } },
    subject: 'device',
  },
  'POST /api/HardwareId/{id}/Unblock': {
    action: 'devices.block',
    answer: 404,
    call: { ...unknownId, body: {} },
    subject: 'device',
  },
  'GET /api/Licenses/{id}/HardwareIdsList': {
    action: 'devices.view',
    answer: 404,
    call: unknownId,
    subject: 'license',
  },
  'GET /api/Licenses/{id}/History': { action: 'devices.view', answer: 404, call: unknownId, subject: 'license' },
  'POST /api/Licenses/{id}/AddHardware': {
    action: 'devices.manage',
    answer: 404,
    call: { ...unknownId, body: device },
    subject: 'license',
  },
  'POST /api/Licenses/{id}/OfflineRequests': {
    action: 'devices.manage',
    answer: 404,
    call: { ...unknownId, body: { request: 'PR1.DEVICE.0000' } },
    subject: 'license',
  },
  'GET /api/Licenses/{id}/Usage': { action: 'devices.view', answer: 404, call: unknownId, subject: 'license' },
  'GET /api/ProductsDashboard/{productId}/ProductInfo': {
    action: 'productDashboards.view',
    answer: 404,
    call: { params: { productId: 'no-such-product' } },
    subject: 'shared',
  },
  'GET /api/ProductsDashboard/{productId}/AccountMetrics': {
    action: 'productDashboards.view',
    answer: 404,
    call: { params: { productId: 'no-such-product' } },
    subject: 'shared',
  },
  'GET /api/ProductsDashboard/{productId}/DailyMetrics': {
    action: 'productDashboards.view',
    answer: 404,
    call: { params: { productId: 'no-such-product' } },
    subject: 'shared',
  },
  'GET /api/ProductsDashboard/{productId}/VersionsInUse': {
    action: 'productDashboards.view',
    answer: 404,
    call: { params: { productId: 'no-such-product' } },
    subject: 'shared',
  },
  'GET /api/ProductsDashboard/{productId}/ReportedCounters': {
    action: 'productDashboards.view',
    answer: 404,
    call: { params: { productId: 'no-such-product' } },
    subject: 'shared',
  },
  'GET /api/ProductsDashboard/{productId}/LastRequests': {
    action: 'productDashboards.view',
    answer: 404,
    call: { params: { productId: 'no-such-product' } },
    subject: 'shared',
  },
  'GET /api/ProductsDashboard/{productId}/AccountStatistics': {
    action: 'productDashboards.view',
    answer: 404,
    call: { params: { productId: 'no-such-product' } },
    subject: 'shared',
  },
} as const satisfies Partial<Record<keyof EndpointMap, AccessRow>>;
