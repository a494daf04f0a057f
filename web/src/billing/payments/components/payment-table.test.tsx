import type { PaymentRow } from '@portico/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderWithLinks } from '../../../test/router.tsx';
import type { ListAnswer } from '../../../ui/data-table/use-list-table.ts';
import { PaymentTable } from './payment-table.tsx';

const payment: PaymentRow = {
  stripeId: 'pi_1',
  amount: 4_793,
  currency: 'usd',
  status: 'succeeded',
  statementDescriptor: 'VERISCAN',
  description: 'Subscription',
  productName: 'Veriscan Age Check',
  created: '2026-11-01T15:00:00.000Z',
  paidAt: '2026-11-01T15:00:00.000Z',
};

function show(change: Partial<PaymentRow>) {
  const data = { items: [{ ...payment, ...change }], total: 1, totalPages: 1, page: 1, pageSize: 10 };
  const query = { data, isSuccess: true, isPending: false, isError: false, error: null, isPlaceholderData: false };
  renderWithLinks(<PaymentTable query={query as unknown as UseQueryResult<ListAnswer<PaymentRow>>} />);
}

it('the table of payments names the product of a payment', async () => {
  show({});
  expect(await screen.findAllByText('Veriscan Age Check')).not.toHaveLength(0);
  expect(screen.queryByText(/^Paid /)).toBeNull();
});

it('the table of payments names the product once', async () => {
  show({ description: 'Veriscan Age Check: renewal' });
  expect(await screen.findAllByText(/Veriscan Age Check/)).toEqual(screen.getAllByText('Veriscan Age Check: renewal'));
});

it('the table of payments shows the later day of the successful charge', async () => {
  show({ paidAt: '2026-11-08T15:00:00.000Z' });
  expect(await screen.findAllByText('Paid Nov 8, 2026')).not.toHaveLength(0);
});

it('the table of payments omits an unknown product and day', async () => {
  show({ productName: null, paidAt: null, status: 'requires_payment_method' });
  await screen.findAllByRole('link', { name: 'Subscription' });
  expect(screen.queryByText(/Veriscan|^Paid /)).toBeNull();
});
