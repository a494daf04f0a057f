import type { LiveOperation, Preloaded } from '@portico/contract';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { cleanup, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { makeSubscription } from '../../../test/subscriptions.ts';
import type { SubscriptionDetail } from '../api/get-subscription.ts';
import { SubscriptionDetails } from './subscription-details.tsx';

function show(operations: Partial<LiveOperation>[], subscription: Partial<SubscriptionDetail> = {}) {
  replacePreloaded({
    user: { readOnly: false } as NonNullable<Preloaded['user']>,
    features: ['customerAdmin', 'billing'],
  });
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => answer(200, makeSubscription(subscription))),
  );
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  renderUi(
    <RouterContextProvider router={router}>
      <SubscriptionDetails
        id={7}
        title="Subscription"
        renderCard={() => null}
        operations={operations as LiveOperation[]}
        renderUnsettled={({ kind }, name) => <p>{`${kind} of ${name} is being confirmed`}</p>}
        invoices={null}
      />
    </RouterContextProvider>,
  );
}

const change = { kind: 'purchase', productId: 'cloud' } as const;
const buttons = async () => {
  await screen.findByRole('heading', { name: 'Cloud' });
  return [
    screen.queryByRole('link', { name: 'Edit' }) && 'Edit',
    screen.queryByRole('button', { name: 'Cancel subscription' }) && 'Cancel',
  ];
};

it('can be edited and canceled, whatever is being confirmed of other products', async () => {
  show([{ ...change, productId: 'desktop', status: 'pending' }]);
  expect(await buttons()).toEqual(['Edit', 'Cancel']);
});

it('has no buttons while a change of it is being confirmed', async () => {
  show([{ ...change, status: 'pending' }]);
  expect(await buttons()).toEqual([null, null]);
});

it('can be canceled while a change of it waits for its card’s holder', async () => {
  show([{ ...change, status: 'requiresAction' }]);
  expect(await buttons()).toEqual([null, 'Cancel']);
});

it('says that a change of it is being confirmed; canceling and restoring are told elsewhere', async () => {
  show([{ ...change, status: 'requiresAction' }]);
  expect(await screen.findByText('purchase of Cloud is being confirmed')).toBeTruthy();
  cleanup();
  show([{ kind: 'cancel', productId: 'cloud', status: 'pending' }]);
  await screen.findByRole('heading', { name: 'Cloud' });
  expect(screen.queryByText(/is being confirmed/)).toBeNull();
});
