import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useReducer } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { makePlan } from '../../../test/plans.ts';
import { flowParts, flowProduct } from '../../../test/purchase-flow.tsx';
import { answer, renderUi } from '../../../test/render.tsx';
import { type FlowAction, type FlowState, reduceFlow, startFlow } from '../model/flow.ts';
import { accountCalls } from '../purchase.api.ts';
import { CouponForm } from './coupon-form.tsx';
import { FlowProvider } from './flow-context.ts';

const plan = makePlan();
const accepted = { Id: 'c1', Name: '20% off', PercentOff: 20, AmountOff: null, Created: '2026-01-01T00:00:00Z' };
const refusal = (code: string, additionalData?: object, message = 'Coupon number is incorrect or outdated') => ({
  code,
  message,
  requestId: 'r1',
  ...(additionalData && { additionalData }),
});

function Harness() {
  const [state, dispatch] = useReducer(
    (current: FlowState, action: FlowAction) => reduceFlow(current, action, plan),
    plan,
    (started) => startFlow(started),
  );
  return (
    <FlowProvider
      value={{
        ...flowParts,
        product: flowProduct,
        plan,
        state,
        dispatch,
        isChange: false,
        held: undefined,
        isDirect: false,
        calls: accountCalls(flowProduct.id),
      }}
    >
      <CouponForm />
    </FlowProvider>
  );
}

function stubAnswers(...answers: Response[]) {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => answers.shift() ?? answer(200, accepted));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

async function type(coupon: string) {
  await userEvent.click(screen.getByRole('button', { name: 'Add a coupon' }));
  await userEvent.type(screen.getByLabelText('Coupon'), `${coupon}{Enter}`);
}

describe('a coupon', () => {
  it('applies a coupon that the server accepts, stores it, and removes it on request', async () => {
    const fetch = stubAnswers(answer(200, accepted));
    renderUi(<Harness />);
    await type('SPRING20');
    expect((await screen.findByRole('status')).textContent).toBe('Coupon SPRING20 is applied: 20% off');
    const [url, init] = fetch.mock.calls[0] ?? [];
    expect(url).toBe('/api/Billing/Coupon/Apply?coupon=SPRING20&productId=veriscan');
    const items = [{ subscriptionPlanId: 'pro', priceId: 'pro-month', quantity: 1 }];
    expect(JSON.parse(String(init?.body))).toEqual({ selection: { items } });
    expect(localStorage.getItem('vsCoupon')).toBe('SPRING20');

    await userEvent.click(screen.getByRole('button', { name: 'Remove coupon SPRING20' }));
    expect(screen.getByRole('button', { name: 'Add a coupon' })).toBeTruthy();
    expect(localStorage.getItem('vsCoupon')).toBe('');
  });

  it('clears a refused coupon and shows the reason', async () => {
    stubAnswers(answer(422, refusal('InvalidCoupon')));
    renderUi(<Harness />);
    await type('OLD');
    expect(await screen.findByText('OLD: Coupon number is incorrect or outdated')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Coupon').value).toBe('');
    expect(localStorage.getItem('vsCoupon') ?? '').toBe('');
  });

  it('shows why a coupon cannot be used for this selection', async () => {
    stubAnswers(answer(422, refusal('InvalidCoupon', undefined, 'This coupon is for new subscriptions.')));
    renderUi(<Harness />);
    await type('WELCOME');
    expect(await screen.findByText('WELCOME: This coupon is for new subscriptions.')).toBeTruthy();
  });

  it('checks a coupon of an earlier visit automatically', async () => {
    localStorage.setItem('vsCoupon', 'KEPT');
    stubAnswers(answer(200, accepted));
    renderUi(<Harness />);
    expect((await screen.findByRole('status')).textContent).toBe('Coupon KEPT is applied: 20% off');
  });

  it('shows a countdown while attempts are blocked, and keeps the input', async () => {
    // Fakes only the countdown's clock, so that the duration of typing does not matter.
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    const blockedTo = new Date(Date.now() + 2500).toISOString();
    stubAnswers(answer(429, refusal('TooManyRequests', { blockedTo })));
    renderUi(<Harness />);
    await type('GUESS');
    const input = screen.getByLabelText<HTMLInputElement>('Coupon');
    await waitFor(() => expect(input.disabled).toBe(true));
    expect(screen.getByText(/please wait 3 sec/)).toBeTruthy();
    expect(input.value).toBe('GUESS');
    act(() => vi.advanceTimersByTime(2000));
    expect(screen.getByText(/please wait 1 sec/)).toBeTruthy();
    act(() => vi.advanceTimersByTime(1000));
    expect(input.disabled).toBe(false);
  });
});
