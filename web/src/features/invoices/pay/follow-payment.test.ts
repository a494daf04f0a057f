import type { InvoicePaymentResult } from '@portico/contract';
import { describe, expect, it, vi } from 'vitest';
import { followPayment } from './follow-payment.ts';

const answer = (change: Partial<InvoicePaymentResult>): InvoicePaymentResult => ({
  operationId: 'o',
  status: 'pending',
  outcome: null,
  clientSecret: null,
  amountPaid: null,
  currency: 'usd',
  cardKept: false,
  ...change,
});
const asks = answer({ status: 'requiresAction', outcome: 'requiresAction', clientSecret: 'secret' });
const paid = answer({ status: 'succeeded', outcome: 'paid', amountPaid: 100 });

function steps(answers: readonly (InvoicePaymentResult | null)[], refusal: string | null = null) {
  const left = [...answers];
  return {
    pay: vi.fn(async () => (left.length > 1 ? left.shift() : left[0]) ?? null),
    authenticate: vi.fn(async () => refusal),
    wait: vi.fn(async () => {}),
    onPhase: vi.fn(),
  };
}

describe('a payment', () => {
  it('returns paid at once', async () => {
    const given = steps([paid]);
    expect(await followPayment(given)).toEqual({ kind: 'paid', result: paid });
    expect(given.authenticate).not.toHaveBeenCalled();
  });

  it('returns paid after its cardholder confirmed, who is asked once', async () => {
    const given = steps([asks, asks, paid]);
    expect(await followPayment(given)).toEqual({ kind: 'paid', result: paid });
    expect(given.authenticate).toHaveBeenCalledExactlyOnceWith('secret');
  });

  it('returns that it waits where its cardholder did not confirm', async () => {
    expect(await followPayment(steps([asks], 'Not confirmed.'))).toEqual({
      kind: 'unconfirmed',
      message: 'Not confirmed.',
    });
    expect(await followPayment(steps([asks]))).toEqual({ kind: 'unconfirmed', message: '' });
  });

  it('returns paid after an answer was lost and while the provider is slow', async () => {
    const given = steps([null, answer({}), answer({}), paid]);
    expect(await followPayment(given)).toMatchObject({ kind: 'paid' });
    expect(given.wait).toHaveBeenCalledTimes(3);
  });
});
