import { describe, expect, test } from 'vitest';
import {
  allowedCancellation,
  allowedChanges,
  effectiveCancelAt,
  statusTitle,
  wireStatus,
} from './subscriptions.rules.ts';

const soon = new Date('2026-12-01T00:00:00Z');

function row(status: string, changes: { cancelAt?: Date; trial?: boolean; amount?: number } = {}) {
  return { status, cancelAt: null, trial: false, amount: 1000, ...changes };
}

const freeTrial = row('trialing', { trial: true, amount: 0, cancelAt: soon });

describe('the status of a subscription', () => {
  test.each([
    ['active', 1],
    ['trialing', 1],
    ['incomplete', 2],
    ['past_due', 3],
    ['unpaid', 3],
    ['canceled', 4],
    ['incomplete_expired', 4],
    ['paused', 4],
  ])('%s is shown as %i', (status, shown) => {
    expect(wireStatus(status)).toBe(shown);
  });

  test.each([
    ['active', row('active'), 'subscription.active'],
    ['one that is set to end', row('active', { cancelAt: soon }), 'subscription.cancels'],
    ['one that is past due and set to end', row('past_due', { cancelAt: soon }), 'subscription.cancels'],
    ['a trial', row('trialing', { trial: true }), 'subscription.trial'],
    ['a trial that was canceled', row('trialing', { trial: true, cancelAt: soon }), 'subscription.cancels'],
    ['a trial that ends by itself', freeTrial, 'subscription.trial'],
    ['one that waits for its first payment', row('incomplete'), 'subscription.incomplete'],
    ['one that is past due', row('unpaid'), 'subscription.pastDue'],
    ['one that has ended', row('canceled', { cancelAt: soon }), 'subscription.ended'],
    ['a trial that has ended', row('canceled', { trial: true }), 'subscription.ended'],
  ])('has a title for %s', (_, subscription, title) => {
    expect(statusTitle(subscription)).toBe(title);
  });
});

describe('the allowed cancellation', () => {
  const cancel = { cancellationAllowed: true, restoreAllowed: false };
  const restore = { cancellationAllowed: false, restoreAllowed: true };
  const neither = { cancellationAllowed: false, restoreAllowed: false };

  test.each([
    ['active', row('active'), cancel],
    ['past due', row('past_due'), cancel],
    ['unpaid', row('unpaid'), cancel],
    ['a trial with a later price', row('trialing', { trial: true }), cancel],
    ['set to end', row('active', { cancelAt: soon }), restore],
    ['past due and set to end', row('past_due', { cancelAt: soon }), restore],
    ['a trial that was canceled', row('trialing', { trial: true, cancelAt: soon }), restore],
    ['a trial that ends by itself', freeTrial, neither],
    ['waiting for its first payment', row('incomplete'), neither],
    ['ended', row('canceled'), neither],
    ['ended on the set date', row('canceled', { cancelAt: soon }), neither],
  ])('is correct for a subscription that is %s', (_, subscription, allowed) => {
    expect(allowedCancellation(subscription)).toEqual(allowed);
  });

  test.each([
    ['one that was canceled', row('active', { cancelAt: soon }), soon],
    ['one that renews', row('active'), null],
    ['a trial that ends by itself', freeTrial, null],
  ])('respects the end of %s', (_, subscription, end) => {
    expect(effectiveCancelAt(subscription)).toBe(end);
  });
});

describe('the allowed changes of a subscription', () => {
  const sold = { disabled: false };
  const plan = { processingType: 0 } as NonNullable<Parameters<typeof allowedChanges>[2]>;
  const manual = { processingType: 1 } as typeof plan;
  const all = { subscriptionEditingAllowed: true, changingPlanAllowed: true, paymentMethodUpdateAllowed: true };
  const cardOnly = { subscriptionEditingAllowed: false, changingPlanAllowed: false, paymentMethodUpdateAllowed: true };
  const nothing = { ...cardOnly, paymentMethodUpdateAllowed: false };
  const planOnly = { ...nothing, changingPlanAllowed: true };

  test.each([
    ['everything of an active one', row('active'), sold, plan, all],
    ['everything of one that is past due', row('past_due'), sold, plan, all],
    ['everything if its plan is gone', row('active'), sold, undefined, all],
    ['the card if it is set to end', row('active', { cancelAt: soon }), sold, plan, cardOnly],
    ['the card if its product is not on sale', row('active'), { disabled: true }, plan, cardOnly],
    ['the card if its product is gone', row('active'), undefined, undefined, cardOnly],
    ['the card if its plan is not sold online', row('active'), sold, manual, cardOnly],
    ['the plan of a free trial', freeTrial, sold, plan, planOnly],
    ['nothing before its first payment', row('incomplete'), sold, plan, nothing],
    ['nothing once it has ended', row('canceled'), sold, plan, nothing],
    [
      'no card where nothing is charged',
      row('active', { amount: 0 }),
      sold,
      plan,
      { ...all, paymentMethodUpdateAllowed: false },
    ],
  ])('include %s', (_, subscription, product, itsPlan, allowed) => {
    expect(allowedChanges(subscription, product, itsPlan)).toMatchObject(allowed);
  });
});
