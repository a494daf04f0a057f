import type { NextPayment, Preloaded } from '@portico/contract';
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { wholeText } from '../../../test/whole-text.ts';
import { MoneyFacts } from './money-facts.tsx';

const payment = (total: number, amountDue: number, change: Partial<NextPayment> = {}): NextPayment => ({
  subscriptionId: 1,
  productId: 'age-check',
  productName: 'Age Check',
  at: '2098-12-17T12:00:00Z',
  currency: 'usd',
  total,
  amountDue,
  card: { brand: 'visa', last4: '4242' },
  isBeforeTax: false,
  ...change,
});

interface Told {
  payments?: NextPayment[];
  credit?: number;
  spent?: { since: string | null; spent: number; successPaymentsCount: number };
}

const nothingSpent = { since: null, spent: 0, successPaymentsCount: 0 };

function show({ payments = [], credit = 0, spent = nothingSpent }: Told) {
  replacePreloaded({ user: { readOnly: false } as Preloaded['user'], features: ['customerAdmin', 'billing'] });
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('/Balance')) return answer(200, { endingBalance: credit, currency: 'usd' });
    if (url.includes('/NextPayments')) return answer(200, { items: payments, isBeingReckoned: false });
    expect(url).toContain('/PaymentIntents');
    return answer(200, { items: [], total: 0, totalPages: 0, page: 1, pageSize: 5, ...spent });
  });
  renderUi(<MoneyFacts />);
}

const fact = (title: string) => within(screen.getByRole('heading', { name: title }).closest('section') as HTMLElement);

it('the next payment shows its date, product and card', async () => {
  show({ payments: [payment(4_793, 4_793)] });
  const next = fact('Next payment');
  expect(await next.findByText('$47.93')).toBeTruthy();
  expect(next.getByText('Dec 17, 2098').getAttribute('title')).toMatch(/^12\/1\d\/2098 /);
  expect(next.getByText('· Age Check')).toBeTruthy();
  expect(next.getByText('Visa ending in 4242')).toBeTruthy();
  expect(next.queryByText(/Invoice/)).toBeNull();
});

it('the next payment shows that more is paid on the same day, and ignores other days', async () => {
  const later = payment(900, 900, { at: '2098-12-18T12:00:00Z' });
  show({ payments: [payment(4_793, 4_793), payment(2_975, 2_975), payment(700, 0), later] });
  expect(await fact('Next payment').findByText('and 1 more on the same day')).toBeTruthy();
});

it('the next payment is split into the parts that card and credit pay', async () => {
  show({ payments: [payment(54_869, 42_869)], credit: 12_000 });
  const next = fact('Next payment');
  expect(await next.findByText('$428.69')).toBeTruthy();
  expect(next.getByText('Card $428.69')).toBeTruthy();
  expect(next.getByText('Credit $120.00')).toBeTruthy();
  expect(next.getByText('Invoice $548.69')).toBeTruthy();
  expect(await fact('Your credit').findByText(wholeText('All of it is used on Dec 17, 2098'))).toBeTruthy();
});

it('the credit shows how much of it the next invoice uses', async () => {
  show({ payments: [payment(4_793, 0)], credit: 12_000 });
  expect(await fact('Your credit').findByText(wholeText('$47.93 of it is used on Dec 17, 2098'))).toBeTruthy();
});

it('the next payment skips charges that the credit pays completely', async () => {
  show({ payments: [payment(900, 0), payment(4_793, 4_793)], credit: 900 });
  expect(await fact('Next payment').findByText('$47.93')).toBeTruthy();
});

it('if nothing is charged, the next payment shows that the credit covers it', async () => {
  show({ payments: [payment(900, 0)], credit: 90_000 });
  expect(await screen.findByText(wholeText('Your credit pays what is due on Dec 17, 2098'))).toBeTruthy();
});

it('the next payment shows that tax will be added, and which part is a debt', async () => {
  show({ payments: [payment(4_000, 4_500, { isBeforeTax: true })], credit: -500 });
  expect(await screen.findByText('· before tax')).toBeTruthy();
  expect(screen.getByText('$5.00 of it is what your account owes')).toBeTruthy();
  expect(await fact('Your credit').findByText('($5.00)')).toBeTruthy();
  expect(screen.getByText('Added to your next invoice')).toBeTruthy();
});

it('the overview shows that nothing is planned and nothing was paid', async () => {
  show({});
  expect(await screen.findByText('No payment is planned')).toBeTruthy();
  expect(await screen.findByText('No payment yet')).toBeTruthy();
});

it('the total spent is shown with the number of payments and the first year', async () => {
  show({ spent: { since: '2025-09-01T12:00:00Z', spent: 916_891, successPaymentsCount: 37 } });
  const spent = fact('Spent');
  expect(await spent.findByText('$9,168.91')).toBeTruthy();
  expect(spent.getByText('in 37 payments, refunds taken off')).toBeTruthy();
  expect(spent.getByText(wholeText('since Sep 1, 2025'))).toBeTruthy();
});
