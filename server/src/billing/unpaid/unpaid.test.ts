import { describe, expect, test } from 'vitest';
import { toPaymentEvents } from './billing-facts.ts';
import { isDebt } from './unpaid.ts';

describe('an open invoice', () => {
  const invoice = (billingReason: string | null, stripeSubscriptionId: string | null = 'sub_1') => ({
    billingReason,
    stripeSubscriptionId,
  });
  const row = (status: string) => ({ status, productId: 'cloud' });

  test.each([
    ['without a subscription is a debt', invoice('manual', null), undefined, [], true],
    ['of a renewal is a debt', invoice('subscription_cycle'), row('past_due'), [], true],
    [
      'of a renewal is a debt while the product is being changed',
      invoice('subscription_cycle'),
      row('past_due'),
      ['cloud'],
      true,
    ],
    ['of a subscription that ended is a debt', invoice('subscription_cycle'), row('canceled'), [], true],
    [
      'of a subscription that has not begun is not a debt',
      invoice('subscription_create'),
      row('incomplete'),
      [],
      false,
    ],
    ['of an unknown subscription is not a debt', invoice('subscription_create'), undefined, [], false],
    ['of an unsettled change is not a debt', invoice('subscription_update'), row('active'), ['cloud'], false],
    [
      'of a change beside the purchase of another product is a debt',
      invoice('subscription_update'),
      row('active'),
      ['sdk'],
      true,
    ],
  ])('%s', (_, given, subscription, beingBought, expected) => {
    expect(isDebt(given, subscription, new Set(beingBought))).toBe(expected);
  });
});

test('returns payments and failures in chronological order', () => {
  const day = (number: number) => new Date(Date.UTC(2026, 10, number));
  const failed = { amount: 500, brand: 'visa', last4: '0341' };
  expect(
    toPaymentEvents(
      [
        { amountPaid: 300, paidAt: day(1) },
        { amountPaid: 500, paidAt: day(9) },
        { amountPaid: 0, paidAt: null },
        // Paid by credit only, without a charge.
        { amountPaid: 0, paidAt: day(4) },
      ],
      [
        { at: day(8), ...failed },
        { at: day(5), ...failed },
      ],
    ).map(({ kind, at }) => [kind, at.getUTCDate()]),
  ).toEqual([
    ['paid', 1],
    ['paymentFailed', 5],
    ['paymentFailed', 8],
    ['paid', 9],
  ]);
});
