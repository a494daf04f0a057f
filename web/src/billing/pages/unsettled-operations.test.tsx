import type { Preloaded } from '@portico/contract';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ProductsPage } from '../../catalog/pages/products.tsx';
import { replacePreloaded } from '../../lib/preloaded.ts';
import { HomePage } from '../../site/pages/home.tsx';
import { makeApplication } from '../../test/applications.ts';
import { answer, renderUi } from '../../test/render.tsx';

const product = (id: string, displayName: string) => makeApplication({ id, name: displayName, displayName });
/** The first product is suggested to a new account, so it is not a tile. */
const products = [product('first', 'First'), product('cloud', 'Cloud'), product('desktop', 'Desktop')];

let live: { kind: string; productId: string; status: string }[];

function open(page: ReactElement) {
  const list = (items: readonly object[]) =>
    answer(200, { items, total: items.length, totalPages: 1, page: 1, pageSize: 100 });
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.endsWith('/api/Billing/Operations')) {
      return answer(200, {
        items: live.map((operation, index) => ({ id: String(index), createdAt: '', ...operation })),
      });
    }
    if (url.includes('/Plans')) return answer(200, { items: [], product: products[0], comparison: [] });
    return list(/Products\/(?:My|List)/.test(url) ? products : []);
  });
  const routeTree = createRootRoute({ component: () => page });
  renderUi(<RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() })} />);
}

/** A product's tile. */
const tile = async (name: string) =>
  within((await screen.findByRole('heading', { name })).closest('li') as HTMLElement);

beforeEach(() =>
  replacePreloaded({
    user: { readOnly: false, isAdmin: true } as NonNullable<Preloaded['user']>,
    features: ['customerAdmin', 'billing'],
  }),
);

describe.each([
  ['my products', () => <HomePage />],
  ['all products', () => <ProductsPage />],
])('%s', (_name, page) => {
  it.each(['pending', 'requiresAction'])('mark the product whose operation is being confirmed: %s', async (status) => {
    live = [{ kind: 'purchase', productId: 'cloud', status }];
    open(page());
    expect(await (await tile('Cloud')).findByText('Being confirmed')).toBeTruthy();
    expect((await tile('Desktop')).queryByText('Being confirmed')).toBeNull();
  });
});

it('my products show the pending operation instead of a button to subscribe', async () => {
  live = [{ kind: 'purchase', productId: 'cloud', status: 'pending' }];
  open(<HomePage />);
  const link = async (name: string) => (await tile(name)).getByRole('link').textContent;
  await (await tile('Cloud')).findByText('Being confirmed');
  expect(await link('Cloud')).toBe('DetailsCloud');
  expect(await link('Desktop')).toBe('SubscribeDesktop');
});
