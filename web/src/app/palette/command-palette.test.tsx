import type { Preloaded } from '@portico/contract';
import { createMemoryHistory, RouterContextProvider } from '@tanstack/react-router';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../lib/preloaded.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { useRequestedAction } from '../../lib/requested-action.ts';
import { answer, renderUi } from '../../test/render.tsx';
import { makeSubscription } from '../../test/subscriptions.ts';
import { loadOperatorParts } from '../operators/load-parts.ts';
import { createAppRouter } from '../router.tsx';
import { CommandPalette } from './command-palette.tsx';

const product = { id: 'scan', name: 'Scan', displayName: 'Scan', url: 'https://scan.example/', isDisabled: false };
const products: Preloaded['products'] = [
  product,
  { ...product, id: 'sdk', displayName: 'SDK', url: null },
  { ...product, id: 'gone', displayName: 'Gone', isDisabled: true },
];

function openPalette(data: Partial<Preloaded> = {}) {
  replacePreloaded({ products, ...data });
  const router = createAppRouter(createQueryClient());
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: ['/terms'] }) });
  const navigate = vi.spyOn(router, 'navigate').mockResolvedValue();
  renderUi(
    <RouterContextProvider router={router}>
      <CommandPalette open onOpenChange={() => {}} />
    </RouterContextProvider>,
  );
  return navigate;
}

it("the palette opens a product's plans, and offers its website as a separate choice", async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  const navigate = openPalette();
  const names = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
  expect(names.filter((name) => /Scan|SDK|Gone/.test(name ?? ''))).toEqual(['ScanPlans', 'Open Scan', 'SDKPlans']);
  await userEvent.click(screen.getByRole('option', { name: 'Open Scan' }));
  expect(open).toHaveBeenCalledWith('https://scan.example/', '_blank', 'noopener,noreferrer');
  await userEvent.click(screen.getByRole('option', { name: /^Scan/ }));
  await waitFor(() =>
    expect(navigate).toHaveBeenCalledWith(
      expect.objectContaining({ to: '/Products/$id/Subscription', params: { id: 'scan' } }),
    ),
  );
});

const subscription = makeSubscription({ id: 7, productId: 'cloud', productName: 'Veriscan Cloud' });
const lists: Record<string, unknown> = {
  '/api/Subscription/list': { items: [{ ...subscription, cancellationAllowed: true }] },
  '/api/Licenses/List': { items: [] },
  '/api/Subscription/invoices': {
    items: [
      {
        stripeId: 'in_1',
        number: 'UHP15-0029',
        total: 4793,
        currency: 'usd',
        created: '2026-11-01T12:00:00Z',
        hostedInvoiceUrl: 'https://pay.example/in_1',
      },
    ],
  },
};

function openAccountPalette() {
  const fetched = vi.fn(async (url: string) => answer(200, lists[url.split('?')[0] ?? '']));
  vi.stubGlobal('fetch', fetched);
  const navigate = openPalette({
    user: { isAdmin: true, readOnly: false } as Preloaded['user'],
    features: ['customerAdmin', 'billing'],
  });
  return { navigate, fetched };
}

it('the palette finds a subscription by name, and opens its page with the cancellation', async () => {
  const { navigate } = openAccountPalette();
  await userEvent.type(await screen.findByRole('combobox'), 'cancel veriscan');
  const [first] = await screen.findAllByRole('option');
  expect(first?.textContent).toBe('Cancel Veriscan Cloud');
  await userEvent.keyboard('{Enter}');
  await waitFor(() =>
    expect(navigate).toHaveBeenCalledWith(expect.objectContaining({ params: { id: 'cloud', subscriptionId: '7' } })),
  );
  const begin = vi.fn();
  const Page = () => {
    useRequestedAction('cancel', 7, begin);
    return null;
  };
  const { rerender } = renderUi(<Page />);
  rerender(<Page />);
  expect(begin).toHaveBeenCalledOnce();
});

it('finds an invoice by a part of its number, announces the number of results, and opens the invoice', async () => {
  const { fetched, navigate } = openAccountPalette();
  const field = await screen.findByRole('combobox');
  // Types everything in one task, so that a slow machine does not cause a pause in the typing.
  for (const value of ['u', 'uh', 'uhp15']) fireEvent.change(field, { target: { value } });
  await userEvent.click(await screen.findByRole('option', { name: /^UHP15-0029/ }));
  expect(fetched.mock.calls.map(([url]) => url).filter((url) => url.includes('text='))).toEqual([
    expect.stringContaining('text=uhp15'),
  ]);
  expect(navigate).toHaveBeenCalledWith({ to: '/Billing/Invoices/$id/Details', params: { id: 'in_1' } });
  expect(screen.getByRole('status').textContent).toBe('1 result');
});

it('offers no actions to users who may not change subscriptions', async () => {
  const fetched = vi.fn(async (url: string) => answer(200, lists[url.split('?')[0] ?? '']));
  vi.stubGlobal('fetch', fetched);
  openPalette({
    user: { isAdmin: false, readOnly: true } as Preloaded['user'],
    features: ['customerAdmin', 'billing'],
  });
  await userEvent.type(await screen.findByRole('combobox'), 'veriscan cloud');
  await screen.findByRole('option', { name: /^Veriscan Cloud/ });
  expect(screen.queryByRole('option', { name: /Cancel|Change card/ })).toBeNull();
});

it('searches all accounts for operators and opens the result', async () => {
  const found = { kind: 'account', id: '5', label: 'Initech', detail: null, account: { id: 5, name: 'Initech' } };
  const fetched = vi.fn(async (_url: string) => answer(200, { items: [{ ...found, isManual: false }] }));
  vi.stubGlobal('fetch', fetched);
  const user = { isAdmin: true, isSuperAdmin: true, readOnly: false } as Preloaded['user'];
  replacePreloaded({ user });
  await loadOperatorParts('/');
  const navigate = openPalette({ user });
  await userEvent.type(await screen.findByRole('combobox'), 'inite');
  await userEvent.click(await screen.findByRole('option', { name: /^Initech/ }));
  expect(fetched.mock.calls.map(([url]) => url)).toContain('/api/Operator/Search?text=inite');
  expect(navigate).toHaveBeenCalledWith(expect.objectContaining({ to: '/Operator/Accounts/$id', params: { id: '5' } }));
});
