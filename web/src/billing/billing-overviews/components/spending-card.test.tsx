import type { MonthOfSpending, NextPayment, Preloaded } from '@portico/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { SpendingCard } from './spending-card.tsx';

const names = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}`);
const none = { paid: 0, unpaid: 0, yearly: 0, spread: 0 };
const withMoney: Record<string, MonthOfSpending['products']> = {
  '2026-11': [{ ...none, productId: 'cloud', paid: 54_869 }],
  '2026-12': [
    { ...none, productId: 'cloud', paid: 54_869 },
    { ...none, productId: 'age', unpaid: 4_793 },
  ],
};
const renewal: NextPayment = {
  subscriptionId: 1,
  productId: 'cloud',
  productName: 'Cloud',
  at: '2027-01-01T00:00:00.000Z',
  currency: 'usd',
  total: 54_869,
  amountDue: 42_869,
  card: null,
  isBeforeTax: false,
  breakdown: null,
};

let months: MonthOfSpending[];
let payments: NextPayment[];
let fails: boolean;

beforeEach(() => {
  months = names.map((month) => ({ month, products: withMoney[month] ?? [] }));
  payments = [renewal];
  fails = false;
  replacePreloaded({ user: { readOnly: false } as Preloaded['user'], features: ['customerAdmin', 'billing'] });
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('/NextPayments')) return answer(200, { items: payments, isBeingReckoned: false });
    if (fails) return answer(503, { code: 'Unavailable', message: 'Please try again.', requestId: 'r' });
    const products = [
      { productId: 'cloud', name: 'Cloud' },
      { productId: 'age', name: 'Age Check' },
    ];
    return answer(200, { currency: 'usd', months, products });
  });
});

const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

it("the spending card shows a table with each month's paid, unpaid and due amounts", async () => {
  renderUi(<SpendingCard colors={new Map()} />);
  const table = await screen.findByRole('table', { name: 'Spent by product' });
  const heads = within(table)
    .getAllByRole('columnheader')
    .map((head) => head.textContent);
  expect(heads).toEqual(['Month', 'Cloud', 'Age Check (past due)', 'Cloud (expected)', 'Total']);
  const rows = within(table).getAllByRole('row');
  expect(rows).toHaveLength(14);
  expect(within(rows[12] as HTMLElement).getByRole('rowheader').textContent).toBe('Dec 2026');
  expect(cellsOf(rows[12] as HTMLElement)).toEqual(['$548.69', '$47.93', '$0.00', '$596.62']);
  expect(within(rows[13] as HTMLElement).getByRole('rowheader').textContent).toBe('Jan 2027');
  expect(cellsOf(rows[13] as HTMLElement)).toEqual(['$0.00', '$0.00', '$428.69', '$428.69']);
  expect(screen.getByText('$1,097.38')).toBeTruthy();
  expect(screen.getByText('$91.45 a month on average')).toBeTruthy();
});

it("the spending chart shows a month's figures with the arrow keys and the pointer", async () => {
  renderUi(<SpendingCard colors={new Map()} />);
  const slider = await screen.findByRole('slider', { name: 'Month of the chart' });
  expect(slider.getAttribute('aria-valuetext')).toBe('Jan 2027: $428.69, Cloud (expected) $428.69');
  fireEvent.change(slider, { target: { value: '11' } });
  expect(slider.getAttribute('aria-valuetext')).toBe('Dec 2026: $596.62, Cloud $548.69, Age Check (past due) $47.93');
  // The bubble shows the same text.
  expect(screen.getByText('$596.62', { selector: '[aria-hidden] span' })).toBeTruthy();
  fireEvent.blur(slider);
  expect(screen.queryByText('$596.62', { selector: '[aria-hidden] span' })).toBeNull();
});

it('the spending chart draws a bar for each part, and outlines future ones', async () => {
  const { container } = renderUi(<SpendingCard colors={new Map()} />);
  await screen.findByRole('slider');
  const bars = [...container.querySelectorAll('rect[data-kind]')].map((bar) => bar.getAttribute('data-kind'));
  expect(bars.sort()).toEqual(['due', 'paid', 'paid', 'unpaid']);
});

it('the spending card spreads yearly payments over twelve months, or shows them by date with a cut bar', async () => {
  months = names.map((month) => ({
    month,
    products: [
      { ...none, productId: 'cloud', paid: 5_000 },
      month === '2026-12'
        ? { productId: 'age', paid: 120_000, unpaid: 0, yearly: 120_000, spread: 10_000 }
        : { ...none, productId: 'age', spread: 10_000 },
    ],
  }));
  payments = [];
  const { container } = renderUi(<SpendingCard colors={new Map()} />);
  const slider = await screen.findByRole('slider');
  expect(slider.getAttribute('aria-valuetext')).toBe(
    'Dec 2026: $150.00, Cloud $50.00, Age Check (1/12 of yearly payment) $100.00',
  );
  expect(container.querySelector('[data-cut]')).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'By payment date' }));
  expect(slider.getAttribute('aria-valuetext')).toBe('Dec 2026: $1,250.00, Cloud $50.00, Age Check $1,200.00');
  expect(container.querySelectorAll('[data-cut]')).toHaveLength(1);
  expect(screen.getByText('$1,250')).toBeTruthy();
});

it('the spending card shows the table instead of the chart on request', async () => {
  renderUi(<SpendingCard colors={new Map()} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Table' }));
  expect(screen.queryByRole('slider')).toBeNull();
  expect(screen.getByRole('table', { name: 'Spent by product' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Chart' }));
  expect(screen.getByRole('slider')).toBeTruthy();
});

it('the spending card shows a message if nothing was paid', async () => {
  months = names.map((month) => ({ month, products: [] }));
  payments = [];
  renderUi(<SpendingCard colors={new Map()} />);
  expect(await screen.findByText('Nothing was paid in the latest 12 months')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Table' })).toBeNull();
});

it('the spending card offers a retry if it could not be loaded', async () => {
  fails = true;
  renderUi(<SpendingCard colors={new Map()} />);
  const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 10_000 });
  fails = false;
  await userEvent.click(again);
  expect(await screen.findByRole('slider')).toBeTruthy();
}, 20_000);
