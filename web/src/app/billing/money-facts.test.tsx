import type { Preloaded } from '@portico/contract';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../lib/preloaded.ts';
import { answer, renderUi } from '../../test/render.tsx';
import { MoneyFacts } from './money-facts.tsx';

interface Charge {
  amountDue: number;
  productName: string;
  created: string;
  currency: string;
}
const charge = (amountDue: number, productName: string): Charge => ({
  amountDue,
  productName,
  created: '2098-12-17T12:00:00Z',
  currency: 'usd',
});

function show(charges: Charge[], endingBalance: number) {
  replacePreloaded({ user: { readOnly: false } as Preloaded['user'], features: ['customerAdmin', 'billing'] });
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('/Balance')
      ? answer(200, { endingBalance, currency: 'usd' })
      : answer(200, { items: charges, total: charges.length, totalPages: 1, page: 1, pageSize: 10 }),
  );
  renderUi(<MoneyFacts />);
}

it('shows the next payment that is really charged, and the credit', async () => {
  show([charge(0, 'Cloud'), charge(4793, 'Age Check')], 1250);
  expect(await screen.findByText('$47.93')).toBeTruthy();
  expect(screen.getByText('On Dec 17, 2098, for Age Check')).toBeTruthy();
  expect(await screen.findByText('$12.50')).toBeTruthy();
  expect(screen.getByText('Your next invoices take it first')).toBeTruthy();
});

it('says that the credit pays where nothing is charged', async () => {
  show([charge(0, 'Cloud')], 90_000);
  expect(await screen.findByText('Your credit pays what is due on Dec 17, 2098')).toBeTruthy();
  expect(screen.getByText('$0.00')).toBeTruthy();
});

it('says that nothing is planned, and what is owed in parentheses', async () => {
  show([], -500);
  expect(await screen.findByText('No payment is planned')).toBeTruthy();
  expect(await screen.findByText('($5.00)')).toBeTruthy();
  expect(screen.getByText('Added to your next invoice')).toBeTruthy();
});
