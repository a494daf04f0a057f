import type { Preloaded } from '@portico/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cardReplacementRequest } from '../../../lib/card-replacement-request.ts';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { answer } from '../../../test/render.tsx';
import { renderWithLinks } from '../../../test/router.tsx';
import type { SavedCard } from '../api/list-cards.ts';
import { CardsCard } from './cards-card.tsx';

const visa: SavedCard = {
  stripeId: 'pm_1',
  card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2098, isDefault: true },
  billingDetails: { name: null, email: null },
  funding: 'credit',
  inUse: false,
  declinedAt: null,
};
const expired: SavedCard = {
  ...visa,
  stripeId: 'pm_2',
  card: { brand: 'mastercard', last4: '4444', expMonth: 1, expYear: 2020, isDefault: false },
  funding: null,
};

let saved: SavedCard[];
let paid: {
  id: number;
  productId: string;
  productName: string;
  paymentMethodId: string | null;
  paymentMethodUpdateAllowed: boolean;
}[];
let deletion: () => Response;
let confirmed: () => Response;
const fetched = vi.fn(async (url: string, init?: RequestInit) => {
  if (init?.method === 'DELETE') return deletion();
  if (init?.method === 'POST') return answer(200, { operationId: 'o', status: 'succeeded', savedCard: saved[1] });
  if (url.endsWith('/api/Billing/Operations/o1')) return confirmed();
  if (url.includes('/api/Subscription/list'))
    return answer(200, { items: paid, total: 1, totalPages: 1, page: 1, pageSize: 100 });
  expect(url).toContain('/api/Billing/PaymentMethods/Card');
  return answer(200, { items: saved, total: saved.length, totalPages: 1, page: 1, pageSize: 100 });
});

function setUp(change: Partial<Preloaded> = {}) {
  replacePreloaded({
    user: { readOnly: false } as Preloaded['user'],
    features: ['customerAdmin', 'billing'],
    ...change,
  });
  vi.stubGlobal('fetch', fetched);
  renderWithLinks(
    <main>
      <CardsCard unsettledNotice={null} />
    </main>,
  );
}

/** The press loads the menu's code. */
async function openMenu(card: string) {
  const button = await screen.findByRole('button', { name: `Actions for ${card}` });
  await act(async () => void fireEvent.click(button));
}

beforeEach(() => {
  saved = [visa, expired];
  paid = [];
  deletion = () => {
    saved = [visa];
    return answer(200, { operationId: 'o', status: 'succeeded' });
  };
  fetched.mockClear();
});

it('the card list shows number, expiry, type and the default card', async () => {
  setUp();
  const row = (await screen.findByText('Visa ending in 4242')).closest('li') as HTMLElement;
  expect(within(row).getByText('Expires 12/2098')).toBeDefined();
  expect(within(row).getByText('Credit')).toBeDefined();
  expect(within(row).getByText('Default')).toBeDefined();
  expect(within(row).queryByText('Expired')).toBeNull();
  const other = screen.getByText('Mastercard ending in 4444').closest('li') as HTMLElement;
  expect(within(other).getByText('Expired')).toBeDefined();
  expect(within(other).getByText(/^Mastercard ••••/)).toBeDefined();
  expect(within(other).queryByText('Credit')).toBeNull();
});

it.each([
  [{ brand: 'link', last4: '' } as const, 'Link', 'Link'],
  [{ brand: 'bank account', last4: '3000' } as const, 'Bank account ending in 3000', 'Bank account •••• 3000'],
])('the card list shows no expiry date and no missing digits of %o (CARD-18)', async (change, spoken, shown) => {
  saved = [{ ...visa, funding: null, card: { ...visa.card, ...change, expYear: 9999 } }];
  setUp();
  const row = (await screen.findByText(spoken, { selector: '.sr-only' })).closest('li') as HTMLElement;
  expect(row.textContent).toContain(shown);
  expect(within(row).queryByText(/9999/)).toBeNull();
});

it('the card list shows which card soon expires, and what each card pays for', async () => {
  const now = new Date();
  const soon = { ...expired.card, expMonth: now.getMonth() + 1, expYear: now.getFullYear() };
  saved = [
    { ...visa, inUse: true },
    { ...expired, card: soon },
  ];
  const cloud = {
    id: 1,
    productId: 'cloud',
    productName: 'Cloud',
    paymentMethodId: 'pm_1',
    paymentMethodUpdateAllowed: true,
  };
  paid = [cloud, { ...cloud, id: 2, productId: 'sdk', productName: 'SDK', paymentMethodId: null }];
  setUp();
  const row = (await screen.findByText('Visa ending in 4242')).closest('li') as HTMLElement;
  expect(await within(row).findByText('Pays Cloud, SDK')).toBeDefined();
  expect(within(row).queryByText('Expires soon')).toBeNull();
  const other = screen.getByText('Mastercard ending in 4444').closest('li') as HTMLElement;
  expect(within(other).getByText('Expires soon')).toBeDefined();
  expect(within(other).queryByText(/Cloud/)).toBeNull();
});

it('the card list marks a declined card with the day', async () => {
  saved = [{ ...visa, declinedAt: '2025-11-26T12:00:00Z' }, expired];
  setUp();
  const row = (await screen.findByText('Visa ending in 4242')).closest('li') as HTMLElement;
  expect(within(row).getByText('Declined Nov 26, 2025')).toBeDefined();
});

it('the card list offers to replace a card that pays for something, and replaces it instead of deleting it', async () => {
  saved = [{ ...visa, inUse: true }, expired];
  paid = [
    { id: 1, productId: 'cloud', productName: 'Cloud', paymentMethodId: 'pm_1', paymentMethodUpdateAllowed: true },
  ];
  setUp();
  const replace = await screen.findByRole('button', { name: 'Replace Visa ending in 4242' });
  expect(screen.getAllByRole('button', { name: /^Replace/ })).toEqual([replace]);
  expect(screen.getByText('Not in use')).toBeDefined();
  await userEvent.click(replace);
  expect(cardReplacementRequest.get()).toEqual({ paymentMethodId: 'pm_1' });
  cardReplacementRequest.set(null);
  await openMenu('Visa ending in 4242');
  expect(screen.queryByRole('menuitem', { name: 'Make default' })).toBeNull();
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete…' }));
  expect(cardReplacementRequest.get()).toEqual({ paymentMethodId: 'pm_1' });
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('the card list makes a card the default', async () => {
  setUp();
  await openMenu('Mastercard ending in 4444');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Make default' }));
  await waitFor(() =>
    expect(fetched).toHaveBeenCalledWith(
      '/api/Billing/PaymentMethods/pm_2/Default',
      expect.objectContaining({ method: 'POST' }),
    ),
  );
});

it('the card list asks for confirmation before it deletes a card, and removes the card', async () => {
  setUp();
  await openMenu('Mastercard ending in 4444');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete…' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(fetched).not.toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ method: 'DELETE' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete card' }));
  await waitFor(() => expect(screen.queryByText('Mastercard ending in 4444')).toBeNull());
});

it('the deletion dialog explains that a card is still needed if it has no subscription that can be moved', async () => {
  saved = [{ ...visa, inUse: true }, expired];
  setUp();
  await openMenu('Visa ending in 4242');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete…' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByRole('heading').textContent).toBe('This card is still needed');
  expect(within(dialog).queryByRole('button', { name: 'Delete card' })).toBeNull();
});

it('the deletion dialog shows why a card could not be deleted', async () => {
  deletion = () => answer(409, { code: 'Conflict', message: 'This card pays for a subscription.', requestId: 'r' });
  setUp();
  await openMenu('Visa ending in 4242');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete…' }));
  const dialog = await screen.findByRole('alertdialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete card' }));
  expect((await within(dialog).findByRole('alert')).textContent).toBe('This card pays for a subscription.');
  expect(screen.getAllByText('Visa ending in 4242').length).toBeGreaterThan(0);
});

it('the deletion dialog opens the replacement if the card turns out to pay for subscriptions (CARD-5)', async () => {
  const subscriptions = [{ id: 7, productId: 'cloud', productName: 'Cloud' }];
  const refusal = { code: 'Conflict', message: 'It pays for one.', requestId: 'r', additionalData: { subscriptions } };
  deletion = () => answer(409, refusal);
  setUp();
  await openMenu('Visa ending in 4242');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete…' }));
  const question = await screen.findByRole('alertdialog');
  await userEvent.click(within(question).getByRole('button', { name: 'Delete card' }));
  await waitFor(() => expect(cardReplacementRequest.get()).toEqual({ paymentMethodId: 'pm_1' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

describe('the pending deletion of a card', () => {
  async function begin() {
    deletion = () => answer(200, { operationId: 'o1', status: 'pending' });
    setUp();
    await openMenu('Mastercard ending in 4444');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete…' }));
    const dialog = await screen.findByRole('alertdialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete card' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  }

  it('closes its dialog, and the card disappears once it is deleted', async () => {
    confirmed = () => {
      saved = [visa];
      return answer(200, { operationId: 'o1', status: 'succeeded', error: null });
    };
    await begin();
    const elsewhere = screen.getByRole('button', { name: 'Add a card' });
    elsewhere.focus();
    await waitFor(() => expect(screen.queryByText('Mastercard ending in 4444')).toBeNull());
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(document.activeElement).toBe(elsewhere);
  });

  it('opens its dialog again with the reason if the card could not be deleted', async () => {
    const error = { code: 'Conflict', message: 'This card pays for a subscription.' };
    confirmed = () => answer(200, { operationId: 'o1', status: 'failed', error });
    await begin();
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByRole('alert').textContent).toBe(error.message);
  });
});

it.each([
  ['a read-only user', { user: { readOnly: true } as Preloaded['user'] }],
  [
    'an operator acting as the user',
    { actingAs: { operatorName: 'Op', text: '', until: '2026-11-20T00:00:00Z', secondsLeft: 3_000 } },
  ],
])('the card list shows no actions to %s', async (_, change) => {
  setUp(change);
  await screen.findByText('Visa ending in 4242');
  expect(screen.queryByRole('button')).toBeNull();
});

it('an empty card list offers to add the first card', async () => {
  saved = [];
  setUp();
  await screen.findByText('No card is saved yet');
  expect(screen.getAllByRole('button', { name: 'Add a card' })).toHaveLength(1);
});
