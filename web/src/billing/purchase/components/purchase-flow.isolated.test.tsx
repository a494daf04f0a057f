import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { makePlan, makePricePlan } from '../../../test/plans.ts';
import { flowParts, flowPlace, flowProduct, makeRoutes } from '../../../test/purchase-flow.tsx';
import { makeEstimate, makePurchaseResult, makeQuote } from '../../../test/purchases.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import type { SubscriptionPlan } from '../model/plan.ts';
import { PurchaseFlow } from './purchase-flow.tsx';

const authenticateCardholder = vi.hoisted(() => vi.fn<() => Promise<string | null>>());
vi.mock('../../../lib/authenticate-cardholder.ts', () => ({ authenticateCardholder }));

const estimate = makeEstimate(10_650);
const quote = makeQuote(0);
const free = makePlan({ pricePlans: [makePricePlan({ amount: 0, amountPerMonth: 0, additionalPrices: [] })] });
const bought = makePurchaseResult({ amountPaid: 0 });

function begin(plan: SubscriptionPlan, answers: Record<string, Response | (() => Response)> = {}) {
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string, init?: RequestInit) => {
      const name = init?.method === 'DELETE' ? 'Abandon' : (url.split('/').at(-1) ?? '');
      const given = answers[name];
      return (typeof given === 'function' ? given() : given) ?? answer(200, estimate);
    }),
  );
  const onClose = vi.fn();
  const inRoutes = makeRoutes();
  const place = flowPlace();
  const flow = (shown: SubscriptionPlan) =>
    inRoutes(<PurchaseFlow {...flowParts} {...place} product={flowProduct} plan={shown} onClose={onClose} />);
  const { rerender } = renderUi(flow(plan));
  return { onClose, refresh: (now: SubscriptionPlan) => rerender(flow(now)) };
}

const moneyText = /\b(?:pay|paid|payments?|purchase|buy|buying|charged|tax|coupon)\b/i;

it('a free plan is subscribed to without mentioning payment', async () => {
  begin(free, { PreviewPurchase: answer(200, quote), Purchase: answer(200, bought) });
  const dialog = await screen.findByRole('dialog');
  expect(await screen.findByText('Use it for free')).toBeTruthy();
  const text = (dialog.textContent ?? '').replace('there is nothing to pay, and no card is needed', '');
  expect(text).not.toMatch(moneyText);
  await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }));
  expect(await screen.findByText('You are subscribed to Veriscan')).toBeTruthy();
  expect((dialog.textContent ?? '').replace('There is nothing to pay.', '')).not.toMatch(moneyText);
});

it('a purchase shows that its plan was bought elsewhere, and only offers to close', async () => {
  const plan = makePlan();
  const { refresh, onClose } = begin(plan);
  await screen.findByRole('button', { name: 'Continue' });
  refresh(makePlan({ subscribeAction: 'ChangeOptions' }));
  expect(await screen.findByRole('heading', { name: 'Professional is active already' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  const close = screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement;
  await userEvent.click(close);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

it("a purchase continues if only the plan's texts have changed", async () => {
  const { refresh } = begin(makePlan());
  await screen.findByRole('button', { name: 'Continue' });
  refresh(makePlan({ description: 'Pour les commerces.' }));
  expect(screen.getByText('Pour les commerces.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy();
});

it('a purchase shows that nothing was bought while another operation of the product is pending', async () => {
  const refusal = { code: 'PurchaseUnderWay', message: '', requestId: 'r1', additionalData: { operationId: 'other' } };
  begin(free, { PreviewPurchase: answer(200, quote), Purchase: answer(409, refusal) });
  await userEvent.click(await screen.findByRole('button', { name: 'Subscribe' }));
  expect(await screen.findByText('Another purchase or change is being confirmed')).toBeTruthy();
  expect(screen.getByText(/Your selection was not bought/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Subscribe' })).toBeNull();
  expect(screen.getAllByRole('button', { name: 'Close' }).length).toBeGreaterThan(0);
});

it('a purchase offers to confirm or abandon a payment that the bank has not confirmed', async () => {
  const waiting = { ...bought, status: 'requiresAction' };
  const problem = { code: 'TooManyRequests', message: 'Too many attempts.', requestId: 'r1' };
  let isBlocked = true;
  const { onClose } = begin(free, {
    PreviewPurchase: answer(200, quote),
    Purchase: answer(200, { ...waiting, clientSecret: 'pi_1_secret_1' }),
    [bought.operationId]: () => answer(200, waiting),
    Abandon: () => (isBlocked ? answer(429, problem) : answer(200, bought)),
  });
  authenticateCardholder.mockResolvedValue('We are unable to authenticate your payment method.');
  await userEvent.click(await screen.findByRole('button', { name: 'Subscribe' }));
  expect(await screen.findByRole('heading', { name: 'Your bank has not confirmed the payment' })).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toBe('We are unable to authenticate your payment method.');
  expect(screen.getByRole('button', { name: 'Confirm payment' })).toBeTruthy();
  const abandon = screen.getByRole('button', { name: 'Give up and choose another card' });
  await userEvent.click(abandon);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Too many attempts.'));
  isBlocked = false;
  await userEvent.click(abandon);
  expect(await screen.findByText(/was already confirmed when you gave up the purchase/)).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});
