import type { PurchaseResult } from '@portico/contract';
import { describe, expect, it, vi } from 'vitest';
import { pollDelay, type SettleSteps, settle } from './settle.ts';

const base: PurchaseResult = {
  operationId: '0b8f2a55-6f0e-4e5c-9d2c-0d3f3c5b8f11',
  status: 'pending',
  subscriptionId: null,
  clientSecret: null,
  amountPaid: null,
  nextPaymentDate: null,
  receiptUrl: null,
  error: null,
};
const pending = base;
const challenged: PurchaseResult = { ...base, status: 'requiresAction', clientSecret: 'pi_1_secret_1' };
const succeeded: PurchaseResult = { ...base, status: 'succeeded', amountPaid: 100 };

function stepsWith(answers: (PurchaseResult | null)[], message: string | null = null) {
  return {
    authenticate: vi.fn(async () => message),
    ask: vi.fn(async () => (answers.length > 1 ? (answers.shift() ?? null) : (answers[0] ?? null))),
    wait: vi.fn(async () => {}),
    onPhase: vi.fn(),
  } satisfies SettleSteps;
}

describe('following a purchase', () => {
  it('is over at once when it succeeded', async () => {
    const steps = stepsWith([]);
    expect(await settle(succeeded, steps)).toBe(succeeded);
    expect(steps.ask).not.toHaveBeenCalled();
  });

  it('asks until the provider has decided, also through answers that got lost', async () => {
    const steps = stepsWith([pending, null, pending, succeeded]);
    expect(await settle(pending, steps)).toBe(succeeded);
    expect(steps.ask).toHaveBeenCalledTimes(4);
    expect(steps.wait).toHaveBeenCalledTimes(4);
    expect(steps.onPhase).toHaveBeenLastCalledWith('pending');
  });

  it('lets the holder confirm once, then asks', async () => {
    const steps = stepsWith([challenged, pending, succeeded]);
    expect(await settle(challenged, steps)).toBe(succeeded);
    expect(steps.authenticate).toHaveBeenCalledOnce();
    expect(steps.authenticate).toHaveBeenCalledWith('pi_1_secret_1');
  });

  it('fails with the provider’s words when the holder’s confirmation failed', async () => {
    const steps = stepsWith([challenged], 'We are unable to authenticate your payment method.');
    const outcome = await settle(challenged, steps);
    expect(outcome).toMatchObject({
      status: 'failed',
      error: { code: 'CardError', message: 'We are unable to authenticate your payment method.' },
    });
    expect(steps.wait).not.toHaveBeenCalled();
  });

  it('believes the server over the browser: paid is paid', async () => {
    const steps = stepsWith([succeeded], 'The network was lost.');
    expect(await settle(challenged, steps)).toBe(succeeded);
  });

  it('gives up on a challenge that stays open though it was confirmed', async () => {
    const steps = stepsWith([challenged]);
    expect((await settle(challenged, steps)).status).toBe('failed');
    expect(steps.authenticate).toHaveBeenCalledOnce();
  });

  it('asks calmly: every second at first, every five at most', () => {
    expect([pollDelay(0), pollDelay(1), pollDelay(100)]).toEqual([1000, 1500, 5000]);
  });
});
