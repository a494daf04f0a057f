import type { EndpointMap } from '@portico/contract';
import type { AccessRow } from './access-row.ts';

const card = { params: { id: 'pm_nobodys' } };
const payment = { params: { id: 'pi_nobodys' } };
const invoice = { params: { id: 'in_nobodys' } };
const nobodys = { params: { id: '999999' } };
const selection = {
  items: [{ subscriptionPlanId: 'desktop-basic', priceId: 'desktop-basic-monthly', quantity: 1 }],
};

/** What visitors call, and what customers buy and pay. */
export const customerCalls = {
  'POST /LoginWithMFA': {
    action: 'session.signIn',
    answer: 422,
    call: { body: { userName: 'nobody@acme.example', password: 'wrong' } },
  },
  'POST /signout': { action: 'session.signOut', answer: 200 },
  'GET /logout': { action: 'session.signOut', answer: 200 },
  'GET /api/User/Current': { action: 'session.view', answer: 200 },
  'GET /api/Demonstration/History': { action: 'demonstration.view', answer: 200 },
  'GET /api/Legal/{name}': {
    action: 'legal.view',
    answer: 200,
    call: { params: { name: 'terms' } },
    subject: 'shared',
  },
  'GET /api/Products/List': { action: 'catalog.view', answer: 200 },
  'GET /api/Products/My': { action: 'catalog.view', answer: 200 },
  'GET /api/Products/{id}/Plans': {
    action: 'catalog.view',
    answer: 200,
    call: { params: { id: 'desktop' } },
    subject: 'shared',
  },
  'GET /api/Products/{id}/Plans/{planId}': {
    action: 'catalog.view',
    answer: 200,
    call: { params: { id: 'desktop', planId: 'desktop-basic' } },
    subject: 'shared',
  },
  'GET /api/Products/Buyers': { action: 'catalog.view', answer: 200 },
  'POST /api/Products/AdditionalInfo': {
    action: 'purchase.buy',
    answer: 404,
    call: {
      body: {
        productId: 'no-such-product',
        hasHardware: false,
        numberOfDevices: '1-2',
        locatedInUS: true,
        industry: 'retail',
      },
    },
  },
  'POST /api/Products/{id}/CalculatePurchaseTotals': {
    action: 'purchase.calculate',
    answer: 200,
    call: { params: { id: 'desktop' }, body: selection },
    subject: 'shared',
  },
  'POST /api/Products/{id}/EstimatePurchase': {
    action: 'purchase.calculate',
    answer: 200,
    call: { params: { id: 'desktop' }, body: selection },
    subject: 'shared',
  },
  'POST /api/Products/{id}/PreviewPurchase': {
    action: 'purchase.buy',
    answer: 404,
    call: { params: { id: 'no-such-product' }, body: selection },
    subject: 'shared',
  },
  'POST /api/Products/{id}/Purchase': {
    action: 'purchase.buy',
    answer: 409,
    call: { params: { id: 'desktop' }, body: { ...selection, taxTransactionId: 'nobodys' } },
    subject: 'shared',
  },
  'GET /api/Products/{id}/Purchase/{operationId}': {
    action: 'purchase.view',
    answer: 404,
    call: { params: { id: 'desktop', operationId: '00000000-0000-4000-8000-000000000000' } },
    subject: 'purchase',
  },
  'DELETE /api/Products/{id}/Purchase/{operationId}': {
    action: 'purchase.buy',
    answer: 404,
    call: { params: { id: 'desktop', operationId: '00000000-0000-4000-8000-000000000000' } },
    subject: 'purchase',
  },
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
  'GET /api/Billing/PaymentIntents': { action: 'payments.view', answer: 200 },
  'GET /api/Billing/PaymentIntents/{id}': { action: 'payments.view', answer: 404, call: payment, subject: 'payment' },
  'GET /api/Billing/PaymentIntents/{id}/Events': {
    action: 'payments.view',
    answer: 404,
    call: payment,
    subject: 'payment',
  },
  'GET /api/Billing/Balance': { action: 'billing.view', answer: 200 },
  'GET /api/Billing/NextPayments': { action: 'billing.view', answer: 200 },
  'GET /api/Billing/Spending': { action: 'billing.view', answer: 200 },
  'GET /api/Billing/Activity': { action: 'billing.view', answer: 200 },
  'POST /api/Billing/Coupon/Apply': {
    action: 'purchase.buy',
    answer: 422,
    call: { query: { coupon: 'NOBODYS' } },
  },
  'GET /api/Billing/BusinessAddress': { action: 'addresses.view', answer: 200 },
  'GET /api/Billing/PaymentMethods/Card': { action: 'cards.view', answer: 200 },
  'POST /api/Billing/PaymentMethods': { action: 'cards.add', answer: 200, call: { body: {} } },
  'POST /api/Billing/PaymentMethods/{id}/Confirmed': {
    action: 'cards.add',
    answer: 404,
    call: { ...card, body: {} },
    subject: 'card',
  },
  'POST /api/Billing/PaymentMethods/{id}/Default': {
    action: 'cards.manage',
    answer: 404,
    call: { ...card, body: {} },
    subject: 'card',
  },
  'GET /api/Billing/Sources/Cards': { action: 'cards.view', answer: 200 },
  'POST /api/Billing/sources': { action: 'cards.add', answer: 422, call: { body: { stripeToken: 'tok_nobodys' } } },
  'GET /api/Billing/Operations': { action: 'operations.view', answer: 200 },
  'GET /api/Billing/Operations/{operationId}': {
    action: 'operations.view',
    answer: 404,
    call: { params: { operationId: '00000000-0000-4000-8000-000000000000' } },
    subject: 'purchase',
  },
  'GET /api/Billing/Attention': { action: 'billing.view', answer: 200 },
  'GET /api/Subscription/{id}/Events': {
    action: 'subscriptions.view',
    answer: 404,
    call: nobodys,
    subject: 'subscription',
  },
  'POST /api/Subscription/{id}': {
    action: 'subscriptions.manage',
    answer: 404,
    call: { ...nobodys, body: { paymentMethodId: 'pm_nobodys' } },
    subject: 'subscription',
  },
  'POST /api/Subscription/{id}/CancelSubscriptionEmail': {
    action: 'subscriptions.manage',
    answer: 404,
    call: { ...nobodys, body: { name: 'No Body', email: 'nobody@acme.example' } },
    subject: 'subscription',
  },
  'DELETE /api/Subscription/{id}/Cancel': {
    action: 'subscriptions.manage',
    answer: 404,
    call: { params: { id: '999999' } },
    subject: 'subscription',
  },
  'POST /api/Subscription/{id}/DontCancel': {
    action: 'subscriptions.manage',
    answer: 404,
    call: { params: { id: '999999' }, body: {} },
    subject: 'subscription',
  },
  'POST /api/Subscription/invoices/sendToPay/{id}': {
    action: 'invoices.pay',
    answer: 404,
    call: { params: { id: 'in_nobodys' }, body: {} },
    subject: 'invoice',
  },
  'DELETE /api/Billing/PaymentMethods/{id}': { action: 'cards.manage', answer: 404, call: card, subject: 'card' },
} as const satisfies Partial<Record<keyof EndpointMap, AccessRow>>;
