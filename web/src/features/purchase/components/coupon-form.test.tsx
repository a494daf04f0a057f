import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useReducer } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { makePlan } from '../../../test/plans.ts';
import { makeTotals } from '../../../test/purchases.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { type FlowAction, type FlowState, reduceFlow, startFlow } from '../model/flow.ts';
import { CouponForm } from './coupon-form.tsx';
import { FlowProvider } from './flow-context.ts';

const plan = makePlan();
const totals = makeTotals(
  { label: 'Total', amount: 8000, note: 'per month' },
  { subtotal: { label: 'Subtotal', amount: 10_000 } },
);
const refusal = (code: string, additionalData?: object) => ({
  code,
  message: 'Coupon number is incorrect or outdated',
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
        product: { id: 'veriscan', displayName: 'Veriscan', licensingType: 'Floating' },
        plan,
        state,
        dispatch,
        isChange: false,
        held: undefined,
        isDirect: false,
        headingLevel: 3,
        renderCardPicker: () => null,
        renderCardName: () => null,
        onCardRefused: () => {},
        warmUpCards: () => {},
      }}
    >
      <CouponForm />
    </FlowProvider>
  );
}

function stubAnswers(...answers: Response[]) {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => answers.shift() ?? answer(200, totals));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

async function type(coupon: string) {
  await userEvent.click(screen.getByRole('button', { name: 'Add a coupon' }));
  await userEvent.type(screen.getByLabelText('Coupon'), `${coupon}{Enter}`);
}

describe('a coupon', () => {
  it('applies a coupon that the server accepts, stores it, and removes it on request', async () => {
    const fetch = stubAnswers(answer(200, totals));
    renderUi(<Harness />);
    await type('SPRING20');
    expect((await screen.findByRole('status')).textContent).toBe('Coupon SPRING20 is applied');
    expect(JSON.parse(String(fetch.mock.calls[0]?.[1].body))).toMatchObject({ coupon: 'SPRING20' });
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

  it('checks a coupon of an earlier visit automatically', async () => {
    localStorage.setItem('vsCoupon', 'KEPT');
    stubAnswers(answer(200, totals));
    renderUi(<Harness />);
    expect((await screen.findByRole('status')).textContent).toBe('Coupon KEPT is applied');
  });

  it('shows a countdown while attempts are blocked, and keeps what was typed', async () => {
    // However long the typing takes: only the countdown's clock stands still.
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    const blockedTo = new Date(Date.now() + 2500).toISOString();
    stubAnswers(answer(429, refusal('TooManyRequests', { blockedTo })));
    renderUi(<Harness />);
    await type('GUESS');
    const input = screen.getByLabelText<HTMLInputElement>('Coupon');
    await waitFor(() => expect(input.disabled).toBe(true));
    expect(screen.getByText(/You can try again in 3 seconds/)).toBeTruthy();
    expect(input.value).toBe('GUESS');
    act(() => vi.advanceTimersByTime(2000));
    expect(screen.getByText(/You can try again in 1 second/)).toBeTruthy();
    act(() => vi.advanceTimersByTime(1000));
    expect(input.disabled).toBe(false);
  });
});
