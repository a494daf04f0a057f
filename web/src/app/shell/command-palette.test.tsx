import type { Preloaded } from '@portico/contract';
import { createMemoryHistory, RouterContextProvider } from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../lib/preloaded.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { renderUi } from '../../test/render.tsx';
import { createAppRouter } from '../router.tsx';
import { CommandPalette } from './command-palette.tsx';

const product = { id: 'scan', name: 'Scan', displayName: 'Scan', url: 'https://scan.example/', isDisabled: false };
const products: Preloaded['products'] = [
  product,
  { ...product, id: 'sdk', displayName: 'SDK', url: null },
  { ...product, id: 'gone', displayName: 'Gone', isDisabled: true },
];

function openPalette() {
  replacePreloaded({ products });
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

it('leads to a product’s plans, and beside them to the product’s own address', async () => {
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
