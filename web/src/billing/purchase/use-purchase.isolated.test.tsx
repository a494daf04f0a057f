import type { Preloaded } from '@portico/contract';
import { act, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { replacePreloaded } from '../../lib/preloaded.ts';
import { makePurchaseResult } from '../../test/purchases.ts';
import { answer, renderUi } from '../../test/render.tsx';
import type { FlowAction } from './model/flow.ts';
import { ordererRequest } from './orderer.ts';
import { usePurchase } from './use-purchase.ts';

const authenticateCardholder = vi.hoisted(() => vi.fn<(clientSecret: string) => Promise<string | null>>());
vi.mock('../../lib/authenticate-cardholder.ts', () => ({ authenticateCardholder }));

const operationId = '0b8f2a55-6f0e-4e5c-9d2c-0d3f3c5b8f11';
const result = makePurchaseResult();
const problem = (code: string, additionalData?: object) => ({
  code,
  message: `about ${code}`,
  requestId: 'r1',
  additionalData,
});
const items = [{ subscriptionPlanId: 'pro', priceId: 'pro-month', quantity: 1 }];
const due = { amount: 4047, currency: 'usd' };
const request = { items, taxTransactionId: 'quote_1', paymentMethodId: 'pm_1', due };

type Calls = ReturnType<typeof usePurchase>;

interface HarnessProps {
  dispatch: (action: FlowAction) => void;
  onCardRefused: () => void;
  onCalls: (calls: Calls) => void;
}

function Harness({ dispatch, onCardRefused, onCalls }: HarnessProps) {
  onCalls(usePurchase('veriscan', dispatch, onCardRefused));
  return null;
}

function begin(...answers: Response[]) {
  const fetch = vi.fn(
    async (_url: string, _init: RequestInit) => answers.shift() ?? answer(500, problem('InternalError')),
  );
  vi.stubGlobal('fetch', fetch);
  const actions: FlowAction[] = [];
  const onCardRefused = vi.fn();
  const calls: Calls[] = [];
  const view = renderUi(
    <Harness
      dispatch={(action) => actions.push(action)}
      onCardRefused={onCardRefused}
      onCalls={(current) => calls.push(current)}
    />,
  );
  const [first] = calls;
  if (!first) throw new Error('the hook has not run');
  return { ...view, ...first, fetch, actions, onCardRefused };
}

describe('paying', () => {
  it('asks an operator who acts as a user for the orderer, and buys nothing if the question is closed', async () => {
    replacePreloaded({ actingAs: { text: '' } as Preloaded['actingAs'] });
    onTestFinished(() => replacePreloaded({ actingAs: null }));
    const { pay, fetch } = begin(answer(200, result));
    for (const orderedBy of [null, 'Blake']) {
      const paid = pay(request);
      await waitFor(() => expect(ordererRequest.get()?.due).toEqual(due));
      expect(fetch).not.toHaveBeenCalled();
      ordererRequest.get()?.onAnswered(orderedBy);
      await act(() => paid);
    }
    expect(JSON.parse(String(fetch.mock.calls[0]?.[1].body))).toMatchObject({ orderedBy: 'Blake' });
  });

  it('buys once, however often the button is pressed', async () => {
    const { pay, fetch, actions } = begin(answer(200, result));
    await act(() => Promise.all([pay(request), pay(request), pay(request)]));
    expect(fetch).toHaveBeenCalledOnce();
    expect(actions.at(-1)).toMatchObject({ type: 'paymentMoved', payment: { phase: 'succeeded' } });
  });

  it.each([
    [429, 'TooManyRequests'],
    [503, 'Unavailable'],
  ])('continues polling if a poll is answered with %d', async (status, code) => {
    vi.useFakeTimers();
    const { pay, actions } = begin(
      answer(200, { ...result, status: 'pending' }),
      answer(status, problem(code)),
      answer(200, result),
    );
    const paid = pay(request);
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    vi.useRealTimers();
    await paid;
    expect(actions.at(-1)).toMatchObject({ type: 'paymentMoved', payment: { phase: 'succeeded' } });
  });

  it("returns to checkout with the provider's message if the card is declined", async () => {
    const { pay, actions, onCardRefused } = begin(answer(402, problem('CardError')));
    await act(() => pay(request));
    const notice = { step: 'checkout', reason: 'card', message: 'about CardError' };
    expect(actions.at(-1)).toEqual({ type: 'sentBack', notice });
    expect(onCardRefused).toHaveBeenCalledOnce();
  });

  it('requests a new quote if the price has changed', async () => {
    const { pay, actions } = begin(answer(409, problem('PriceChanged')));
    await act(() => pay(request));
    expect(actions.at(-1)).toMatchObject({ type: 'quoteRenewed', notice: { reason: 'price' } });
  });

  it('refetches outdated data after a refusal, but not after a declined card', async () => {
    const { pay, queryClient } = begin(answer(402, problem('CardError')), answer(409, problem('NotForSale')));
    queryClient.setQueryData(['catalog', 'plans', 'veriscan'], 'before');
    const isOutdated = () => queryClient.getQueryState(['catalog', 'plans', 'veriscan'])?.isInvalidated;
    await act(() => pay(request));
    expect(isOutdated()).toBe(false);
    await act(() => pay(request));
    expect(isOutdated()).toBe(true);
  });

  it.each(['PurchaseUnderWay', 'ChangeUnderWay'])(
    'does not follow an operation that was begun elsewhere: %s',
    async (code) => {
      const { pay, fetch, actions } = begin(answer(409, problem(code, { operationId })));
      await act(() => pay(request));
      expect(fetch).toHaveBeenCalledOnce();
      expect(actions.at(-1)).toEqual({ type: 'paymentMoved', payment: { phase: 'refused' } });
    },
  );

  it('can be retried if no answer came', async () => {
    const { pay, fetch, actions } = begin();
    let isAway = true;
    fetch.mockImplementation(async () => {
      if (isAway) throw new TypeError('Failed to fetch');
      return answer(200, result);
    });
    await act(() => pay(request));
    expect(actions.at(-1)).toEqual({
      type: 'failed',
      message: 'The request was made but no response was received',
    });
    isAway = false;
    await act(() => pay(request));
    const sent = fetch.mock.calls.filter(([url]) => url.endsWith('/Purchase')).map(([, init]) => init.body);
    expect(sent).toEqual([sent[0], sent[0]]);
    expect(actions.at(-1)).toMatchObject({ payment: { phase: 'succeeded' } });
  });

  it('makes the pages show a purchase with an unknown outcome', async () => {
    const { pay, queryClient, actions, unmount } = begin(answer(200, { ...result, status: 'pending' }));
    queryClient.setQueryData(['operations', 'live'], { items: [] });
    const paying = pay(request);
    await waitFor(() => expect(actions.at(-1)).toMatchObject({ payment: { phase: 'pending' } }));
    expect(queryClient.getQueryState(['operations', 'live'])?.isInvalidated).toBe(true);
    unmount();
    await paying;
  });

  it('stops polling silently when the flow is left', async () => {
    const { pay, actions, unmount } = begin(answer(200, { ...result, status: 'pending' }));
    const paying = pay(request);
    await waitFor(() => expect(actions.at(-1)).toMatchObject({ payment: { phase: 'pending' } }));
    unmount();
    await paying;
    expect(actions).toHaveLength(2);
  });
});

describe('subscribing directly', () => {
  const quote = (amountDue: number) => ({
    taxTransactionId: 'quote_2',
    subscriptionUpdateInvoiceDetails: { amountDue },
  });

  it('quotes and immediately buys a selection that costs nothing today', async () => {
    const { subscribeDirectly, fetch, actions } = begin(answer(200, quote(0)), answer(200, result));
    await act(() => subscribeDirectly({ items }));
    expect(JSON.parse(String(fetch.mock.calls[1]?.[1].body))).toEqual({ items, taxTransactionId: 'quote_2' });
    expect(actions.at(-1)).toMatchObject({ payment: { phase: 'succeeded' } });
  });

  it('asks for a card first if the selection costs something after all', async () => {
    const { subscribeDirectly, fetch, actions } = begin(answer(200, quote(500)));
    await act(() => subscribeDirectly({ items }));
    expect(fetch).toHaveBeenCalledOnce();
    expect(actions.at(-1)).toEqual({ type: 'paymentNeeded' });
  });
});

describe('a purchase whose cardholder did not confirm', () => {
  const waiting = { ...result, status: 'requiresAction', clientSecret: 'pi_1_secret_1' };
  const failed = { ...result, status: 'failed', error: { code: 'CardError', message: 'Not confirmed.' } };
  const unauthenticated = { phase: 'unauthenticated', operationId };

  beforeEach(
    () =>
      void authenticateCardholder.mockReset().mockResolvedValue('We are unable to authenticate your payment method.'),
  );

  it('continues to wait, and can be confirmed later', async () => {
    const { pay, authenticateAgain, actions } = begin(
      ...[waiting, waiting, waiting, result].map((body) => answer(200, body)),
    );
    await act(() => pay(request));
    const message = 'We are unable to authenticate your payment method.';
    expect(actions.at(-1)).toEqual({ type: 'paymentMoved', payment: { ...unauthenticated, message, work: null } });
    authenticateCardholder.mockResolvedValue(null);
    await act(() => authenticateAgain(operationId));
    expect(actions.at(-1)).toMatchObject({ payment: { phase: 'succeeded' } });
  });

  it('is abandoned once, returns to the choice of a card, and notifies the other tabs', async () => {
    const { abandon, fetch, actions, queryClient } = begin(answer(200, failed));
    queryClient.setQueryData(['catalog', 'plans', 'veriscan'], 'before');
    const channel = new BroadcastChannel('portico-holdings');
    const heard = new Promise((resolve) => channel.addEventListener('message', resolve));
    await act(() => Promise.all([abandon(operationId), abandon(operationId)]));
    await heard;
    channel.close();
    expect(fetch).toHaveBeenCalledOnce();
    expect(fetch.mock.calls[0]?.[0]).toBe(`/api/Products/veriscan/Purchase/${operationId}`);
    expect(fetch.mock.calls[0]?.[1].method).toBe('DELETE');
    expect(actions).toMatchObject([
      { payment: { ...unauthenticated, work: 'abandoning' } },
      { type: 'sentBack', notice: { step: 'checkout', reason: 'abandoned' } },
    ]);
    expect(queryClient.getQueryState(['catalog', 'plans', 'veriscan'])?.isInvalidated).toBe(true);
  });

  it('succeeds if the cardholder confirmed before it could be abandoned', async () => {
    const { abandon, actions } = begin(answer(200, result));
    await act(() => abandon(operationId));
    expect(actions.at(-1)).toMatchObject({ payment: { phase: 'succeeded', wasAbandoned: true } });
  });

  it('is polled while the provider has not answered the request to abandon it', async () => {
    vi.useFakeTimers();
    const { abandon, actions } = begin(
      ...[{ ...result, status: 'pending' }, waiting, failed].map((body) => answer(200, body)),
    );
    const abandoning = abandon(operationId);
    await act(() => vi.advanceTimersByTimeAsync(500));
    expect(actions.at(-1)).toEqual({ type: 'paymentMoved', payment: { phase: 'abandoning' } });
    await act(() => vi.advanceTimersByTimeAsync(5000));
    await abandoning;
    vi.useRealTimers();
    expect(actions.at(-1)).toMatchObject({ type: 'sentBack', notice: { reason: 'abandoned' } });
    expect(authenticateCardholder).not.toHaveBeenCalled();
  });

  it('continues to wait, and shows why, if it could not be abandoned', async () => {
    const { abandon, actions } = begin(answer(429, problem('TooManyRequests')));
    await act(() => abandon(operationId));
    expect(actions.at(-1)).toMatchObject({
      payment: { ...unauthenticated, message: 'about TooManyRequests', work: null },
    });
  });
});
