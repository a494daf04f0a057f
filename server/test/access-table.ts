import type { Action, EndpointMap } from '@portico/contract';
import { type Asker, expectations } from './access-expectations.ts';
import { profileAccess } from './access-table-profile.ts';
import { sessionAccess } from './access-table-session.ts';
import { waysInAccess } from './access-table-ways-in.ts';

/** Nobody; the owner of another account; of the account itself a read-only user with features, a user without, an admin; an operator. */
export const actors = [
  'nobody',
  'otherOwner',
  'readOnly',
  'user',
  'admin',
  'operator',
] as const satisfies readonly Asker[];
export type Actor = (typeof actors)[number];

export interface AccessRow {
  /** The status for who is let in. What is asked for belongs to nobody, so that letting in is told by what comes after. */
  readonly answer: number;
  readonly call?: {
    readonly params?: Record<string, string>;
    readonly query?: Record<string, string>;
    readonly body?: object;
  };
  /** What the path's parameters name: something of one account, or what is there for all. Each endpoint with parameters says. */
  readonly subject?:
    | 'subscription'
    | 'card'
    | 'purchase'
    | 'payment'
    | 'invoice'
    | 'user'
    | 'order'
    | 'license'
    | 'device'
    | 'shared';
  /** The parameter that names it, where it is not the subject's usual one. */
  readonly parameter?: string;
}

/** What an actor gets for the row's call: whom the action's expectation leaves out is refused. */
export function expectedAnswer(action: Action, actor: Actor, { answer }: AccessRow): number {
  if (expectations[action].includes(actor)) return answer;
  return actor === 'nobody' ? 401 : 403;
}

const card = { params: { id: 'pm_nobodys' } };
const payment = { params: { id: 'pi_nobodys' } };
const invoice = { params: { id: 'in_nobodys' } };
const nobodys = { params: { id: '999999' } };
const device = { name: 'Front desk', hardwareId: '7C1E9A40B2' };
const manualOrder = {
  productId: 'desktop',
  planId: 'desktop-basic',
  version: '',
  quantity: 1,
  domains: null,
  price: 0,
  number: '',
  expirationDate: null,
  note: '',
};
const selection = {
  items: [{ subscriptionPlanId: 'desktop-basic', priceId: 'desktop-basic-monthly', quantity: 1 }],
};

/** Every endpoint of the contract. A new one without a row here does not compile, and fails the test. */
export const accessTable: Record<keyof EndpointMap, AccessRow> = {
  ...waysInAccess,
  ...profileAccess,
  'POST /LoginWithMFA': { answer: 422, call: { body: { userName: 'nobody@acme.example', password: 'wrong' } } },
  'POST /signout': { answer: 200 },
  'GET /api/User/Current': { answer: 200 },
  'GET /api/Demonstration/History': { answer: 200 },
  ...sessionAccess,

  'GET /api/Legal/{name}': { answer: 200, call: { params: { name: 'terms' } }, subject: 'shared' },

  'GET /api/Products/List': { answer: 200 },
  'GET /api/Products/My': { answer: 200 },
  'GET /api/Products/{id}/Plans': { answer: 200, call: { params: { id: 'desktop' } }, subject: 'shared' },
  'GET /api/Products/{id}/Plans/{planId}': {
    answer: 200,
    call: { params: { id: 'desktop', planId: 'desktop-basic' } },
    subject: 'shared',
  },

  'GET /api/Products/Buyers': { answer: 200 },
  'POST /api/Products/AdditionalInfo': {
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
    answer: 200,
    call: { params: { id: 'desktop' }, body: selection },
    subject: 'shared',
  },
  'POST /api/Products/{id}/EstimatePurchase': {
    answer: 200,
    call: { params: { id: 'desktop' }, body: selection },
    subject: 'shared',
  },
  'POST /api/Products/{id}/PreviewPurchase': {
    answer: 404,
    call: { params: { id: 'no-such-product' }, body: selection },
    subject: 'shared',
  },
  'POST /api/Products/{id}/Purchase': {
    answer: 409,
    call: { params: { id: 'desktop' }, body: { ...selection, taxTransactionId: 'nobodys' } },
    subject: 'shared',
  },
  'GET /api/Products/{id}/Purchase/{operationId}': {
    answer: 404,
    call: { params: { id: 'desktop', operationId: '00000000-0000-4000-8000-000000000000' } },
    subject: 'purchase',
  },
  'DELETE /api/Products/{id}/Purchase/{operationId}': {
    answer: 404,
    call: { params: { id: 'desktop', operationId: '00000000-0000-4000-8000-000000000000' } },
    subject: 'purchase',
  },

  'GET /api/Subscription/list': { answer: 200 },
  'GET /api/Subscription/{id}': {
    answer: 404,
    call: { params: { id: '999999' } },
    subject: 'subscription',
  },
  'GET /api/Products/{id}/Subscriptions': {
    answer: 200,
    call: { params: { id: 'desktop' } },
    subject: 'shared',
  },
  'GET /api/Subscription/invoices': { answer: 200 },
  'GET /api/Subscription/{id}/invoices': {
    answer: 404,
    call: { params: { id: '999999' } },
    subject: 'subscription',
  },
  'GET /api/Products/{id}/Subscription/{subId}/paymentOptions': {
    answer: 404,
    call: { params: { id: 'desktop', subId: '999999' } },
    subject: 'subscription',
    parameter: 'subId',
  },
  'GET /api/Subscription/invoices/{id}/Details': { answer: 404, call: invoice, subject: 'invoice' },
  'GET /api/Subscription/invoices/{id}/Events': { answer: 404, call: invoice, subject: 'invoice' },
  'GET /api/Subscription/invoices/upcoming': { answer: 200 },
  'GET /api/Subscription/invoices/pending': { answer: 200 },
  'GET /api/Subscription/{id}/invoices/upcoming': {
    answer: 404,
    call: { params: { id: '999999' } },
    subject: 'subscription',
  },

  'GET /api/Orders/List': { answer: 200 },
  'GET /Reports/OrdersReport': { answer: 200, call: { query: { format: 'csv' } } },
  'GET /api/Orders/{id}': { answer: 404, call: nobodys, subject: 'order' },
  'GET /api/Orders/{id}/{productId}/Features': {
    answer: 404,
    call: { params: { id: '999999', productId: 'desktop' } },
    subject: 'order',
  },
  'GET /api/Operator/Orders': { answer: 200 },
  'GET /api/Operator/Orders/{id}': { answer: 404, call: nobodys, subject: 'shared' },
  'POST /api/Operator/Orders': { answer: 422, call: { body: { ...manualOrder, accountId: 999_999 } } },
  'POST /api/Operator/Orders/{id}': { answer: 404, call: { ...nobodys, body: manualOrder }, subject: 'shared' },
  'POST /api/Operator/Orders/{id}/Activate': { answer: 404, call: nobodys, subject: 'shared' },
  'POST /api/Operator/Orders/{id}/MarkPaid': { answer: 404, call: nobodys, subject: 'shared' },
  'POST /api/Operator/Orders/{id}/Cancel': { answer: 404, call: nobodys, subject: 'shared' },
  'GET /api/Operator/Accounts': { answer: 200 },

  'GET /api/Licenses/List': { answer: 200 },
  'GET /Reports/LicensesReport': { answer: 200, call: { query: { format: 'csv' } } },
  'GET /api/Licenses/Download': { answer: 404, call: { query: { serialNumber: 'nobodys' } } },
  'GET /api/Licenses/{id}': { answer: 404, call: nobodys, subject: 'license' },
  'GET /api/Licenses/{id}/{productId}/Features': {
    answer: 404,
    call: { params: { id: '999999', productId: 'desktop' } },
    subject: 'license',
  },
  'GET /.well-known/portico-license-keys.json': { answer: 200 },
  'GET /api/Operator/Licenses': { answer: 200 },
  'POST /api/Operator/Licenses/{id}/GrantReleases': {
    answer: 404,
    call: { ...nobodys, body: { amount: 1, reason: 'They asked.' } },
    subject: 'shared',
  },
  'GET /api/Operator/Licenses/Checks': { answer: 200 },

  'GET /api/HardwareId': { answer: 200 },
  'GET /Reports/HardwareIdsReport': { answer: 200, call: { query: { format: 'csv' } } },
  'GET /api/HardwareId/{id}': { answer: 404, call: nobodys, subject: 'device' },
  'GET /api/HardwareId/{id}/History': { answer: 404, call: nobodys, subject: 'device' },
  'POST /api/HardwareId': { answer: 422, call: { body: { ...device, licenseId: 999_999 } } },
  'PUT /api/HardwareId/{id}': { answer: 404, call: { ...nobodys, body: device }, subject: 'device' },
  'POST /api/HardwareId/{id}/Release': { answer: 404, call: { ...nobodys, body: {} }, subject: 'device' },
  'POST /api/HardwareId/{id}/Replace': { answer: 404, call: { ...nobodys, body: device }, subject: 'device' },
  'POST /api/HardwareId/{id}/Block': {
    answer: 404,
    call: { ...nobodys, body: { reason: 'Stolen' } },
    subject: 'device',
  },
  'POST /api/HardwareId/{id}/Unblock': { answer: 404, call: { ...nobodys, body: {} }, subject: 'device' },
  'GET /api/Licenses/{id}/HardwareIdsList': { answer: 404, call: nobodys, subject: 'license' },
  'GET /api/Licenses/{id}/History': { answer: 404, call: nobodys, subject: 'license' },
  'POST /api/Licenses/{id}/AddHardware': { answer: 404, call: { ...nobodys, body: device }, subject: 'license' },
  'GET /api/Licenses/{id}/Usage': { answer: 404, call: nobodys, subject: 'license' },

  'GET /api/Billing/PaymentIntents': { answer: 200 },
  'GET /api/Billing/PaymentIntents/{id}': { answer: 404, call: payment, subject: 'payment' },
  'GET /api/Billing/PaymentIntents/{id}/Events': { answer: 404, call: payment, subject: 'payment' },
  'GET /api/Billing/Balance': { answer: 200 },
  'POST /api/Billing/Coupon/Apply': {
    answer: 422,
    call: { query: { coupon: 'NOBODYS' } },
  },
  'GET /api/Billing/BusinessAddress': { answer: 200 },
  'GET /api/Billing/PaymentMethods/Card': { answer: 200 },
  'POST /api/Billing/PaymentMethods': { answer: 200, call: { body: {} } },
  'POST /api/Billing/PaymentMethods/{id}/Confirmed': {
    answer: 404,
    call: { ...card, body: {} },
    subject: 'card',
  },
  'POST /api/Billing/PaymentMethods/{id}/Default': {
    answer: 404,
    call: { ...card, body: {} },
    subject: 'card',
  },
  'GET /api/Billing/Sources/Cards': { answer: 200 },
  'POST /api/Billing/sources': { answer: 422, call: { body: { stripeToken: 'tok_nobodys' } } },
  'GET /api/Billing/Operations': { answer: 200 },
  'GET /api/Billing/Operations/{operationId}': {
    answer: 404,
    call: { params: { operationId: '00000000-0000-4000-8000-000000000000' } },
    subject: 'purchase',
  },
  'GET /api/Billing/Attention': { answer: 200 },
  'GET /api/Subscription/{id}/Events': { answer: 404, call: nobodys, subject: 'subscription' },
  'POST /api/Subscription/{id}': {
    answer: 404,
    call: { ...nobodys, body: { paymentMethodId: 'pm_nobodys' } },
    subject: 'subscription',
  },
  'POST /api/Subscription/{id}/CancelSubscriptionEmail': {
    answer: 404,
    call: { ...nobodys, body: { name: 'No Body', email: 'nobody@acme.example' } },
    subject: 'subscription',
  },
  'DELETE /api/Subscription/{id}/Cancel': {
    answer: 404,
    call: { params: { id: '999999' } },
    subject: 'subscription',
  },
  'POST /api/Subscription/{id}/DontCancel': {
    answer: 404,
    call: { params: { id: '999999' }, body: {} },
    subject: 'subscription',
  },
  'POST /api/Subscription/invoices/sendToPay/{id}': {
    answer: 404,
    call: { params: { id: 'in_nobodys' }, body: {} },
    subject: 'invoice',
  },
  'DELETE /api/Billing/PaymentMethods/{id}': { answer: 404, call: card, subject: 'card' },

  'GET /api/User/list': { answer: 200 },
  'GET /api/User/{id}': { answer: 404, call: { params: { id: '999999' } }, subject: 'user' },
  'POST /api/User/{id}': {
    answer: 404,
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

  'GET /api/dev/stripe/ObjectTypes': { answer: 200 },
  'GET /api/Operator/Messages': { answer: 200 },
  'GET /api/Operator/Messages/{id}': { answer: 404, call: nobodys, subject: 'shared' },
  'GET /api/Operator/Messages/{id}/Html': { answer: 404, call: nobodys, subject: 'shared' },
  'POST /api/Operator/Messages/{id}/SendAgain': { answer: 404, call: nobodys, subject: 'shared' },
  'GET /api/dev/outbox': { answer: 200 },
  'GET /api/dev/outbox/{id}': { answer: 404, call: nobodys, subject: 'shared' },
  'GET /api/dev/outbox/{id}/Html': { answer: 404, call: nobodys, subject: 'shared' },
  'GET /api/dev/stripe/Objects': { answer: 200, call: { query: { type: 'customer' } } },
  'GET /api/dev/stripe/Objects/{id}': {
    answer: 404,
    call: { params: { id: 'cus_nobodys' } },
    subject: 'shared',
  },
  'GET /api/dev/stripe/Events': { answer: 200 },
  'POST /api/dev/stripe/Events/{id}/Redeliver': {
    answer: 404,
    call: { params: { id: 'evt_nobodys' }, body: {} },
    subject: 'shared',
  },
  'GET /api/dev/stripe/Clocks': { answer: 200 },
  'GET /api/dev/stripe/Clocks/{id}': {
    answer: 404,
    call: { params: { id: 'clock_nobodys' } },
    subject: 'shared',
  },
  'POST /api/dev/stripe/Clocks': { answer: 404, call: { body: { customerId: 'cus_nobodys' } } },
  'POST /api/dev/stripe/Clocks/{id}/Advance': {
    answer: 404,
    call: { params: { id: 'clock_nobodys' }, body: { months: 1 } },
    subject: 'shared',
  },
  'POST /api/dev/stripe/Clocks/{id}/Running': {
    answer: 404,
    call: { params: { id: 'clock_nobodys' }, body: { isRunning: true } },
    subject: 'shared',
  },
  'GET /api/dev/stripe/Faults': { answer: 200 },
  'POST /api/dev/stripe/Faults': {
    answer: 200,
    call: { body: { kind: 'fail', prefix: '/v1/nothing-of-the-kind' } },
  },
  'DELETE /api/dev/stripe/Faults/{id}': {
    answer: 404,
    call: { params: { id: '999999999' } },
    subject: 'shared',
  },

  'GET /api/Billing/Mirror': { answer: 200 },
  'GET /api/Billing/Mirror/Repairs': { answer: 200 },
  'POST /api/Billing/Mirror/Repairs': { answer: 200, call: { body: {} } },
  'GET /api/Billing/Mirror/Repairs/{id}/Differences': {
    answer: 404,
    call: { params: { id: '999999999' } },
    subject: 'shared',
  },
  'GET /api/Billing/Mirror/DeadEvents': { answer: 200 },
  'POST /api/Billing/Mirror/DeadEvents/Retry': { answer: 200, call: { body: {} } },
  'POST /api/Billing/Mirror/DeadEvents/{id}/Retry': {
    answer: 404,
    call: { params: { id: 'evt_nobodys' }, body: {} },
    subject: 'shared',
  },
};
