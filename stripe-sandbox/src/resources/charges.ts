import { endpoint, listEndpoint } from '../endpoint.ts';
import { hash, needed, oneOf, text, timeRange } from '../parameters.ts';

export const chargeEndpoints = [
  endpoint('GET /v1/charges/:charge', {}, async ({ work, ids }) => work.get('charge', ids.charge ?? '')),

  listEndpoint(
    '/v1/charges',
    'charge',
    { created: timeRange(), customer: text(), payment_intent: text() },
    ({ parameters }) => ({
      customer: parameters.customer,
      related: [parameters.payment_intent],
      times: { created: parameters.created },
    }),
  ),
];

export const invoicePaymentEndpoints = [
  endpoint('GET /v1/invoice_payments/:payment', {}, async ({ work, ids }) =>
    work.get('invoice_payment', ids.payment ?? ''),
  ),

  listEndpoint(
    '/v1/invoice_payments',
    'invoice_payment',
    {
      created: timeRange(),
      invoice: text(),
      payment: hash({ payment_intent: text(), type: needed(oneOf('payment_intent')) }),
      status: oneOf('canceled', 'open', 'paid'),
    },
    ({ parameters }) => ({
      related: [parameters.invoice, parameters.payment?.payment_intent],
      match: { status: parameters.status },
      times: { created: parameters.created },
    }),
  ),
];
