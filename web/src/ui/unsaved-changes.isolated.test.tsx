import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderUi } from '../test/render.tsx';

const loading = vi.hoisted(() => ({ fails: true }));
vi.mock('./confirm-dialog.tsx', async (load) => {
  const real = await load<typeof import('./confirm-dialog.tsx')>();
  return {
    get ConfirmDialog() {
      if (loading.fails) throw new TypeError('Failed to fetch dynamically imported module');
      return real.ConfirmDialog;
    },
  };
});

/** The guard before its dialog has been loaded. */
async function begin() {
  vi.resetModules();
  const { notify } = await import('../lib/notify.tsx');
  const { UnsavedChangesGuard } = await import('./unsaved-changes.tsx');
  const toast = vi.spyOn(notify, 'error').mockReturnValue(undefined);
  const root = createRootRoute({ component: Outlet });
  const form = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => (
      <>
        <UnsavedChangesGuard isChanged />
        <h1>Form</h1>
        <Link to="/products">Elsewhere</Link>
      </>
    ),
    errorComponent: () => <h1>Broken</h1>,
  });
  const elsewhere = createRoute({
    getParentRoute: () => root,
    path: '/products',
    component: () => <h1>Elsewhere</h1>,
  });
  const router = createRouter({ routeTree: root.addChildren([form, elsewhere]), history: createMemoryHistory() });
  renderUi(<RouterProvider router={router as never} />);
  return { router, toast };
}

beforeEach(() => {
  loading.fails = true;
  vi.stubGlobal('scrollTo', () => {});
});

it('a changed form keeps the user on the page if the confirmation dialog cannot be loaded, and asks once it can', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { router, toast } = await begin();
  await userEvent.click(await screen.findByRole('link', { name: 'Elsewhere' }));
  await waitFor(() => expect(toast).toHaveBeenCalledOnce());
  expect(screen.getByRole('heading', { name: 'Form' })).toBeTruthy();
  expect(screen.queryByText('Broken')).toBeNull();
  expect(router.state.location.pathname).toBe('/');

  loading.fails = false;
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Leave page' }));
  expect(await screen.findByRole('heading', { name: 'Elsewhere' })).toBeTruthy();
  expect(toast).toHaveBeenCalledOnce();
});

it('a changed form restores the focus if the user stays', async () => {
  loading.fails = false;
  const { router } = await begin();
  const link = await screen.findByRole('link', { name: 'Elsewhere' });
  await userEvent.click(link);
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(link));
  expect(router.state.location.pathname).toBe('/');
});
