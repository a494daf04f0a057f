import type { InvoicePayment, Preloaded } from '@portico/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useImperativeHandle } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { type CardChoiceSlot, PayDialog } from './pay-dialog.tsx';

vi.mock('../../../lib/authenticate-cardholder.ts', () => ({
  authenticateCardholder: async () => 'The bank said no.',
}));

const payment: InvoicePayment = {
  invoiceId: 'in_1',
  number: 'ACME-0001',
  productName: 'Cloud',
  status: 'open',
  amount: 6_600,
  currency: 'usd',
  chargedPaymentMethodId: 'pm_old',
  renews: true,
  lastTry: {
    at: '2026-11-20T10:00:00.000Z',
    paymentMethodId: 'pm_old',
    card: { brand: 'visa', last4: '0341' },
    reason: 'Your card has insufficient funds.',
  },
  unsettled: null,
  hostedInvoiceUrl: 'https://pay.example/in_1',
};
const result = {
  operationId: 'o1',
  status: 'succeeded',
  outcome: 'paid',
  clientSecret: null,
  amountPaid: 6_600,
  currency: 'usd',
  cardKept: true,
};
const path = '/api/Subscription/invoices/in_1/Pay';

let sent: unknown[];
const preferred: (string | null)[] = [];
const close = vi.fn();

/** Replaces the choice of cards, and selects another card than the preferred one. */
function Cards({ ref, preferred: first, disabled, onSelect, onReady }: CardChoiceSlot) {
  useImperativeHandle(ref, () => ({ submit: async () => ({ paymentMethodId: 'pm_new' }) }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the real choice does when its cards are there
  useEffect(() => {
    preferred.push(first);
    onSelect('pm_new');
    onReady();
  }, []);
  return <p>{disabled ? 'cards, disabled' : 'cards'}</p>;
}

function open(change: Partial<InvoicePayment> = {}, pay: () => Response = () => answer(200, result)) {
  sent = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (init.method !== 'POST') return answer(200, { ...payment, ...change });
    expect(url).toBe(path);
    sent.push(JSON.parse(String(init.body)));
    return pay();
  });
  renderUi(<PayDialog invoiceId="in_1" onClose={close} renderCards={(slot) => <Cards {...slot} />} />);
}

const payButton = () => screen.findByRole('button', { name: 'Pay $66.00' });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => {
  close.mockReset();
  preferred.length = 0;
  replacePreloaded({ user: { readOnly: false } as Preloaded['user'], features: ['customerAdmin', 'billing'] });
});

describe('paying an invoice', () => {
  it('links to the other ways to pay on every width', async () => {
    open();
    await payButton();
    const link = screen.getByRole('link', { name: 'Other ways to pay' });
    expect(link.getAttribute('href')).toBe('https://pay.example/in_1');
    expect(link.className).not.toMatch(/hidden/);
  });

  it('shows the amount due and why the last card did not pay it, and does not preselect that card', async () => {
    open();
    await payButton();
    expect(screen.getByText('Cloud, invoice ACME-0001')).toBeTruthy();
    expect(screen.getByText(/Visa •••• 0341 was declined on/).textContent).toContain('insufficient funds');
    expect(preferred).toEqual([null]);
    expect(screen.getByRole('link', { name: /Other ways to pay/ }).getAttribute('href')).toBe(
      'https://pay.example/in_1',
    );
  });

  it('pays with the chosen card, keeps it for renewals by default, and thanks the user', async () => {
    open();
    await payButton();
    await userEvent.click(screen.getByRole('checkbox', { name: /Use this card for the next renewals too/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: /Use this card for the next renewals too/ }));
    await userEvent.dblClick(await payButton());
    expect(await screen.findByText('$66.00 was paid. Thank you.')).toBeTruthy();
    expect(screen.getByText('This card pays the next renewals of Cloud too.')).toBeTruthy();
    expect(sent).toEqual([{ paymentMethodId: 'pm_new', keepCard: true }]);
    await press('Done');
    expect(close).toHaveBeenCalledOnce();
  });

  it('follows a payment whose answer was lost, even while the server is unreachable', async () => {
    open({}, () => {
      if (sent.length === 1) throw new TypeError('The network was lost.');
      return sent.length === 2
        ? answer(503, { code: 'Unavailable', message: 'Away', requestId: 'r' })
        : answer(200, result);
    });
    await userEvent.click(await payButton());
    expect(await screen.findByText('$66.00 was paid. Thank you.', {}, { timeout: 10_000 })).toBeTruthy();
    expect(sent).toHaveLength(3);
  });

  it('shows a declined card, and lets the user pay with another one', async () => {
    let tries = 0;
    open({ lastTry: null }, () => {
      tries += 1;
      return tries === 1
        ? answer(402, { code: 'CardError', message: 'Your card was declined.', requestId: 'r' })
        : answer(200, result);
    });
    await userEvent.click(await payButton());
    expect((await screen.findByRole('alert')).textContent).toContain('Your card was declined. Nothing was charged.');
    await userEvent.click(await payButton());
    expect(await screen.findByText('$66.00 was paid. Thank you.')).toBeTruthy();
  });

  it('waits for a cardholder who did not confirm, and offers to ask again or use another card', async () => {
    open({}, () => answer(200, { ...result, status: 'requiresAction', outcome: 'requiresAction', clientSecret: 's' }));
    await userEvent.click(await payButton());
    expect(await screen.findByText(/The bank said no\. Your bank wants you to confirm this payment/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Confirm the payment' })).toBeTruthy();
    await press('Use another card');
    expect(await payButton()).toBeTruthy();
  });

  it.each([
    ['paid elsewhere', 'paid', 'This invoice is paid. Thank you.'],
    ['void', 'void', 'This invoice can no longer be paid. Nothing was charged.'],
  ] as const)('shows that the invoice is %s, and offers no payment', async (_, status, words) => {
    open({ status });
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  it('explains that nothing was charged if the invoice was paid before', async () => {
    open({}, () => answer(200, { ...result, outcome: 'alreadyPaid', cardKept: false }));
    await userEvent.click(await payButton());
    expect(await screen.findByText('It had been paid before: nothing was charged to this card.')).toBeTruthy();
  });

  it('does not ask about renewals if nothing renews', async () => {
    open({ renews: false });
    await payButton();
    expect(screen.queryByRole('checkbox')).toBeNull();
    await waitFor(() => expect(preferred).toHaveLength(1));
  });
});
