import type { EndpointMap } from '@portico/contract';
import type { AccessRow } from './access-row.ts';

const invoice = { params: { id: 'in_nobodys' } };
const unknownId = { params: { id: '999999' } };

/** Subscriptions and their invoices. */
export const subscriptionCalls = {
  'GET /api/Subscription/list': { action: 'subscriptions.view', answer: 200 },
  'GET /api/Subscription/{id}': {
    action: 'subscriptions.view',
    answer: 404,
    call: { params: { id: '999999' } },
    subject: 'subscription',
  },
  'GET /api/Products/{id}/Subscriptions': {
    action: 'subscriptions.viewForProduct',
    answer: 200,
    call: { params: { id: 'desktop' } },
    subject: 'shared',
  },
  'GET /api/Subscription/invoices': { action: 'invoices.view', answer: 200 },
  'GET /Reports/InvoicesReport': { action: 'invoices.view', answer: 200, call: { query: { format: 'csv' } } },
  'GET /api/Subscription/{id}/invoices': {
    action: 'invoices.view',
    answer: 404,
    call: { params: { id: '999999' } },
    subject: 'subscription',
  },
  'GET /api/Products/{id}/Subscription/{subId}/paymentOptions': {
    action: 'purchase.view',
    answer: 404,
    call: { params: { id: 'desktop', subId: '999999' } },
    subject: 'subscription',
    parameter: 'subId',
  },
  'GET /api/Subscription/invoices/{id}/Details': {
    action: 'invoices.view',
    answer: 404,
    call: invoice,
    subject: 'invoice',
  },
  'GET /api/Subscription/invoices/{id}/Pdf': {
    action: 'invoices.view',
    answer: 404,
    call: invoice,
    subject: 'invoice',
  },
  'GET /api/Subscription/invoices/{id}/Events': {
    action: 'invoices.view',
    answer: 404,
    call: invoice,
    subject: 'invoice',
  },
  'GET /api/Subscription/invoices/upcoming': { action: 'invoices.view', answer: 200 },
  'GET /api/Subscription/invoices/pending': { action: 'invoices.view', answer: 200 },
  'GET /api/Subscription/{id}/invoices/upcoming': {
    action: 'invoices.view',
    answer: 404,
    call: { params: { id: '999999' } },
    subject: 'subscription',
  },
  'GET /api/Subscription/{id}/Events': {
    action: 'subscriptions.view',
    answer: 404,
    call: unknownId,
    subject: 'subscription',
  },
  'POST /api/Subscription/{id}': {
    action: 'cards.manage',
    answer: 404,
    call: { ...unknownId, body: { paymentMethodId: 'pm_nobodys' } },
    subject: 'subscription',
  },
  'POST /api/Subscription/{id}/CancelSubscriptionEmail': {
    action: 'subscriptions.manage',
    answer: 404,
    call: { ...unknownId, body: { name: 'No Body', email: 'nobody@acme.example' } },
    subject: 'subscription',
  },
  'POST /api/Subscription/{id}/CancellationReason': {
    action: 'subscriptions.manage',
    answer: 404,
    call: { ...unknownId, body: { reason: 'unused' } },
    subject: 'subscription',
  },
  'GET /api/Subscription/{id}/CancellationOffers': {
    action: 'subscriptions.manage',
    answer: 404,
    call: unknownId,
    subject: 'subscription',
  },
  'POST /api/Subscription/{id}/CancellationOffers/{offerId}': {
    action: 'subscriptions.manage',
    answer: 404,
    call: { params: { id: '999999', offerId: 'stay' }, body: {} },
    subject: 'subscription',
  },
  'POST /api/Subscription/{id}/CancellationOffers/{offerId}/Follow': {
    action: 'subscriptions.manage',
    answer: 404,
    call: { params: { id: '999999', offerId: 'stay' }, body: {} },
    subject: 'subscription',
  },
  'DELETE /api/Subscription/{id}/Cancel': {
    action: 'subscriptions.manage',
    answer: 404,
    call: { params: { id: '999999' } },
    subject: 'subscription',
  },
  'DELETE /api/Subscription/{id}/ScheduledChange': {
    action: 'subscriptions.manage',
    answer: 404,
    call: { params: { id: '999999' } },
    subject: 'subscription',
  },
  'GET /api/Subscription/{id}/DontCancel': {
    action: 'subscriptions.manage',
    answer: 404,
    call: unknownId,
    subject: 'subscription',
  },
  'POST /api/Subscription/{id}/DontCancel': {
    action: 'subscriptions.manage',
    answer: 404,
    call: { params: { id: '999999' }, body: {} },
    subject: 'subscription',
  },
  'GET /api/Subscription/invoices/{id}/Pay': {
    action: 'invoices.pay',
    answer: 404,
    call: { params: { id: 'in_nobodys' } },
    subject: 'invoice',
  },
  'POST /api/Subscription/invoices/{id}/Pay': {
    action: 'invoices.pay',
    answer: 404,
    call: { params: { id: 'in_nobodys' }, body: { paymentMethodId: 'pm_nobodys', keepCard: false } },
    subject: 'invoice',
  },
  'POST /api/Subscription/invoices/sendToPay/{id}': {
    action: 'invoices.pay',
    answer: 404,
    call: { params: { id: 'in_nobodys' }, body: {} },
    subject: 'invoice',
  },
} as const satisfies Partial<Record<keyof EndpointMap, AccessRow>>;
