import type { LiveOperation, Preloaded } from '@portico/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { notify } from '../../lib/notify.tsx';
import { replacePreloaded } from '../../lib/preloaded.ts';
import { answer, renderUi } from '../../test/render.tsx';
import { OperationNotice } from './operation-notice.tsx';
import { useProductOperation } from './unsettled-operations.ts';

const authenticateCardholder = vi.hoisted(() => vi.fn<() => Promise<string | null>>());
vi.mock('../../lib/authenticate-cardholder.ts', () => ({ authenticateCardholder }));

const operation = {
  id: '0b8f2a55-6f0e-4e5c-9d2c-0d3f3c5b8f11',
  kind: 'purchase' as const,
  productId: 'cloud',
  status: 'pending' as const,
  createdAt: '2026-11-20T12:00:00.000Z',
};
const waiting = { ...operation, status: 'requiresAction' as const };

function begin(change: Partial<Preloaded> = {}) {
  replacePreloaded({
    user: { readOnly: false } as NonNullable<Preloaded['user']>,
    features: ['customerAdmin', 'billing'],
    ...change,
  });
}

beforeEach(() => begin());

/** A notice that waits for the cardholder; its code loads when it is shown. */
const show = () =>
  act(async () => {
    const view = renderUi(<OperationNotice operation={waiting} name="Cloud" />);
    await import('./authentication-notice.tsx');
    return view;
  });

describe('a pending operation', () => {
  function Follower() {
    const live = useProductOperation('Cloud');
    return live ? <OperationNotice operation={live} name="Cloud" /> : <p>nothing</p>;
  }

  it('is shown until it is settled, and the changed data is then refetched', async () => {
    vi.useFakeTimers();
    const answers = [{ items: [operation] }, { items: [operation] }, { items: [] }];
    const fetch = vi.fn(async () => answer(200, answers.shift() ?? { items: [] }));
    vi.stubGlobal('fetch', fetch);
    const { queryClient } = renderUi(<Follower />);
    queryClient.setQueryData(['catalog', 'my-products'], 'before');
    const isOutdated = () => queryClient.getQueryState(['catalog', 'my-products'])?.isInvalidated;
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(screen.getByText('Being confirmed: Cloud')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(3000));
    expect(isOutdated()).toBe(false);
    await act(() => vi.advanceTimersByTimeAsync(3000));
    expect(screen.getByText('nothing')).toBeTruthy();
    expect(isOutdated()).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(fetch).toHaveBeenCalledTimes(3);
    vi.useRealTimers();
  });

  it('sends no request for users who may not see billing', () => {
    begin({ features: [] });
    const fetch = vi.fn();
    vi.stubGlobal('fetch', fetch);
    renderUi(<Follower />);
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('a payment that waits for the cardholder', () => {
  const declined = { status: 'failed', error: { code: 'CardError', message: 'Your card was declined.' } };
  const challenged = { status: 'requiresAction', clientSecret: 'pi_1_secret_1', subscriptionId: null };
  const refused = 'We are unable to authenticate your payment method.';

  async function confirm(...answers: object[]) {
    const fetch = vi.fn(async () => answer(200, answers.shift() ?? {}));
    vi.stubGlobal('fetch', fetch);
    const toasts = { error: vi.spyOn(notify, 'error'), success: vi.spyOn(notify, 'success') };
    for (const spy of Object.values(toasts)) spy.mockReturnValue(undefined);
    const view = await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm payment' }));
    return { ...view, fetch, toasts };
  }

  it.each([
    ['a purchase', null, 'Cloud: nothing was bought. Your card was declined.'],
    ['a change', 7, 'Cloud: your subscription stays as it was. Your card was declined.'],
  ])('reports in a toast that %s failed, and why', async (_what, subscriptionId, words) => {
    const { fetch, toasts } = await confirm({ ...declined, subscriptionId });
    await waitFor(() => expect(toasts.error).toHaveBeenCalledExactlyOnceWith(words));
    expect(fetch).toHaveBeenCalledWith(`/api/Products/cloud/Purchase/${operation.id}`, expect.anything());
    expect(toasts.success).not.toHaveBeenCalled();
  });

  it('reports the outcome even if the notice is no longer on the page', async () => {
    let end = (_refusal: string | null) => {};
    authenticateCardholder.mockReturnValue(new Promise((resolve) => (end = resolve)));
    const { rerender, toasts } = await confirm(challenged, { ...declined, subscriptionId: null });
    await waitFor(() => expect(authenticateCardholder).toHaveBeenCalled());
    rerender(<p>another page</p>);
    await act(async () => end(refused));
    await waitFor(() => expect(toasts.error).toHaveBeenCalledOnce());
  });

  it("shows the message of the bank's dialog if the server has none", async () => {
    authenticateCardholder.mockResolvedValue(refused);
    const { toasts } = await confirm(challenged, { status: 'failed', error: null, subscriptionId: null });
    await waitFor(() => expect(toasts.error).toHaveBeenCalledExactlyOnceWith(`Cloud: nothing was bought. ${refused}`));
  });

  it('reports in a toast that the purchase is complete', async () => {
    authenticateCardholder.mockResolvedValue(null);
    const { toasts } = await confirm(challenged, { status: 'succeeded', error: null, subscriptionId: 7 });
    const words = 'Cloud: the payment is confirmed, and your purchase is complete.';
    await waitFor(() => expect(toasts.success).toHaveBeenCalledExactlyOnceWith(words));
    expect(toasts.error).not.toHaveBeenCalled();
  });

  it('explains that there is nothing to do while the provider has not decided', async () => {
    authenticateCardholder.mockResolvedValue(null);
    const info = vi.spyOn(notify, 'info').mockReturnValue(undefined);
    const { toasts } = await confirm(challenged, { status: 'pending', error: null, subscriptionId: null });
    await waitFor(() => expect(info).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('is being confirmed')));
    expect(toasts.error).not.toHaveBeenCalled();
    expect(toasts.success).not.toHaveBeenCalled();
  });

  it('explains in the notice why the payment still waits', async () => {
    authenticateCardholder.mockResolvedValue(refused);
    const info = vi.spyOn(notify, 'info').mockReturnValue(undefined);
    const { toasts } = await confirm(challenged, challenged);
    expect((await screen.findByRole('alert')).textContent).toBe(refused);
    expect(info).not.toHaveBeenCalled();
    expect(toasts.error).not.toHaveBeenCalled();
  });

  it.each([
    ['a read-only user', { user: { readOnly: true } as NonNullable<Preloaded['user']> }],
    ['a user who may not see billing', { features: ['customerAdmin'] as Preloaded['features'] }],
    ['a user with billing only, who may not buy', { features: ['billing'] as Preloaded['features'] }],
  ])('is shown to %s without the buttons', async (_who, change) => {
    begin(change);
    await show();
    expect(screen.getByText('Your bank asks you to confirm this payment')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('abandoning a payment that waits for the cardholder', () => {
  let answered = () => answer(500, { code: 'InternalError', message: '', requestId: 'r' });
  const fetch = vi.fn(async (_url: string, _init?: RequestInit) => answered());

  async function ask() {
    vi.stubGlobal('fetch', fetch);
    const view = await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Give up' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Give up this purchase?' });
    return {
      ...view,
      dialog,
      confirm: () => userEvent.click(screen.getByRole('button', { name: 'Give up purchase' })),
    };
  }
  const given = (status: string) => () => answer(200, { operationId: operation.id, status, error: null });

  beforeEach(() => void fetch.mockClear());

  it('asks for confirmation first, and abandons nothing if the user keeps waiting', async () => {
    const { dialog } = await ask();
    await userEvent.click(screen.getByRole('button', { name: 'Keep waiting' }));
    await waitFor(() => expect(dialog.isConnected).toBe(false));
    expect(fetch).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Give up' })).toBeTruthy();
  });

  it.each([
    ['failed', 'success', 'Cloud: the purchase is given up. Nothing was bought.'],
    ['succeeded', 'info', 'Cloud: the payment was already confirmed, and your purchase is complete.'],
  ] as const)('shows the outcome: %s', async (status, kind, words) => {
    const toasts = vi.spyOn(notify, kind).mockReturnValue(undefined);
    answered = given(status);
    const { confirm, queryClient } = await ask();
    queryClient.setQueryData(['catalog', 'my-products'], 'before');
    const channel = new BroadcastChannel('portico-holdings');
    const heard = new Promise((resolve) => channel.addEventListener('message', resolve));
    await confirm();
    await waitFor(() => expect(toasts).toHaveBeenCalledExactlyOnceWith(words));
    await heard;
    toasts.mockRestore();
    channel.close();
    expect(fetch.mock.calls.map(([url, init]) => [init?.method, url])).toEqual([
      ['DELETE', `/api/Products/cloud/Purchase/${operation.id}`],
    ]);
    expect(queryClient.getQueryState(['catalog', 'my-products'])?.isInvalidated).toBe(true);
  });

  it('hides all buttons of the notice on every page while the provider has not answered', async () => {
    answered = given('pending');
    const { confirm, rerender } = await ask();
    await confirm();
    expect(await screen.findByText('Being given up: Cloud')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
    rerender(<p>another page</p>);
    rerender(<OperationNotice operation={waiting} name="Cloud" />);
    expect(screen.getByText('Being given up: Cloud')).toBeTruthy();
  });

  it('shows in the dialog why the payment could not be abandoned', async () => {
    answered = () => answer(429, { code: 'TooManyRequests', message: 'Too many attempts.', requestId: 'r' });
    const { dialog, confirm } = await ask();
    await confirm();
    await waitFor(() => expect(within(dialog).getByRole('alert').textContent).toBe('Too many attempts.'));
  });
});

describe('the focus when a notice with buttons disappears', () => {
  let given: string;
  let live: LiveOperation[];

  function Page() {
    const operation = useProductOperation('cloud');
    return (
      <main>
        <h1 tabIndex={-1}>Billing</h1>
        {operation && <OperationNotice operation={operation} name="Cloud" />}
        <button type="button">Add a card</button>
      </main>
    );
  }

  async function open() {
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      if (url.endsWith('/api/Billing/Operations')) return answer(200, { items: live });
      expect(init?.method).toBe('DELETE');
      if (given === 'failed') live = [];
      return answer(200, { operationId: operation.id, status: given, error: null });
    });
    vi.spyOn(notify, 'success').mockReturnValue(undefined);
    const view = renderUi(<Page />);
    await screen.findByRole('button', { name: 'Give up' });
    return view;
  }
  const abandon = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Give up' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Give up purchase' }));
  };
  const settle = async ({ queryClient }: ReturnType<typeof renderUi>) => {
    live = [];
    await act(() => queryClient.invalidateQueries());
    await waitFor(() => expect(screen.queryByText(/Your bank asks you/)).toBeNull());
    await new Promise((resolve) => requestAnimationFrame(resolve));
  };
  const heading = () => screen.getByRole('heading', { name: 'Billing' });

  beforeEach(() => {
    given = 'failed';
    live = [waiting];
  });

  it("moves to the page's heading after abandoning", async () => {
    await open();
    await abandon();
    await waitFor(() => expect(screen.queryByText(/Your bank asks you/)).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(heading()));
  });

  it("moves to the page's heading even while the provider has not answered", async () => {
    given = 'pending';
    await open();
    await abandon();
    expect(await screen.findByText('Being given up: Cloud')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(heading()));
  });

  it("moves to the page's heading if the purchase was settled elsewhere while its button had the focus", async () => {
    const view = await open();
    screen.getByRole('button', { name: 'Confirm payment' }).focus();
    await settle(view);
    expect(document.activeElement).toBe(heading());
  });

  it('stays unchanged if it is outside the notice', async () => {
    const view = await open();
    screen.getByRole('button', { name: 'Confirm payment' }).focus();
    const elsewhere = screen.getByRole('button', { name: 'Add a card' });
    elsewhere.focus();
    await settle(view);
    expect(document.activeElement).toBe(elsewhere);
    live = [waiting];
    await act(() => view.queryClient.invalidateQueries());
    await screen.findByRole('button', { name: 'Give up' });
    elsewhere.blur();
    await settle(view);
    expect(document.activeElement).toBe(document.body);
  });
});
