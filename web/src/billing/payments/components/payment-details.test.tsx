import type { PaymentDetail, TimelineEvent } from '@portico/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { mirrorAgeQuery } from '../../../lib/mirror-age.ts';
import { answer } from '../../../test/render.tsx';
import { renderWithLinks } from '../../../test/router.tsx';
import { PaymentDetails } from './payment-details.tsx';

const payment: PaymentDetail = {
  stripeId: 'pi_1234567890',
  amount: 60_000,
  amountReceived: 60_000,
  amountRefunded: 10_000,
  currency: 'usd',
  status: 'succeeded',
  statementDescriptor: 'VERISCAN',
  description: 'Subscription update',
  productName: 'Veriscan Desktop',
  created: '2026-11-19T06:00:00.000Z',
  paidAt: '2026-11-19T06:00:00.000Z',
  customerName: 'Acme Security',
  card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2098 },
  outcome: { riskScore: 29, riskLevel: 'normal' },
  balanceTransaction: { amount: 60_000, fee: 1_770, net: 58_230 },
  receiptUrl: 'https://pay.example/receipt',
  invoices: [{ stripeId: 'in_1', number: 'PV-0038' }],
  failureMessage: null,
  stale: false,
  asOf: '2026-11-19T06:00:00.000Z',
};

const event = (type: string): TimelineEvent => ({
  stripeId: `evt_${type}`,
  type,
  typeDescription: `Event ${type}`,
  created: '2026-11-19T06:00:00.000Z',
});

function show(change: Partial<PaymentDetail> = {}, types = ['charge.succeeded']) {
  vi.stubGlobal('fetch', async () =>
    answer(200, { items: types.map(event), total: types.length, totalPages: 1, page: 1, pageSize: 100 }),
  );
  return renderWithLinks(<PaymentDetails payment={{ ...payment, ...change }} card="Visa •••• 4242" />);
}

const figureAt = (label: string) => screen.getByText(label, { selector: 'dt' }).parentElement?.querySelector('dd');

it("a payment's page shows the day of the charge if an earlier attempt failed", () => {
  show({ paidAt: '2026-11-27T06:00:00.000Z' });
  expect(figureAt('Date')?.textContent).toContain('19');
  expect(figureAt('Paid on')?.textContent).toContain('27');
});

it("a payment's page shows the amount with refunds, and the payment provider's fee and net amount", () => {
  show();
  expect(figureAt('Amount')?.textContent).toBe('$600.00');
  expect(figureAt('Refunded')?.textContent).toBe('($100.00)');
  expect(figureAt('Fee of the payment provider')?.textContent).toBe('($17.70)');
  expect(figureAt('Net')?.textContent).toBe('$482.30');
  expect(figureAt('Product')?.textContent).toBe('Veriscan Desktop');
  expect(screen.queryByText('Paid on')).toBeNull();
  expect(figureAt('Customer')?.textContent).toBe('Acme Security');
  expect(figureAt('Payment card')?.textContent).toBe('Visa •••• 4242');
  expect(figureAt('Description')?.textContent).toBe('Subscription update');
  expect(figureAt('On the statement')?.textContent).toBe('VERISCAN');
  expect(screen.getByRole('link', { name: 'Invoice PV-0038' }).getAttribute('href')).toBe(
    '/Billing/Invoices/in_1/Details',
  );
  expect(screen.getByRole('link', { name: 'See the receipt' }).getAttribute('href')).toBe(payment.receiptUrl);
});

it.each([
  [29, 'normal', 'Normal risk', 'text-ok'],
  [30, 'elevated', 'Elevated risk', 'text-warning'],
  [75, 'highest', 'Highest risk', 'text-bad'],
])("a payment's page shows the fraud score %s in its color", (riskScore, riskLevel, words, color) => {
  show({ outcome: { riskScore, riskLevel } });
  expect(screen.getByText(words).className).toContain(color);
  expect(screen.getByText(`Score ${riskScore} of 100`)).toBeTruthy();
});

it("a payment's page shows no fee and no fraud score before anything was charged", () => {
  show({ outcome: null, balanceTransaction: null, amountRefunded: 0, receiptUrl: null, invoices: [] });
  expect(figureAt('Outcome')?.textContent).toBe('–');
  expect(screen.queryByText('Net')).toBeNull();
  expect(screen.queryByText('Refunded')).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
});

it("a payment's page shows how old the data is if the payment provider is unavailable", () => {
  show({ stale: true, asOf: new Date(Date.now() - 2 * 3_600_000).toISOString() });
  expect(screen.getByRole('status').textContent).toContain('You see its data from 2 hr. ago.');
});

it("a payment's page does not repeat the shell's notice that data is outdated", async () => {
  const asOf = new Date(Date.now() - 2 * 3_600_000).toISOString();
  const { queryClient } = show({ stale: true, asOf });
  act(() => void queryClient.setQueryData(mirrorAgeQuery.queryKey, { asOf: null }));
  expect(screen.getByRole('status')).toBeTruthy();
  act(() => void queryClient.setQueryData(mirrorAgeQuery.queryKey, { asOf }));
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
});

it("a payment's page shows why the payment failed", () => {
  show({ failureMessage: 'Your card was declined.' });
  expect(screen.getByRole('alert').textContent).toBe('Your card was declined.');
});

it("a payment's page shows its beginning and its latest outcome with exact times, and all events on request", async () => {
  show({}, [
    'charge.succeeded',
    'payment_intent.succeeded',
    'payment_intent.payment_failed',
    'payment_intent.created',
    'invoice.created',
  ]);
  const list = await screen.findByRole('list', { name: 'Timeline' });
  const titles = () =>
    within(list)
      .getAllByText(/^Event/)
      .map(({ textContent }) => textContent);
  expect(titles()).toEqual(['Event payment_intent.succeeded', 'Event payment_intent.created']);
  expect(within(list).getAllByText(/^11\/\d\d\/2026 \d/)).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Show all 5 events' }));
  expect(titles()).toHaveLength(5);
  await userEvent.click(screen.getByRole('button', { name: 'Show less' }));
  expect(titles()).toHaveLength(2);
});

it("a payment's page shows that nothing happened recently", async () => {
  show({}, []);
  expect(await screen.findByText('Nothing happened in the latest 30 days.')).toBeTruthy();
});
