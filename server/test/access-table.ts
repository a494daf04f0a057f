import type { EndpointMap } from '@portico/contract';

/** Nobody; the owner of another account; of the account itself a read-only user with features, a user without, an admin; an operator. */
export const actors = ['nobody', 'otherOwner', 'readOnly', 'user', 'admin', 'operator'] as const;
export type Actor = (typeof actors)[number];

/** A status that says no, or the status that somebody gets who is let in. */
type Answer = number;

export interface AccessRow {
  /** What each actor gets for `call`; what is asked for belongs to nobody, so that letting in is told by what comes after. */
  readonly answers: Record<Actor, Answer>;
  readonly call?: {
    readonly params?: Record<string, string>;
    readonly query?: Record<string, string>;
    readonly body?: object;
  };
  /** What the path's parameters name: something of one account, or what is there for all. Each endpoint with parameters says. */
  readonly subject?: 'subscription' | 'card' | 'purchase' | 'payment' | 'invoice' | 'user' | 'shared';
  /** The parameter that names it, where it is not the subject's usual one. */
  readonly parameter?: string;
}

const all = (answer: Answer): AccessRow['answers'] => ({
  nobody: answer,
  otherOwner: answer,
  readOnly: answer,
  user: answer,
  admin: answer,
  operator: answer,
});
const signedIn = (answer: Answer) => ({ ...all(answer), nobody: 401 });
/** Those who have the features `customerAdmin` or `billing`, where reading is enough. */
const withFeature = (answer: Answer) => ({ ...signedIn(answer), user: 403 });
/** The vendor's staff alone. */
const operatorOnly = (answer: Answer) => ({ ...all(403), nobody: 401, operator: answer });
/** The same, for a change. */
const withFeatureToChange = (answer: Answer) => ({ ...withFeature(answer), readOnly: 403 });

const card = { params: { id: 'pm_nobodys' } };
const payment = { params: { id: 'pi_nobodys' } };
const invoice = { params: { id: 'in_nobodys' } };
const selection = {
  items: [{ subscriptionPlanId: 'desktop-basic', priceId: 'desktop-basic-monthly', quantity: 1 }],
};

/** Every endpoint of the contract. A new one without a row here does not compile, and fails the test. */
export const accessTable: Record<keyof EndpointMap, AccessRow> = {
  'POST /LoginWithMFA': { answers: all(422), call: { body: { userName: 'nobody@acme.example', password: 'wrong' } } },
  'POST /signout': { answers: all(200) },
  'GET /api/User/Current': { answers: signedIn(200) },
  'GET /api/Demonstration/History': { answers: signedIn(200) },

  'GET /api/Legal/{name}': { answers: all(200), call: { params: { name: 'terms' } }, subject: 'shared' },

  'GET /api/Products/List': { answers: signedIn(200) },
  'GET /api/Products/My': { answers: signedIn(200) },
  'GET /api/Products/{id}/Plans': { answers: signedIn(200), call: { params: { id: 'desktop' } }, subject: 'shared' },
  'GET /api/Products/{id}/Plans/{planId}': {
    answers: signedIn(200),
    call: { params: { id: 'desktop', planId: 'desktop-basic' } },
    subject: 'shared',
  },

  'POST /api/Products/{id}/CalculatePurchaseTotals': {
    answers: withFeature(200),
    call: { params: { id: 'desktop' }, body: selection },
    subject: 'shared',
  },
  'POST /api/Products/{id}/PreviewPurchase': {
    answers: withFeatureToChange(404),
    call: { params: { id: 'no-such-product' }, body: selection },
    subject: 'shared',
  },
  'POST /api/Products/{id}/Purchase': {
    answers: withFeatureToChange(409),
    call: { params: { id: 'desktop' }, body: { ...selection, taxTransactionId: 'nobodys' } },
    subject: 'shared',
  },
  'GET /api/Products/{id}/Purchase/{operationId}': {
    answers: withFeature(404),
    call: { params: { id: 'desktop', operationId: '00000000-0000-4000-8000-000000000000' } },
    subject: 'purchase',
  },
  'DELETE /api/Products/{id}/Purchase/{operationId}': {
    answers: withFeatureToChange(404),
    call: { params: { id: 'desktop', operationId: '00000000-0000-4000-8000-000000000000' } },
    subject: 'purchase',
  },

  'GET /api/Subscription/list': { answers: withFeature(200) },
  'GET /api/Subscription/{id}': {
    answers: withFeature(404),
    call: { params: { id: '999999' } },
    subject: 'subscription',
  },
  'GET /api/Products/{id}/Subscriptions': {
    answers: signedIn(200),
    call: { params: { id: 'desktop' } },
    subject: 'shared',
  },
  'GET /api/Subscription/invoices': { answers: withFeature(200) },
  'GET /api/Subscription/{id}/invoices': {
    answers: withFeature(404),
    call: { params: { id: '999999' } },
    subject: 'subscription',
  },
  'GET /api/Products/{id}/Subscription/{subId}/paymentOptions': {
    answers: withFeature(404),
    call: { params: { id: 'desktop', subId: '999999' } },
    subject: 'subscription',
    parameter: 'subId',
  },
  'GET /api/Subscription/invoices/{id}/Details': { answers: withFeature(404), call: invoice, subject: 'invoice' },
  'GET /api/Subscription/invoices/{id}/Events': { answers: withFeature(404), call: invoice, subject: 'invoice' },
  'GET /api/Subscription/invoices/upcoming': { answers: withFeature(200) },
  'GET /api/Subscription/invoices/pending': { answers: withFeature(200) },
  'GET /api/Subscription/{id}/invoices/upcoming': {
    answers: withFeature(404),
    call: { params: { id: '999999' } },
    subject: 'subscription',
  },

  'GET /api/Billing/PaymentIntents': { answers: withFeature(200) },
  'GET /api/Billing/PaymentIntents/{id}': { answers: withFeature(404), call: payment, subject: 'payment' },
  'GET /api/Billing/PaymentIntents/{id}/Events': { answers: withFeature(404), call: payment, subject: 'payment' },
  'GET /api/Billing/Balance': { answers: withFeature(200) },
  'POST /api/Billing/Coupon/Apply': {
    answers: withFeatureToChange(422),
    call: { query: { coupon: 'NOBODYS' } },
  },
  'GET /api/Billing/BusinessAddress': { answers: withFeature(200) },
  'GET /api/Billing/PaymentMethods/Card': { answers: withFeature(200) },
  'POST /api/Billing/PaymentMethods': { answers: withFeatureToChange(200), call: { body: {} } },
  'POST /api/Billing/PaymentMethods/{id}/Confirmed': {
    answers: withFeatureToChange(404),
    call: { ...card, body: {} },
    subject: 'card',
  },
  'POST /api/Billing/PaymentMethods/{id}/Default': {
    answers: withFeatureToChange(404),
    call: { ...card, body: {} },
    subject: 'card',
  },
  'GET /api/Billing/Sources/Cards': { answers: withFeature(200) },
  'POST /api/Billing/sources': { answers: withFeatureToChange(422), call: { body: { stripeToken: 'tok_nobodys' } } },
  'GET /api/Billing/Operations': { answers: withFeature(200) },
  'GET /api/Billing/Operations/{operationId}': {
    answers: withFeature(404),
    call: { params: { operationId: '00000000-0000-4000-8000-000000000000' } },
    subject: 'purchase',
  },
  'DELETE /api/Subscription/{id}/Cancel': {
    answers: withFeatureToChange(404),
    call: { params: { id: '999999' } },
    subject: 'subscription',
  },
  'POST /api/Subscription/{id}/DontCancel': {
    answers: withFeatureToChange(404),
    call: { params: { id: '999999' }, body: {} },
    subject: 'subscription',
  },
  'POST /api/Subscription/invoices/sendToPay/{id}': {
    answers: withFeatureToChange(404),
    call: { params: { id: 'in_nobodys' }, body: {} },
    subject: 'invoice',
  },
  'DELETE /api/Billing/PaymentMethods/{id}': { answers: withFeatureToChange(404), call: card, subject: 'card' },

  'GET /api/User/list': { answers: withFeature(200) },
  'GET /api/User/{id}': { answers: withFeature(404), call: { params: { id: '999999' } }, subject: 'user' },
  'POST /api/User/{id}': {
    answers: withFeatureToChange(404),
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

  'GET /api/dev/stripe/ObjectTypes': { answers: operatorOnly(200) },
  'GET /api/dev/stripe/Objects': { answers: operatorOnly(200), call: { query: { type: 'customer' } } },
  'GET /api/dev/stripe/Objects/{id}': {
    answers: operatorOnly(404),
    call: { params: { id: 'cus_nobodys' } },
    subject: 'shared',
  },
  'GET /api/dev/stripe/Events': { answers: operatorOnly(200) },
  'POST /api/dev/stripe/Events/{id}/Redeliver': {
    answers: operatorOnly(404),
    call: { params: { id: 'evt_nobodys' }, body: {} },
    subject: 'shared',
  },
  'GET /api/dev/stripe/Clocks': { answers: operatorOnly(200) },
  'GET /api/dev/stripe/Clocks/{id}': {
    answers: operatorOnly(404),
    call: { params: { id: 'clock_nobodys' } },
    subject: 'shared',
  },
  'POST /api/dev/stripe/Clocks': { answers: operatorOnly(404), call: { body: { customerId: 'cus_nobodys' } } },
  'POST /api/dev/stripe/Clocks/{id}/Advance': {
    answers: operatorOnly(404),
    call: { params: { id: 'clock_nobodys' }, body: { months: 1 } },
    subject: 'shared',
  },
  'POST /api/dev/stripe/Clocks/{id}/Running': {
    answers: operatorOnly(404),
    call: { params: { id: 'clock_nobodys' }, body: { isRunning: true } },
    subject: 'shared',
  },
  'GET /api/dev/stripe/Faults': { answers: operatorOnly(200) },
  'POST /api/dev/stripe/Faults': {
    answers: operatorOnly(200),
    call: { body: { kind: 'fail', prefix: '/v1/nothing-of-the-kind' } },
  },
  'DELETE /api/dev/stripe/Faults/{id}': {
    answers: operatorOnly(404),
    call: { params: { id: '999999999' } },
    subject: 'shared',
  },

  'GET /api/Billing/Mirror': { answers: operatorOnly(200) },
  'GET /api/Billing/Mirror/Repairs': { answers: operatorOnly(200) },
  'POST /api/Billing/Mirror/Repairs': { answers: operatorOnly(200), call: { body: {} } },
  'GET /api/Billing/Mirror/Repairs/{id}/Differences': {
    answers: operatorOnly(404),
    call: { params: { id: '999999999' } },
    subject: 'shared',
  },
  'GET /api/Billing/Mirror/DeadEvents': { answers: operatorOnly(200) },
  'POST /api/Billing/Mirror/DeadEvents/Retry': { answers: operatorOnly(200), call: { body: {} } },
  'POST /api/Billing/Mirror/DeadEvents/{id}/Retry': {
    answers: operatorOnly(404),
    call: { params: { id: 'evt_nobodys' }, body: {} },
    subject: 'shared',
  },
};
