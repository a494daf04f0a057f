import type { Preloaded } from '@portico/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { paymentRequest } from '../../../lib/payment-request.ts';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { makePending } from '../../../test/coming-invoices.ts';
import { answer } from '../../../test/render.tsx';
import { renderWithLinks } from '../../../test/router.tsx';
import { PendingList } from './pending-list.tsx';

const item = {
  stripeId: 'ii_1',
  description: 'Setup',
  amount: 4_200,
  currency: 'usd',
  created: '2026-11-06T10:00:00.000Z',
};

function show(items: object[], pendingItems: object[] = []) {
  const sum = { pendingItems, pendingItemsTotal: pendingItems.length * item.amount };
  vi.stubGlobal('fetch', async () =>
    answer(200, { items, total: items.length, totalPages: 1, page: 1, pageSize: 10, ...sum }),
  );
  const search = { page: 1, pageSize: 10, sortField: 'created', order: 'desc' } as const;
  renderWithLinks(<PendingList search={search} onSearchChange={vi.fn()} />);
}

const become = (readOnly: boolean) =>
  replacePreloaded({ user: { readOnly } as Preloaded['user'], features: ['customerAdmin', 'billing'] });
const row = async (name: string) => within((await screen.findByRole('link', { name })).closest('tr') as HTMLElement);

beforeEach(() => become(false));

it('the list of pending invoices shows paid and remaining amounts, names the product, and links to the invoice', async () => {
  show([makePending()]);
  const open = await row('ACME-0001');
  expect(open.getByText('Cloud – Team, Monthly')).toBeTruthy();
  for (const amount of ['$10.00', '$50.00', '$60.00']) expect(open.getByText(amount)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'ACME-0001' }).getAttribute('href')).toBe('/Billing/Invoices/in_1/Details');
});

it('the list of pending invoices opens the payment of an open invoice', async () => {
  paymentRequest.set(null);
  show([makePending()]);
  fireEvent.click((await row('ACME-0001')).getByRole('button', { name: 'Pay invoice ACME-0001' }));
  expect(paymentRequest.get()).toBe('in_1');
});

it.each([
  ['a draft', { status: 'draft' as const }, false],
  ['an invoice with nothing left to pay', { amountRemaining: 0 }, false],
  ['a read-only user', {}, true],
])('the list of pending invoices offers no payment for %s', async (_, change, readOnly) => {
  become(readOnly);
  show([makePending(change)]);
  expect((await row('ACME-0001')).queryByRole('button', { name: /^Pay/ })).toBeNull();
});

it('the list of pending invoices sums the items of the next invoice', async () => {
  show([], [item, { ...item, stripeId: 'ii_2', description: null }]);
  expect(await screen.findByText('No invoice waits to be paid')).toBeTruthy();
  expect(screen.getByText('Setup')).toBeTruthy();
  expect(screen.getByText('$84.00')).toBeTruthy();
  const [day] = screen.getAllByText('Nov 6, 2026');
  expect(day?.getAttribute('title')).toMatch(/^11\/06\/2026 \d+:00 [AP]M$/);
});
