import type { CockpitRenewalPayment } from '@portico/contract';
import { expect, it, vi } from 'vitest';
import { renderUi } from '../../../test/render.tsx';
import { RenewalPayment } from './renewal-payment.tsx';
import { WeekChart } from './week-chart.tsx';

const visa = { brand: 'visa', last4: '4242', expiresBefore: false } as const;
const byCard: CockpitRenewalPayment = { method: 'card', card: visa, credit: 0 };

it.each<[string, Partial<CockpitRenewalPayment>, string[]]>([
  ['its card', {}, ['Visa ••••\u00a04242']],
  ['a card that expires before', { card: { ...visa, expiresBefore: true } }, ['Visa ••••\u00a04242 expires before']],
  ['an invoice', { method: 'sent', card: null }, ['By invoice, which the customer pays']],
  ['nothing', { method: 'missing', card: null }, ['No card saved']],
  ['credit and the card', { credit: 250 }, ['$2.50 from credit', 'Visa ••••\u00a04242']],
  ['credit alone', { method: 'missing', card: null, credit: 1_000 }, ['Paid from credit']],
])('shows that a renewal is paid by %s', (_, change, lines) => {
  const { container } = renderUi(<RenewalPayment payment={{ ...byCard, ...change }} amount={1_000} currency="usd" />);
  expect([...container.querySelectorAll('p')].map((line) => line.textContent)).toEqual(lines);
});

it('labels the days of the chart with month and day in any time zone', () => {
  vi.stubEnv('TZ', 'Pacific/Auckland');
  const days = Array.from({ length: 14 }, (_, index) => ({
    day: `2026-11-${String(index + 9).padStart(2, '0')}`,
    amount: 0,
  }));
  const { container } = renderUi(<WeekChart days={days} currency="usd" />);
  const labels = [...container.querySelectorAll('.text-xs > span')].map((label) => label.textContent?.trim());
  expect(labels).toEqual(['Nov 16', 'Nov 17', 'Nov 18', 'Nov 19', 'Nov 20', 'Nov 21', 'Nov 22']);
});
