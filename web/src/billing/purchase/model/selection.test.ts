import { describe, expect, it } from 'vitest';
import { makeAdditional, makeAddon, makePlan, makePricePlan } from '../../../test/plans.ts';
import { carryOver, hasSelection, isDirect, mayRegister, type SelectionDraft, toSelection } from './selection.ts';

const choices: SelectionDraft = { pricePlanId: 'pro-month', quantity: 5, additional: {}, addons: {}, coupon: null };

describe('the body of totals, preview and purchase', () => {
  it('contains the price plan with its quantity, and omits everything that was not chosen', () => {
    expect(toSelection(makePlan(), choices)).toEqual({
      items: [{ subscriptionPlanId: 'pro', priceId: 'pro-month', quantity: 5 }],
    });
  });

  it('adds additional prices above zero, add-ons by price id, and the coupon', () => {
    const plan = makePlan({ pricePlans: [makePricePlan({ addons: [makeAddon()] })] });
    const selection = toSelection(plan, {
      ...choices,
      additional: { 'reader-month': 2, 'reader-year': 9 },
      addons: { forensics: { priceId: 'forensics-small', quantity: 4 }, other: { priceId: 'x', quantity: 1 } },
      coupon: 'SPRING20',
    });
    expect(selection).toEqual({
      items: [
        { subscriptionPlanId: 'pro', priceId: 'pro-month', quantity: 5 },
        { subscriptionPlanId: 'pro', priceId: 'reader-month', quantity: 2 },
      ],
      addons: { 'forensics-small': 4 },
      coupon: 'SPRING20',
    });
  });

  it('returns whether there is something to buy', () => {
    const plan = makePlan();
    expect(hasSelection(toSelection(plan, { ...choices, quantity: 0 }))).toBe(false);
    expect(hasSelection(toSelection(plan, { ...choices, quantity: 0, additional: { 'reader-month': 1 } }))).toBe(true);
  });
});

describe('switching the price plan', () => {
  it('carries quantities over by name and starts at zero without a counterpart', () => {
    const from = [makeAdditional(), makeAdditional({ id: 'printer-month', nickname: 'Printer' })];
    const to = [makeAdditional({ id: 'reader-year' }), makeAdditional({ id: 'kiosk-year', nickname: 'Kiosk' })];
    expect(carryOver(from, to, { 'reader-month': 3, 'printer-month': 2 })).toEqual({
      'reader-year': 3,
      'kiosk-year': 0,
    });
  });
});

describe('subscribing without checkout', () => {
  it('is possible for trials and for entirely free plans', () => {
    const free = makePlan({ pricePlans: [makePricePlan({ amount: 0 })] });
    expect(isDirect(makePlan(), choices)).toBe(false);
    expect(isDirect(makePlan({ isTrial: true, trialDays: 30 }), choices)).toBe(true);
    expect(isDirect(free, choices)).toBe(true);
    expect(isDirect(free, { ...choices, additional: { 'reader-month': 1 } })).toBe(false);
  });
});

describe('registering with the choices (SIGN-46)', () => {
  const choices = (change: Partial<SelectionDraft> = {}): SelectionDraft => ({
    pricePlanId: 'pro-month',
    quantity: 1,
    additional: {},
    addons: {},
    coupon: null,
    ...change,
  });
  const free = makePlan({ pricePlans: [makePricePlan({ amount: 0, amountPerMonth: 0 })] });

  it.each([
    ['units that cost', makePlan(), choices(), true],
    ['no unit', makePlan(), choices({ quantity: 0 }), false],
    [
      'no unit and additional units that cost',
      makePlan(),
      choices({ quantity: 0, additional: { 'reader-month': 2 } }),
      true,
    ],
    [
      'no unit and additional units of nothing',
      makePlan(),
      choices({ quantity: 0, additional: { 'reader-month': 0 } }),
      false,
    ],
    ['a free plan', free, choices(), true],
    ['a free plan with additional units that cost', free, choices({ additional: { 'reader-month': 1 } }), true],
    ['a trial', makePlan({ isTrial: true }), choices(), true],
    [
      'an add-on alone',
      makePlan(),
      choices({ quantity: 0, addons: { forensics: { priceId: 'f', quantity: 1 } } }),
      false,
    ],
  ])('returns whether it is possible with %s', (_, plan, chosen, may) => {
    expect(mayRegister(plan, chosen)).toBe(may);
  });
});
