import type { LiveOperation, Preloaded, SavedCard } from '@portico/contract';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../lib/preloaded.ts';
import { answer, renderUi } from '../../test/render.tsx';
import { BillingPage } from './billing.tsx';

const visa: SavedCard = {
  stripeId: 'pm_1',
  card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2098, isDefault: true },
  billingDetails: { name: null, email: null },
  funding: 'credit',
  inUse: false,
  declinedAt: null,
};
const mastercard: SavedCard = {
  ...visa,
  stripeId: 'pm_2',
  card: { brand: 'mastercard', last4: '4444', expMonth: 12, expYear: 2098, isDefault: false },
};
const deletion: LiveOperation = {
  id: '0b8f2a55-6f0e-4e5c-9d2c-0d3f3c5b8f11',
  kind: 'card',
  productId: null,
  status: 'pending',
  createdAt: '2026-11-20T12:00:00.000Z',
};
const title = 'A change of your cards is being confirmed';

let saved: SavedCard[];
let live: LiveOperation[];
const fetched = vi.fn(async (url: string, _init?: RequestInit) => {
  if (url.endsWith('/api/Billing/Spending')) return answer(200, { currency: 'usd', months: [], products: [] });
  if (url.includes('/invoices/pending'))
    return answer(200, {
      items: [],
      total: 0,
      totalPages: 0,
      page: 1,
      pageSize: 5,
      pendingItems: [],
      pendingItemsTotal: 0,
    });
  if (url.endsWith('/api/Billing/Balance')) return answer(200, { endingBalance: 0, currency: 'usd' });
  const items = url.endsWith('/api/Billing/Operations') ? live : url.includes('/PaymentMethods/Card') ? saved : [];
  return answer(200, { items, total: items.length, totalPages: 1, page: 1, pageSize: 100 });
});

/** The page after a reload: pending changes were started earlier. */
async function open(change: Partial<Preloaded> = {}) {
  replacePreloaded({
    user: { readOnly: false } as NonNullable<Preloaded['user']>,
    features: ['customerAdmin', 'billing'],
    ...change,
  });
  vi.stubGlobal('fetch', fetched);
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  // The page loads the tables' code.
  await act(
    async () =>
      void renderUi(
        <RouterContextProvider router={router}>
          <main>
            <BillingPage />
          </main>
        </RouterContextProvider>,
      ),
  );
  await screen.findAllByText(saved.length > 0 ? 'Visa ending in 4242' : 'No card is saved yet');
}

const buttons = () => [
  screen.getByRole('button', { name: 'Add a card' }),
  ...screen.queryAllByRole('button', { name: /^Actions for / }),
];

/** The press loads the menu's code. */
const openMenu = () =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Actions for Mastercard ending in 4444' })));

beforeEach(() => {
  saved = [visa, mastercard];
  live = [deletion];
  fetched.mockClear();
});

describe('a pending change of the saved cards', () => {
  it('is shown, and blocks other changes of the cards', async () => {
    await open();
    const notice = await screen.findByText(title);
    expect(notice.closest('[role=status]')).not.toBeNull();
    expect(buttons()).toHaveLength(3);
    for (const button of buttons()) {
      expect(button.getAttribute('aria-disabled')).toBe('true');
      const why = document.getElementById(button.getAttribute('aria-describedby') ?? '');
      expect(why?.textContent).toContain(title);
      await userEvent.click(button);
      button.focus();
      await userEvent.keyboard('{Enter}');
      expect(document.activeElement).toBe(button);
    }
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('menu')).toBeNull();
    expect(fetched.mock.calls.filter(([, init]) => init?.method && init.method !== 'GET')).toEqual([]);
  });

  it('blocks adding a first card if none is left', async () => {
    saved = [];
    await open();
    await screen.findByText(title);
    const [add] = buttons();
    expect(add?.getAttribute('aria-disabled')).toBe('true');
  });

  it('is shown to read-only users too', async () => {
    await open({ user: { readOnly: true } as NonNullable<Preloaded['user']> });
    expect(await screen.findByText(title)).toBeTruthy();
  });

  it('disappears when it is settled, and the new cards are shown', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await open();
    await screen.findByText(title);
    [live, saved] = [[], [visa]];
    await act(() => vi.advanceTimersByTimeAsync(3100));
    await waitFor(() => expect(screen.queryByText(title)).toBeNull());
    await waitFor(() => expect(screen.queryByText('Mastercard ending in 4444')).toBeNull());
    for (const button of buttons()) {
      expect(button.getAttribute('aria-disabled')).toBeNull();
      expect(button.getAttribute('aria-describedby')).toBeNull();
    }
  });
});

it('the saved cards can be changed while an operation of a product is pending', async () => {
  live = [{ ...deletion, kind: 'pay' }];
  await open();
  await waitFor(() => expect(fetched).toHaveBeenCalledWith('/api/Billing/Operations', expect.anything()));
  expect(screen.queryByText(title)).toBeNull();
  await openMenu();
  expect(await screen.findByRole('menuitem', { name: 'Delete…' })).toBeTruthy();
});

it('an open card menu is locked when a change starts elsewhere', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  live = [{ ...deletion, kind: 'pay' }];
  await open();
  await openMenu();
  const item = await screen.findByRole('menuitem', { name: 'Delete…' });
  expect(item.getAttribute('aria-disabled')).not.toBe('true');
  live = [deletion];
  await act(() => vi.advanceTimersByTimeAsync(3100));
  await waitFor(() => {
    for (const each of screen.getAllByRole('menuitem')) expect(each.getAttribute('aria-disabled')).toBe('true');
  });
});
