import { render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Providers } from '../app/providers.tsx';
import { createAppRouter } from '../app/router.tsx';
import { notify } from './notify.tsx';
import { createQueryClient } from './query-client.ts';

it('loads the toasts with the first one and shows the same words once', async () => {
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
