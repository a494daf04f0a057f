import type { Preloaded, UnpaidInvoice } from '@portico/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../lib/preloaded.ts';
import { answer, renderUi } from '../../test/render.tsx';
import { PayButton } from './pay-button.tsx';

const unpaid: UnpaidInvoice = {
  invoiceId: 'in_1',
  amount: 4793,
  currency: 'usd',
  hostedInvoiceUrl: null,
  failedAt: null,
  nextAttempt: null,
  card: null,
};
const fetched = vi.fn(async (_url: string, _init: RequestInit) =>
  answer(200, { operationId: 'o', status: 'succeeded', outcome: 'paid', hostedInvoiceUrl: null }),
);

function show(change: Partial<UnpaidInvoice> = {}, readOnly = false) {
  replacePreloaded({ user: { readOnly } as Preloaded['user'], features: ['customerAdmin', 'billing'] });
  renderUi(
    <main>
      <PayButton unpaid={{ ...unpaid, ...change }} className="" />
    </main>,
  );
}

beforeEach(() => {
  fetched.mockClear();
  vi.stubGlobal('fetch', fetched);
});

it('leads to the payment provider’s page where there is one, and charges nothing by itself', async () => {
  show({ hostedInvoiceUrl: 'https://pay.example/in_1' });
  const link = screen.getByRole('link', { name: 'Pay now' });
  expect(link.getAttribute('href')).toBe('https://pay.example/in_1');
  expect(screen.queryByRole('button')).toBeNull();
});

it('has the invoice charged where it has no page', async () => {
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Pay now' }));
  await waitFor(() =>
    expect(fetched.mock.calls.map(([url, init]) => [init.method, url])).toContainEqual([
      'POST',
      '/api/Subscription/invoices/sendToPay/in_1',
    ]),
  );
});

it.each([null, 'https://pay.example/in_1'])('shows nothing to a reader who may not pay (%s)', (hostedInvoiceUrl) => {
  show({ hostedInvoiceUrl }, true);
  expect(screen.getByRole('main').childNodes).toHaveLength(0);
});
