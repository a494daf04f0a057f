import type { Preloaded } from '@portico/contract';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { makePending } from '../../../test/coming-invoices.ts';
import { answer } from '../../../test/render.tsx';
import { renderWithLinks } from '../../../test/router.tsx';
import { PendingCard } from './pending-card.tsx';

interface Told {
  items?: object[];
  total?: number;
  pendingItems?: object[];
}

function show({ items = [], total = items.length, pendingItems = [] }: Told) {
  const body = { items, total, totalPages: 1, page: 1, pageSize: 5, pendingItems, pendingItemsTotal: 4_200 };
  const fetched = vi.fn(async () => answer(200, body));
  vi.stubGlobal('fetch', fetched);
  return { fetched, ...renderWithLinks(<PendingCard />) };
}

beforeEach(() =>
  replacePreloaded({ user: { readOnly: false } as Preloaded['user'], features: ['customerAdmin', 'billing'] }),
);

const openInvoice = '1 invoice is not paid yet';

it('the card of pending invoices links to an open invoice in one line, without another payment button', async () => {
  show({ items: [makePending()] });
  const link = await screen.findByRole('link', { name: openInvoice });
  expect(link.getAttribute('href')).toBe('/Billing/Invoices/in_1/Details');
  expect(screen.queryByRole('button')).toBeNull();
});

it('the card of pending invoices links to the complete list if there are several', async () => {
  show({ items: [makePending()], total: 12 });
  expect((await screen.findByRole('link', { name: '12 invoices are not paid yet' })).getAttribute('href')).toBe(
    '/Billing/Invoices/Pending',
  );
});

it('the card of pending invoices shows the items of the next invoice', async () => {
  const item = {
    stripeId: 'ii_1',
    description: 'Setup',
    amount: 4_200,
    currency: 'usd',
    created: '2026-11-06T10:00:00.000Z',
  };
  show({ pendingItems: [item] });
  expect(await screen.findByText('$42.00 will be on your next invoice.')).toBeTruthy();
  expect(screen.getByText('Setup')).toBeTruthy();
});

it('the card of pending invoices is hidden if nothing is pending', async () => {
  const { fetched, container } = show({});
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled(), 20_000);
  expect(container.childElementCount).toBe(0);
});

it('the card of pending invoices reports a failure to load, and retries on request', async () => {
  let fails = true;
  vi.stubGlobal('fetch', async () =>
    fails
      ? answer(500, { code: 'InternalError', message: 'Something broke', requestId: 'r' })
      : answer(200, {
          items: [makePending()],
          total: 1,
          totalPages: 1,
          page: 1,
          pageSize: 5,
          pendingItems: [],
          pendingItemsTotal: 0,
        }),
  );
  renderWithLinks(<PendingCard />);
  expect(await screen.findByText('What is pending could not be loaded')).toBeTruthy();
  fails = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: openInvoice })).toBeTruthy();
});
