import { endpoint, listEndpoint, listPage, mergeMetadata, pageOf } from '../endpoint.ts';
import { turnToTimeOf } from '../engine/customer-time.ts';
import { invalidRequest } from '../errors.ts';
import { clearable, hash, metadata, needed, oneOf, paging, text, timeRange } from '../parameters.ts';

export const chargeEndpoints = [
  endpoint('GET /v1/charges/:charge', {}, async ({ work, ids }) => work.get('charge', ids.charge ?? '')),

  endpoint(
    'POST /v1/charges/:charge',
    {
      customer: text(),
      description: clearable(text(40_000)),
      metadata: metadata(),
      receipt_email: clearable(text(512)),
    },
    async ({ work, ids, parameters: given }) => {
      const charge = await work.get('charge', ids.charge ?? '');
      await turnToTimeOf(work, charge.customer);
      if (given.customer !== undefined) {
        if (charge.customer !== null && charge.customer !== given.customer)
          throw invalidRequest('You cannot change the customer of a charge that has one.', { param: 'customer' });
        charge.customer = (await work.get('customer', given.customer, 'customer')).id;
      }
      if (given.description !== undefined) charge.description = given.description;
      if (given.receipt_email !== undefined) charge.receipt_email = given.receipt_email;
      charge.metadata = mergeMetadata(charge.metadata, given.metadata);
      return charge;
    },
  ),

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

  endpoint(
    'GET /v1/setup_attempts',
    { ...paging, created: timeRange(), setup_intent: needed(text()) },
    async ({ work, parameters }) =>
      listPage(work, 'setup_attempt', '/v1/setup_attempts', {
        related: [parameters.setup_intent],
        times: { created: parameters.created },
        ...pageOf(parameters),
      }),
  ),
];
