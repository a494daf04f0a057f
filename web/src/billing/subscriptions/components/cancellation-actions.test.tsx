import type { Preloaded } from '@portico/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { makeSubscription } from '../../../test/subscriptions.ts';
import type { CancellationOffer } from '../cancel/cancellation-offers-query.ts';
import { type SubscriptionDetail, useSubscription } from '../subscriptions.api.ts';
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
let reasonAnswer: () => Response | Promise<Response>;
let restored: () => Response;
let offers: CancellationOffer[];
const fetched = vi.fn(async (url: string, init?: RequestInit) => {
  if (init?.method !== 'GET') return url.endsWith('/CancellationReason') ? reasonAnswer() : change(url);
  if (url.endsWith('/CancellationOffers')) return answer(200, { items: offers });
  if (url.endsWith('/DontCancel')) return restored();
  if (url.endsWith('/Balance')) return answer(200, { endingBalance: 1200, currency: 'usd' });
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

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The press loads the dialog's code. The button that replaces 'Continue' is disabled at first, so its press waits. */
async function press(button: string) {
  const opener = await screen.findByRole('button', { name: button });
  await act(async () => void fireEvent.click(opener));
  const dialog = await screen.findByRole(button === 'Restore subscription' ? 'alertdialog' : 'dialog');
  const click = (name: string) => userEvent.click(within(dialog).getByRole('button', { name }));
  const confirm = async (last = button === 'Restore subscription' ? button : 'Skip and cancel') => {
    if (last !== button) await click('Continue');
    await wait(700);
    await click(last);
  };
  return { dialog, click, confirm };
}

const changes = () => fetched.mock.calls.filter(([, init]) => init?.method !== 'GET').map(([url]) => url);

beforeEach(() => {
  now = active;
  reasonAnswer = () => answer(200, {});
  restored = () => answer(503, { code: 'Unavailable', message: 'x', requestId: 'r' });
  offers = [];
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

it('cancels the subscription once after a warning, and offers to restore it', async () => {
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

it.each([
  ['with tax', { total: 3_251, tax: 251 }, 'for $32.51, with tax.'],
  ['without tax if none applies', { total: 3_000, tax: 0 }, 'for $30.00.'],
  ['or that nothing will be charged', { total: 0, tax: 0 }, 'will continue as before.'],
  ['or that no charge follows', { chargedAt: null, total: null, tax: null }, 'will continue as before.'],
])('shows the charge before it restores the subscription, %s', async (_, charge, words) => {
  now = canceled;
  restored = () => answer(200, { chargedAt: '2098-12-01T12:00:00Z', currency: 'usd', ...charge });
  setUp();
  const { dialog } = await press('Restore subscription');
  await waitFor(() => expect(dialog.textContent).toContain(words));
});

it('restores the subscription after showing the price if the charge is unavailable', async () => {
  now = canceled;
  change = () => {
    now = active;
    return answer(200, { operationId: 'o1', status: 'succeeded', subscription: active });
  };
  setUp();
  const { dialog, confirm } = await press('Restore subscription');
  await waitFor(() => expect(dialog.textContent).toContain('for $30.00 / month, before tax.'));
  await confirm();
  expect(await screen.findByRole('button', { name: 'Cancel subscription' })).toBeDefined();
  expect(changes()).toEqual(['/api/Subscription/7/DontCancel']);
});

it('shows that a change of the subscription is pending, without a button, until it is settled', async () => {
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

it('still shows the pending change after a reload', async () => {
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
  await waitFor(() => expect(onCanceled.mock.calls).toEqual([[false]]));
});

it('asks for a contact after a reload if an invoice is still unpaid', async () => {
  const owed = { ...canceled, unpaid: { invoiceId: 'in_1' } as SubscriptionDetail['unpaid'] };
  now = { ...active, pendingOperationId: 'o1' };
  followed = () => {
    now = owed;
    return answer(200, { operationId: 'o1', status: 'succeeded', error: null });
  };
  setUp();
  await waitFor(() => expect(onCanceled.mock.calls).toEqual([[true]]));
});

it('asks for nothing after a reload if the pending change restored the subscription', async () => {
  now = { ...canceled, pendingOperationId: 'o1' };
  followed = () => {
    now = active;
    return answer(200, { operationId: 'o1', status: 'succeeded', error: null });
  };
  setUp();
  expect(await screen.findByRole('button', { name: 'Cancel subscription' })).toBeDefined();
  expect(onCanceled).not.toHaveBeenCalled();
});

it('shows in the dialog why the subscription could not be canceled', async () => {
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
])('offers no action to %s', async (_, viewer) => {
  setUp(viewer);
  await waitFor(() => expect(fetched).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.queryByRole('button')).toBeNull();
});

const stay: CancellationOffer = {
  id: 'stay',
  kind: 'coupon',
  reasons: ['too_expensive'],
  text: 'With our thanks',
  percentOff: 25,
  amountOff: null,
  currency: 'usd',
  duration: 'repeating',
  months: 3,
};
const bodies = () => fetched.mock.calls.flatMap(([, init]) => (init?.body ? [JSON.parse(String(init.body))] : []));

it('sends the cancellation reason on the first click, then its comment, and then cancels', async () => {
  setUp();
  const { dialog, click, confirm } = await press('Cancel subscription');
  await click('Continue');
  await userEvent.click(within(dialog).getByRole('radio', { name: 'I do not use it enough' }));
  await waitFor(() => expect(bodies()).toEqual([{ reason: 'unused', comment: null }]));
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'What should we know?' }), 'We moved');
  await confirm('Cancel subscription');
  expect(await screen.findByRole('button', { name: 'Restore subscription' })).toBeDefined();
  expect(changes().at(-1)).toBe('/api/Subscription/7/Cancel');
  expect(bodies().at(-1)).toEqual({ reason: 'unused', comment: 'We moved' });
});

it('cancels even if the reason cannot be sent', async () => {
  reasonAnswer = () => answer(500, { code: 'InternalError', message: 'x', requestId: 'r' });
  setUp();
  const { dialog, click, confirm } = await press('Cancel subscription');
  await click('Continue');
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Another reason' }));
  await confirm('Cancel subscription');
  expect(await screen.findByRole('button', { name: 'Restore subscription' })).toBeDefined();
  expect(onCanceled).toHaveBeenCalled();
});

it('does not treat a double click on Continue as a cancellation', async () => {
  setUp();
  const { dialog } = await press('Cancel subscription');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Continue' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Skip and cancel' }));
  await wait(50);
  expect(changes()).toEqual([]);
});

it('shows the offers for the cancellation reason, and keeps the subscription if an offer is accepted', async () => {
  offers = [stay];
  change = () => answer(200, { operationId: 'o1', status: 'succeeded', subscription: active });
  setUp();
  const { dialog, click } = await press('Cancel subscription');
  await click('Continue');
  expect(within(dialog).queryByText('With our thanks')).toBeNull();
  await userEvent.click(within(dialog).getByRole('radio', { name: 'It is too expensive' }));
  expect(await within(dialog).findByText('With our thanks')).toBeDefined();
  await click('Take this offer and stay');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(changes()).toEqual(['/api/Subscription/7/CancellationReason', '/api/Subscription/7/CancellationOffers/stay']);
  expect(onCanceled).not.toHaveBeenCalled();
});

it('shows why an offer could not be accepted, and still lets the customer cancel', async () => {
  offers = [{ ...stay, reasons: [] }];
  change = () => answer(409, { code: 'Conflict', message: 'This offer is not available any more.', requestId: 'r' });
  setUp();
  const { dialog, click } = await press('Cancel subscription');
  await click('Continue');
  await within(dialog).findByText('With our thanks');
  await click('Take this offer and stay');
  expect((await within(dialog).findByRole('alert')).textContent).toContain('not available any more');
  expect(within(dialog).getByRole('button', { name: 'Skip and cancel' })).toBeDefined();
});
