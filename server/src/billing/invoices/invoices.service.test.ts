import { expect, test } from 'vitest';
import { presentPayment } from './invoices.service.ts';

const page = 'https://invoice.stripe.example/1';

test.each([
  ['is pending without an outcome', 'pending', null, 'pending', null],
  ['is paid', 'succeeded', 'paid', 'succeeded', 'paid'],
  ['is sent to the customer', 'succeeded', 'sent', 'succeeded', 'sent'],
  ['waits for authentication on the invoice’s page', 'succeeded', 'requiresAction', 'requiresAction', 'requiresAction'],
] as const)('an invoice that is to be paid %s', (_, state, kept, status, outcome) => {
  const result = kept && { outcome: kept, hostedInvoiceUrl: page };
  expect(presentPayment({ id: 'op', state, result })).toEqual({
    operationId: 'op',
    status,
    outcome,
    hostedInvoiceUrl: kept && page,
  });
});

test('rejects an outcome in another format', () => {
  expect(() => presentPayment({ id: 'op', state: 'succeeded', result: { outcome: 'lost' } })).toThrow();
});
