import { createMemoryHistory } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../lib/query-client.ts';
import { Providers } from './providers.tsx';
import { createAppRouter } from './router.tsx';

afterEach(() => {
  vi.doUnmock('../site/pages/not-found.tsx');
});

it('reloads once if a page could not be loaded, then offers to reload, because a retry would not help', async () => {
  vi.doMock('../site/pages/not-found.tsx', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('fetch', async () => new Response('ok'));
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  const queryClient = createQueryClient();
  const router = createAppRouter(queryClient);
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: ['/404'] }) });
  await router.load();
  const { unmount } = render(<Providers router={router} queryClient={queryClient} />);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  unmount();
  reload.mockClear();
  render(<Providers router={router} queryClient={queryClient} />);
  await screen.findByRole('button', { name: 'Reload page' });
  expect(reload).not.toHaveBeenCalled();
  await userEvent.click(await screen.findByRole('button', { name: 'Reload page' }));
  expect(reload).toHaveBeenCalledOnce();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This page could not be loaded');
});
