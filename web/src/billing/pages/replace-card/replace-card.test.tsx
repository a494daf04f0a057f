import type { AttentionItem, Preloaded, SavedCard } from '@portico/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { paymentRequest } from '../../../lib/payment-request.ts';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { makeUnpaid } from '../../../test/attention.ts';
import { answer } from '../../../test/render.tsx';
import { renderWithLinks } from '../../../test/router.tsx';
import { ReplaceCard } from './replace-card.tsx';

const visa: SavedCard = {
  stripeId: 'pm_1',
  card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2098, isDefault: true },
  billingDetails: { name: null, email: null },
  funding: 'credit',
  inUse: true,
  declinedAt: null,
};
const mastercard: SavedCard = {
  ...visa,
  stripeId: 'pm_2',
  card: { ...visa.card, brand: 'mastercard', last4: '4444', isDefault: false },
  inUse: false,
};
const subscription = { paymentMethodId: 'pm_1', paymentMethodUpdateAllowed: true };

let items: AttentionItem[];
let replaced: () => Response;
let paid: () => Response;
const sent: [string, unknown][] = [];

function list(rows: readonly unknown[]) {
  return answer(200, { items: rows, total: rows.length, totalPages: 1, page: 1, pageSize: 100 });
}

beforeEach(() => {
  items = [];
  sent.length = 0;
  replaced = () => answer(200, { operationId: 'o', status: 'succeeded' });
  paid = () =>
    answer(200, {
      operationId: 'p',
      status: 'succeeded',
      outcome: 'paid',
      clientSecret: null,
      amountPaid: 4_793,
      currency: 'usd',
      cardKept: false,
    });
  replacePreloaded({ user: { readOnly: false } as Preloaded['user'], features: ['customerAdmin', 'billing'] });
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (init?.method === 'POST') {
      sent.push([url, JSON.parse(String(init.body))]);
      return url.endsWith('/Replacement') ? replaced() : paid();
    }
    if (url.includes('/PaymentMethods/Card')) return list([visa, mastercard]);
    if (url.includes('/Attention')) return answer(200, { items });
    if (url.includes('/NextPayments')) return answer(200, { items: [], isBeingReckoned: false });
    if (url.includes('/Subscription/list'))
      return list([
        { ...subscription, id: 3, productId: 'age-check', productName: 'Age Check' },
        { ...subscription, id: 9, productId: 'cloud', productName: 'Cloud' },
      ]);
    return list([]);
  });
});

/** Opens the dialog, and chooses the other saved card. */
async function open() {
  const onClose = vi.fn();
  renderWithLinks(<ReplaceCard paymentMethodId="pm_1" onClose={onClose} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Replace Visa •••• 4242' }));
  const radio = await dialog.findByRole('radio', { name: /4444/ });
  expect(dialog.queryByRole('radio', { name: /4242/ })).toBeNull();
  expect((dialog.getByRole('radio', { name: /New card/ }) as HTMLInputElement).checked).toBe(true);
  await userEvent.click(radio);
  return { dialog, onClose };
}

it('the replacement lists what the card pays for, moves it, and deletes the card on request', async () => {
  const { dialog, onClose } = await open();
  expect(dialog.getByText('The other card takes over all 2 subscriptions. Nothing is charged today.')).toBeTruthy();
  expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['AAge Check', 'CCloud']);
  expect(dialog.queryByRole('checkbox', { name: /^Pay/ })).toBeNull();
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Then delete Visa •••• 4242' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Replace card' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([
    ['/api/Billing/PaymentMethods/pm_1/Replacement', { paymentMethodId: 'pm_2', deleteReplaced: false }],
  ]);
});

it('the replacement offers to pay a past-due invoice with the other card', async () => {
  items = [makeUnpaid()];
  const { dialog, onClose } = await open();
  await userEvent.click(await dialog.findByRole('checkbox', { name: /^Pay \$47\.93 now with this card/ }));
  expect(dialog.queryByText(/Nothing is charged today/)).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Replace card and pay $47.93' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([
    ['/api/Billing/PaymentMethods/pm_1/Replacement', { paymentMethodId: 'pm_2', deleteReplaced: true }],
    ['/api/Subscription/invoices/in_1/Pay', { paymentMethodId: 'pm_2', keepCard: false }],
  ]);
  expect(paymentRequest.get()).toBeNull();
});

it('the payment dialog opens if the other card is declined', async () => {
  items = [makeUnpaid()];
  paid = () => answer(402, { code: 'CardError', message: 'Your card was declined.', requestId: 'r' });
  const { dialog, onClose } = await open();
  await userEvent.click(await dialog.findByRole('checkbox', { name: /^Pay/ }));
  await userEvent.click(dialog.getByRole('button', { name: /^Replace card and pay/ }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(paymentRequest.get()).toBe('in_1');
});

it('the replacement stays open and shows why nothing was moved', async () => {
  replaced = () => answer(409, { code: 'Conflict', message: 'The card was not replaced.', requestId: 'r' });
  const { dialog, onClose } = await open();
  await userEvent.click(dialog.getByRole('button', { name: 'Replace card' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('The card was not replaced.');
  expect(onClose).not.toHaveBeenCalled();
});
