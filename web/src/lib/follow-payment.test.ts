import { describe, expect, it, vi } from 'vitest';
import { type FollowSteps, followPayment } from './follow-payment.ts';
import { ApiError, type ProblemCode } from './problem.ts';

interface Payment {
  status: 'pending' | 'requiresAction' | 'succeeded' | 'failed';
  clientSecret: string | null;
}
const pending: Payment = { status: 'pending', clientSecret: null };
const challenged: Payment = { status: 'requiresAction', clientSecret: 'pi_1_secret_1' };
const succeeded: Payment = { status: 'succeeded', clientSecret: null };
const failed: Payment = { status: 'failed', clientSecret: null };

/** Steps that return these answers in order; the last one is repeated. */
function stepsWith(answers: (Payment | null | ApiError)[], refusal: string | null = null) {
  return {
    authenticate: vi.fn(async () => refusal),
    look: vi.fn(async () => {
      const next = answers.length > 1 ? answers.shift() : answers[0];
      if (next instanceof ApiError) throw next;
      return next ?? null;
    }),
    wait: vi.fn(async () => {}),
    onPhase: vi.fn(),
  } satisfies FollowSteps<Payment>;
}

const problem = (status: number, code: ProblemCode) => new ApiError(status, { code, message: '', requestId: '' });
const missed = [problem(0, 'NoResponse'), problem(429, 'TooManyRequests'), problem(503, 'Unreadable')];

describe('following a payment', () => {
  it.each([succeeded, failed])('returns a payment that is already settled', async (payment) => {
    const steps = stepsWith([]);
    expect(await followPayment(payment, steps)).toEqual({ payment, refusal: null });
    expect(steps.look).not.toHaveBeenCalled();
  });

  it.each([pending, null])('polls until the provider has decided, even if answers are lost', async (first) => {
    const steps = stepsWith([pending, null, ...missed, pending, succeeded]);
    expect(await followPayment(first, steps)).toEqual({ payment: succeeded, refusal: null });
    expect(steps.look).toHaveBeenCalledTimes(7);
    expect(steps.wait).toHaveBeenCalledTimes(7);
    expect(steps.onPhase).toHaveBeenCalledExactlyOnceWith('pending');
  });

  it('asks the cardholder once, then polls', async () => {
    const steps = stepsWith([challenged, pending, pending, succeeded]);
    expect(await followPayment(challenged, steps)).toEqual({ payment: succeeded, refusal: null });
    expect(steps.authenticate).toHaveBeenCalledExactlyOnceWith('pi_1_secret_1');
    expect(steps.onPhase.mock.calls).toEqual([['authenticating'], ['pending']]);
  });

  it.each(['We are unable to authenticate your payment method.', ''])(
    'returns a waiting payment with the provider’s message if the cardholder did not confirm: “%s”',
    async (refusal) => {
      const steps = stepsWith([challenged], refusal);
      expect(await followPayment(challenged, steps)).toEqual({ payment: challenged, refusal });
      expect(steps.wait).not.toHaveBeenCalled();
    },
  );

  it.each([succeeded, failed])("trusts the server's answer more than that of the bank's dialog", async (payment) => {
    const steps = stepsWith([payment], 'This payment has already succeeded.');
    expect(await followPayment(challenged, steps)).toMatchObject({ payment });
  });

  it('stops polling if a confirmed challenge stays open', async () => {
    const steps = stepsWith([challenged]);
    expect(await followPayment(challenged, steps)).toEqual({ payment: challenged, refusal: null });
    expect(steps.authenticate).toHaveBeenCalledOnce();
  });

  it('passes on an error that no later poll can fix', async () => {
    await expect(followPayment(pending, stepsWith([problem(404, 'NotFound')]))).rejects.toMatchObject({ status: 404 });
  });
});

describe('following a payment that is being abandoned', () => {
  it.each([failed, succeeded])('never asks the cardholder, however long the provider takes', async (payment) => {
    const { authenticate, ...steps } = stepsWith([...Array<Payment>(20).fill(challenged), payment]);
    expect(await followPayment(challenged, steps)).toEqual({ payment, refusal: null });
    expect(authenticate).not.toHaveBeenCalled();
    expect(steps.onPhase).toHaveBeenCalledExactlyOnceWith('pending');
  });
});
