import type { InvoiceDetail, Preloaded } from '@portico/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { paymentRequest } from '../../../lib/payment-request.ts';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { openInvoice as invoice } from '../../../test/invoices.ts';
import { answer } from '../../../test/render.tsx';
import { renderWithLinks } from '../../../test/router.tsx';
import { InvoiceDetails } from './invoice-details.tsx';

const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();

const event = {
  stripeId: 'evt_1',
  type: 'invoice.finalized',
  typeDescription: 'Invoice was finalized',
  created: invoice.created,
};
const asked: string[] = [];

/** @param sent the answer to a payment request */
function show(change: Partial<InvoiceDetail> = {}, sent?: () => Response) {
  asked.length = 0;
  fetched.mockImplementation(async (url, init) => {
    const path = new URL(url, 'http://localhost').pathname;
    asked.push(`${init?.method} ${path}`);
    if (path.endsWith('/Details')) return answer(200, { ...invoice, ...change });
    if (path.endsWith('/Events'))
      return answer(200, { items: [event], total: 1, totalPages: 1, page: 1, pageSize: 100 });
    if (path.includes('/sendToPay/') && sent) return sent();
    return answer(404, { code: 'NotFound', message: 'Not found', requestId: 'r' });
  });
  renderWithLinks(
    <main>
      <InvoiceDetails id="in_1" title="Invoice details" renderCard={({ last4 }) => `card ${last4}`} />
    </main>,
  );
}

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  replacePreloaded({ user: { readOnly: false } as Preloaded['user'], features: ['customerAdmin', 'billing'] });
});

it.each([
  ['1234-5678', '1234-5678'],
  [null, '–'],
])("an invoice's page shows the receipt number %s as %s", async (receiptNumber, shown) => {
  show({ receiptNumber });
  const label = await screen.findByText('Receipt number');
  expect(label.closest('div')?.textContent).toBe(`Receipt number${shown}`);
});

it("an invoice's page shows the amount due, the lines, the payer, and the timeline", async () => {
  show({ paidWith: { brand: 'visa', last4: '4242' } });
  await screen.findByRole('heading', { level: 1, name: 'Invoice ACME-0001' });
  const row = (await screen.findByText('2', { selector: 'td' })).closest('tr');
  expect(row?.textContent).toContain('$35.00');
  const amounts = [
    'Subtotal$70.00',
    'Discount SPRING25 (25% off)($10.00)',
    'GST (5%)$2.00',
    'QST (9.975%)$4.00',
    'Total$66.00',
    'Credit applied($20.00)',
    'Amount due$46.00',
  ];
  for (const amount of amounts) expect(document.body.textContent).toContain(amount);
  expect(screen.getByText('Mexico')).toBeTruthy();
  expect(screen.getByText('card 4242')).toBeTruthy();
  expect(await screen.findByText('Invoice was finalized')).toBeTruthy();
});

it.each([
  [{ creditApplied: -500, total: -500 }, 'Added to your credit$5.00'],
  [{ creditApplied: 0, owedBefore: 40 }, 'Owed from before$0.40'],
  [{ creditApplied: 0, carriedOver: 40 }, 'Too little to be charged alone: added to your next invoice($0.40)'],
])("an invoice's page explains the balance: %o", async (change, words) => {
  show(change);
  await screen.findByRole('heading', { level: 1, name: 'Invoice ACME-0001' });
  expect(document.body.textContent).toContain(words);
  expect(document.body.textContent).not.toContain('Credit applied');
});

it("a paid invoice's page shows the paid amount and the period of the lines", async () => {
  show({
    status: 'paid',
    paid: true,
    amountPaid: 4_600,
    amountRemaining: 0,
    periodStart: '2026-02-05T10:00:00.000Z',
    periodEnd: '2026-03-05T10:00:00.000Z',
  });
  const amount = await screen.findByRole('button', { name: '$46.00' });
  expect(amount.previousElementSibling?.textContent).toBe('Paid');
  expect(screen.getByText('Period').nextElementSibling?.textContent).toMatch(/Mar 5, 2026 – Apr 5, 2026/);
});

it("an invoice's page shows the paid and remaining amounts when the total is pressed, until Escape", async () => {
  show();
  const amount = await screen.findByRole('button', { name: '$46.00' });
  expect(amount.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(amount);
  expect(amount.getAttribute('aria-expanded')).toBe('true');
  const behind = document.getElementById(amount.getAttribute('aria-controls') ?? '') as HTMLElement;
  expect(within(behind).getByText('$36.00')).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  expect(amount.getAttribute('aria-expanded')).toBe('false');
});

describe('paying an invoice', () => {
  it('is one button, which opens the dialog with the saved cards and the other ways', async () => {
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Pay $36.00' }));
    expect(paymentRequest.get()).toBe('in_1');
    expect(screen.queryByRole('button', { name: 'Charge the saved card' })).toBeNull();
    expect(screen.queryByRole('link', { name: /ways to pay/ })).toBeNull();
  });

  const send = () => screen.findByRole('button', { name: 'Send to pay' });

  it('shows to whom an invoice was sent that is not charged automatically', async () => {
    const sent = { operationId: 'op', status: 'succeeded', outcome: 'sent', hostedInvoiceUrl: 'https://pay.example' };
    show({ collection: 'send' }, () => answer(200, sent));
    await userEvent.click(await send());
    expect(await screen.findByText('The invoice was sent to owner@acme.example.')).toBeTruthy();
    expect(asked).toContain('POST /api/Subscription/invoices/sendToPay/in_1');
  });

  it('sends the invoice again if the payment provider was unavailable', async () => {
    show({ collection: 'send' }, () => answer(503, { code: 'ServiceUnavailable', message: 'Away.', requestId: 'r' }));
    await userEvent.click(await send());
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(asked.filter((call) => call.includes('sendToPay'))).toHaveLength(2);
  });
});

it.each(['paid', 'void', 'draft', 'uncollectible'] as const)(
  'offers no payment when the invoice is %s',
  async (status) => {
    show({ status });
    expect(await screen.findByRole('button', { name: 'Download PDF' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Pay / })).toBeNull();
  },
);

it('links to the page of a paid invoice at the payment provider', async () => {
  show({ status: 'paid' });
  const link = await screen.findByRole('link', { name: /^Open its page at the payment provider/ });
  expect(link.getAttribute('href')).toBe('https://pay.example/in_1');
  expect(link.className).not.toMatch(/hidden/);
});

it("an invoice's page reports that the invoice does not exist", async () => {
  fetched.mockImplementation(async () => answer(404, { code: 'NotFound', message: 'Not found', requestId: 'r' }));
  renderWithLinks(<InvoiceDetails id="in_2" title="Invoice details" renderCard={() => null} />);
  expect(await screen.findByText('This invoice was not found')).toBeTruthy();
});

it("an invoice's page offers no payment to a read-only user", async () => {
  replacePreloaded({ user: { readOnly: true } as Preloaded['user'], features: ['customerAdmin', 'billing'] });
  show();
  expect(await screen.findByRole('button', { name: 'Download PDF' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Pay / })).toBeNull();
  expect(screen.queryByRole('link', { name: /payment provider/ })).toBeNull();
});
