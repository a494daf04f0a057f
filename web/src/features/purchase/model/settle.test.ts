import type { PurchaseResult } from '@portico/contract';
import { describe, expect, it, vi } from 'vitest';
import { makePurchaseResult } from '../../../test/purchases.ts';
import { type SettleSteps, settle, settleAbandoned } from './settle.ts';

const base = makePurchaseResult({ status: 'pending', subscriptionId: null, amountPaid: null });
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
  it('returns at once when the purchase succeeded', async () => {
    const steps = stepsWith([]);
    expect(await settle(succeeded, steps)).toBe(succeeded);
    expect(steps.ask).not.toHaveBeenCalled();
  });

  it('asks until the provider has decided, also through answers that got lost', async () => {
    const steps = stepsWith([pending, null, pending, succeeded]);
    expect(await settle(pending, steps)).toBe(succeeded);
    expect(steps.ask).toHaveBeenCalledTimes(4);
    expect(steps.wait).toHaveBeenCalledTimes(4);
    expect(steps.onPhase).toHaveBeenCalledExactlyOnceWith('pending');
  });

  it('lets the cardholder confirm once, then asks', async () => {
    const steps = stepsWith([challenged, pending, pending, succeeded]);
    expect(await settle(challenged, steps)).toBe(succeeded);
    expect(steps.authenticate).toHaveBeenCalledOnce();
    expect(steps.authenticate).toHaveBeenCalledWith('pi_1_secret_1');
    expect(steps.onPhase.mock.calls).toEqual([['authenticating'], ['pending']]);
  });

  it.each(['We are unable to authenticate your payment method.', ''])(
    'goes on waiting, with the provider’s words, when the holder did not confirm: “%s”',
    async (message) => {
      const steps = stepsWith([challenged], message);
      const outcome = await settle(challenged, steps);
      expect(outcome).toMatchObject({ status: 'requiresAction', error: { code: 'CardError', message } });
      expect(steps.wait).not.toHaveBeenCalled();
    },
  );

  it('believes the server over the browser: paid is paid', async () => {
    const steps = stepsWith([succeeded], 'The network was lost.');
    expect(await settle(challenged, steps)).toBe(succeeded);
  });

  it('believes the server that the bank has refused', async () => {
    const refused: PurchaseResult = { ...base, status: 'failed', error: { code: 'CardError', message: 'Declined.' } };
    const steps = stepsWith([refused], 'We are unable to authenticate your payment method.');
    expect(await settle(challenged, steps)).toBe(refused);
  });

  it('stops asking about a challenge that stays open though it was confirmed', async () => {
    const steps = stepsWith([challenged]);
    expect((await settle(challenged, steps)).status).toBe('requiresAction');
    expect(steps.authenticate).toHaveBeenCalledOnce();
  });
});

describe('following a purchase that was abandoned', () => {
  const failed: PurchaseResult = { ...base, status: 'failed' };

  it('is over at once when the provider answered', async () => {
    const steps = stepsWith([]);
    expect(await settleAbandoned(failed, steps)).toBe(failed);
    expect(steps.ask).not.toHaveBeenCalled();
    expect(steps.onPhase).not.toHaveBeenCalled();
  });

  it.each([failed, succeeded])('asks until it has, and never for the holder’s confirmation', async (outcome) => {
    const steps = stepsWith([challenged, null, outcome]);
    expect(await settleAbandoned(pending, steps)).toBe(outcome);
    expect(steps.onPhase).toHaveBeenCalledExactlyOnceWith('abandoning');
    expect(steps.authenticate).not.toHaveBeenCalled();
  });
});
