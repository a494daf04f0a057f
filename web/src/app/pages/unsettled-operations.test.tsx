import type { Application, Preloaded } from '@portico/contract';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../lib/preloaded.ts';
import { answer, renderUi } from '../../test/render.tsx';
import { HomePage } from './home.tsx';
import { ProductsPage } from './products.tsx';

const product = (id: string, displayName: string): Application => ({
  id,
  name: displayName,
  displayName,
  description: '',
  url: null,
  urlCaption: null,
  logo64: null,
  displayType: 'Subscribe',
  licensingType: 'None',
  isBought: false,
  isDisabled: false,
  subscriptionIsRequired: false,
  subscriptionIds: [],
  hasUserSettings: false,
  userSettingsUrl: null,
  isAvailableOnline: true,
  fromAmountPerMonth: 4900,
  subscriptionError: null,
  paymentMethodError: null,
});
const products = [product('cloud', 'Cloud'), product('desktop', 'Desktop')];

let live: { kind: string; productId: string; status: string }[];

function open(page: ReactElement) {
  const list = (items: readonly object[]) =>
    answer(200, { items, total: items.length, totalPages: 1, page: 1, pageSize: 100 });
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('/api/Licenses/List')) return list([]);
    return url.endsWith('/api/Billing/Operations')
      ? answer(200, { items: live.map((operation, index) => ({ id: String(index), createdAt: '', ...operation })) })
      : list(products);
  });
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  renderUi(<RouterContextProvider router={router}>{page}</RouterContextProvider>);
}

/** A product's tile. */
const tile = async (name: string) =>
  within((await screen.findByRole('heading', { level: 2, name })).closest('li') as HTMLElement);

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
  it.each(['pending', 'requiresAction'])(
    'mark the product of which something is being confirmed: %s',
    async (status) => {
      live = [{ kind: 'purchase', productId: 'cloud', status }];
      open(page());
      expect(await (await tile('Cloud')).findByText('Being confirmed')).toBeTruthy();
      expect((await tile('Desktop')).queryByText('Being confirmed')).toBeNull();
    },
  );
});

it('my products offer no purchase of the product meanwhile, but the way to what is being confirmed', async () => {
  live = [{ kind: 'purchase', productId: 'cloud', status: 'pending' }];
  open(<HomePage />);
  const link = async (name: string) => (await tile(name)).getByRole('link').textContent;
  await (await tile('Cloud')).findByText('Being confirmed');
  expect(await link('Cloud')).toBe('DetailsCloud');
  expect(await link('Desktop')).toBe('SubscribeDesktop');
});
