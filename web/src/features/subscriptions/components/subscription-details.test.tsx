import type { LiveOperation, Preloaded } from '@portico/contract';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { SubscriptionDetails } from './subscription-details.tsx';

const subscription = {
  id: 7,
  productId: 'cloud',
  productName: 'Cloud',
  subscriptionPlanName: 'Team',
  subscriptionPlanDescription: '',
  quantity: 1,
  status: 1,
  statusTitle: 'Active',
  trial: false,
  startDate: '2026-11-01T00:00:00Z',
  expirationDate: null,
  cancelAt: null,
  amount: 3_500,
  currency: 'usd',
  interval: 'Month',
  intervalCount: 1,
  subscriptionEditingAllowed: true,
  changingPlanAllowed: true,
  cancellationAllowed: true,
  restoreAllowed: false,
  items: [],
  paymentMethod: null,
  pendingOperationId: null,
};

function show(...operations: Partial<LiveOperation>[]) {
  replacePreloaded({
    user: { readOnly: false } as NonNullable<Preloaded['user']>,
    features: ['customerAdmin', 'billing'],
  });
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => answer(200, subscription)),
  );
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  renderUi(
    <RouterContextProvider router={router}>
      <SubscriptionDetails
        id={7}
        title="Subscription"
        renderCard={() => null}
        renderBeingConfirmed={() => null}
        operations={operations as LiveOperation[]}
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
  show({ ...change, productId: 'desktop', status: 'pending' });
  expect(await buttons()).toEqual(['Edit', 'Cancel']);
});

it('has no buttons while a change of it is being confirmed', async () => {
  show({ ...change, status: 'pending' });
  expect(await buttons()).toEqual([null, null]);
});

it('can be canceled while a change of it waits for its card’s holder', async () => {
  show({ ...change, status: 'requiresAction' });
  expect(await buttons()).toEqual([null, 'Cancel']);
});
