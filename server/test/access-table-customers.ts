import type { EndpointMap } from '@portico/contract';
import type { AccessRow } from './access-row.ts';

const card = { params: { id: 'pm_nobodys' } };
const payment = { params: { id: 'pi_nobodys' } };
const unknownId = { params: { id: '999999' } };
const selection = {
  items: [{ subscriptionPlanId: 'desktop-basic', priceId: 'desktop-basic-monthly', quantity: 1 }],
};

/** Visitors' calls, and calls about what customers buy and pay. */
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
  'GET /api/Billing/Details': { action: 'billingDetails.view', answer: 200 },
  'PUT /api/Billing/Details': {
    action: 'billingDetails.manage',
    answer: 409,
    call: {
      body: {
        companyName: 'Acme',
        email: 'billing@acme.example',
        phone: '',
        address: { line1: '1 Main St', city: 'Seattle', state: 'WA', postalCode: '98101', country: 'US' },
        taxId: null,
        purchaseOrder: '',
        language: 'en',
        revision: 'of another time',
      },
    },
  },
  'GET /api/Billing/Recipients': { action: 'billingRecipients.view', answer: 200 },
  'POST /api/Billing/Recipients': {
    action: 'billingRecipients.manage',
    answer: 422,
    call: { body: { email: 'none', name: '', language: 'en' } },
  },
  'POST /api/Billing/Recipients/{id}/Confirmation': {
    action: 'billingRecipients.manage',
    answer: 404,
    call: { ...unknownId, body: {} },
    subject: 'recipient',
  },
  'PUT /api/Billing/Recipients/{id}/Notices': {
    action: 'billingRecipients.manage',
    answer: 404,
    call: { ...unknownId, body: { receives: true } },
    subject: 'recipient',
  },
  'DELETE /api/Billing/Recipients/{id}': {
    action: 'billingRecipients.manage',
    answer: 404,
    call: unknownId,
    subject: 'recipient',
  },
  'PUT /api/Billing/Recipients/Own': {
    action: 'billingRecipients.receive',
    answer: 200,
    call: { body: { receives: true } },
  },
  'POST /api/Billing/Recipients/Links/Check': {
    action: 'billingRecipients.answer',
    answer: 410,
    call: { body: { token: 'x'.repeat(43) } },
  },
  'POST /api/Billing/Recipients/Links/Confirm': {
    action: 'billingRecipients.answer',
    answer: 410,
    call: { body: { token: 'x'.repeat(43) } },
  },
  'POST /api/Billing/Recipients/Links/Leave': {
    action: 'billingRecipients.answer',
    answer: 410,
    call: { body: { token: 'x'.repeat(43) } },
  },
  'GET /api/Billing/Recipients/Links/OneClick': {
    action: 'billingRecipients.answer',
    answer: 303,
    call: { query: { token: 'x'.repeat(43), language: 'en' } },
  },
  'POST /api/Billing/Recipients/Links/OneClick': {
    action: 'billingRecipients.answer',
    answer: 410,
    call: { query: { token: 'x'.repeat(43), language: 'en' }, body: { 'List-Unsubscribe': 'One-Click' } },
  },
  'GET /api/Billing/Documents/{token}': {
    action: 'billingRecipients.answer',
    answer: 410,
    call: { params: { token: 'x'.repeat(43) } },
    subject: 'shared',
  },
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
  'POST /api/Billing/PaymentMethods/{id}/Replacement': {
    action: 'cards.manage',
    answer: 404,
    call: { ...card, body: { paymentMethodId: 'pm_other', deleteReplaced: false } },
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
  'GET /api/Attention/Ends': { action: 'attention.viewEnds', answer: 200 },
  'DELETE /api/Billing/PaymentMethods/{id}': { action: 'cards.manage', answer: 404, call: card, subject: 'card' },
} as const satisfies Partial<Record<keyof EndpointMap, AccessRow>>;
