import type { Preloaded } from '@portico/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { makeSubscription } from '../../../test/subscriptions.ts';
import { type SubscriptionDetail, useSubscription } from '../api/get-subscription.ts';
import { CancellationActions } from './cancellation-actions.tsx';

const active = makeSubscription({ expirationDate: '2098-12-01T12:00:00Z' });
const canceled: SubscriptionDetail = {
  ...active,
  cancelAt: '2098-12-01T12:00:00Z',
  cancellationAllowed: false,
  restoreAllowed: true,
};

const onCanceled = vi.fn();
let now: SubscriptionDetail;
let change: (url: string) => Response;
let followed: () => Response;
const fetched = vi.fn(async (url: string, init?: RequestInit) => {
  if (init?.method !== 'GET') return change(url);
  return url.includes('/Operations/') ? followed() : answer(200, now);
});

function Page() {
  const { data } = useSubscription(7);
  return <main>{data && <CancellationActions subscription={data} onCanceled={onCanceled} />}</main>;
}

function setUp(viewer: Partial<Preloaded> = {}) {
  replacePreloaded({
    user: { readOnly: false } as Preloaded['user'],
    features: ['customerAdmin', 'billing'],
    ...viewer,
  });
  vi.stubGlobal('fetch', fetched);
  renderUi(<Page />);
}

/** The dialog's code is loaded by the press. */
async function press(button: string) {
  const opener = await screen.findByRole('button', { name: button });
  await act(async () => void fireEvent.click(opener));
  const dialog = await screen.findByRole('alertdialog');
  return { dialog, confirm: () => userEvent.click(within(dialog).getByRole('button', { name: button })) };
}

const changes = () => fetched.mock.calls.filter(([, init]) => init?.method !== 'GET').map(([url]) => url);

beforeEach(() => {
  now = active;
  change = () => {
    now = canceled;
    return answer(200, {
      operationId: 'o1',
      status: 'succeeded',
      subscription: canceled,
      needAdditionalActions: false,
    });
  };
  fetched.mockClear();
  onCanceled.mockClear();
});

it('cancels after a warning, once, and offers to restore', async () => {
  setUp();
  const { dialog, confirm } = await press('Cancel subscription');
  expect(dialog.textContent).toContain('You can use Cloud until');
  expect(changes()).toEqual([]);
  await confirm();
  expect(await screen.findByRole('button', { name: 'Restore subscription' })).toBeDefined();
  expect(changes()).toEqual(['/api/Subscription/7/Cancel']);
  expect(screen.queryByRole('button', { name: 'Cancel subscription' })).toBeNull();
  expect(onCanceled.mock.calls).toEqual([[false]]);
});

it('restores after saying what will be charged', async () => {
  now = canceled;
  change = () => {
    now = active;
    return answer(200, { operationId: 'o1', status: 'succeeded', subscription: active });
  };
  setUp();
  const { dialog, confirm } = await press('Restore subscription');
  expect(dialog.textContent).toContain('$30.00 / month');
  await confirm();
  expect(await screen.findByRole('button', { name: 'Cancel subscription' })).toBeDefined();
  expect(changes()).toEqual(['/api/Subscription/7/DontCancel']);
});

it('shows that a change is being confirmed, without a button, until it is settled', async () => {
  let isSettled = false;
  change = () => {
    now = { ...active, pendingOperationId: 'o1' };
    return answer(200, { operationId: 'o1', status: 'pending', subscription: active, needAdditionalActions: false });
  };
  followed = () => answer(200, { operationId: 'o1', status: isSettled ? 'succeeded' : 'pending', error: null });
  setUp();
  await (await press('Cancel subscription')).confirm();
  expect(await screen.findByText('Your change is being confirmed')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
  isSettled = true;
  now = canceled;
  expect(await screen.findByRole('button', { name: 'Restore subscription' })).toBeDefined();
  expect(changes()).toHaveLength(1);
});

it('goes on showing it to who reloads the page', async () => {
  now = { ...active, pendingOperationId: 'o1' };
  followed = () => {
    now = canceled;
    return answer(200, { operationId: 'o1', status: 'succeeded', error: null });
  };
  setUp();
  expect(await screen.findByText('Your change is being confirmed')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
  expect(await screen.findByRole('button', { name: 'Restore subscription' })).toBeDefined();
  expect(changes()).toEqual([]);
});

it('says in the dialog why it could not be canceled', async () => {
  change = () => answer(409, { code: 'Conflict', message: 'This subscription cannot be canceled.', requestId: 'r' });
  setUp();
  const { dialog, confirm } = await press('Cancel subscription');
  await confirm();
  await waitFor(() =>
    expect(within(dialog).getByRole('alert').textContent).toBe('This subscription cannot be canceled.'),
  );
});

it.each([
  ['a read-only user', { user: { readOnly: true } as Preloaded['user'] }],
  ['a user without billing', { features: ['customerAdmin'] as Preloaded['features'] }],
])('offers %s nothing', async (_, viewer) => {
  setUp(viewer);
  await waitFor(() => expect(fetched).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.queryByRole('button')).toBeNull();
});
