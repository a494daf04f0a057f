import { render, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

it('shows errors for 8 seconds and other toasts for 5 (WEB-6)', async () => {
  vi.resetModules();
  const { notify, toastsAreReady } = await import('./notify.tsx');
  const toast = { error: vi.fn(), success: vi.fn(), info: vi.fn(), warning: vi.fn() };
  toastsAreReady(toast as never);
  for (const kind of ['error', 'success', 'info', 'warning'] as const) {
    notify[kind]('Words');
    const life = { duration: kind === 'error' ? 8000 : 5000 };
    await waitFor(() => expect(toast[kind]).toHaveBeenCalledWith(expect.anything(), expect.objectContaining(life)));
  }
});

it('loads the code of toasts with the first toast, and shows equal texts once', async () => {
  // As on a new page: other files of this worker may have shown toasts already.
  vi.resetModules();
  const { createQueryClient } = await import('./query-client.ts');
  const { createAppRouter } = await import('../app/router.tsx');
  const { Providers } = await import('../app/providers.tsx');
  const { notify } = await import('./notify.tsx');
  const queryClient = createQueryClient();
  render(<Providers router={createAppRouter(queryClient)} queryClient={queryClient} />);
  expect(screen.queryByLabelText(/^Notifications/)).toBeNull();
  notify.error('Something went wrong!');
  notify.error('Something went wrong!');
  notify.success('Subscription canceled');
  const region = await screen.findByLabelText(/^Notifications/);
  await waitFor(() => expect(within(region).getByText('Subscription canceled')).toBeTruthy());
  expect(within(region).getAllByText('Something went wrong!')).toHaveLength(1);
  expect(within(region).getByRole('alert').textContent).toBe('Something went wrong!');
});

it('does not repeat an error that an alert on the page shows', async () => {
  vi.resetModules();
  const { notify, toastsAreReady } = await import('./notify.tsx');
  const toast = { error: vi.fn() };
  toastsAreReady(toast as never);
  render(<p role="alert">Your card was declined. Try another one.</p>);
  notify.error('Your card was declined.');
  notify.error('The server is away.');
  await waitFor(() => expect(toast.error).toHaveBeenCalledOnce());
  expect(toast.error).toHaveBeenCalledWith(
    expect.anything(),
    expect.objectContaining({ id: 'error:The server is away.' }),
  );
  notify.error('Your card was declined.', { repeatsAlert: true });
  await waitFor(() => expect(toast.error).toHaveBeenCalledTimes(2));
});
