import { describe, expect, it } from 'vitest';
import { makeAddon, makePlan, makePricePlan } from '../../../test/plans.ts';
import { emptyAddress } from '../../../ui/address-fields-draft.ts';
import { clearDraft, restoreDraft, storeDraft } from './draft.ts';
import { type FlowAction, reduceFlow, startFlow } from './flow.ts';

const owner = { accountId: 3, userId: 8, productId: 'Veriscan' };
const plan = makePlan({
  pricePlans: [
    makePricePlan({ addons: [makeAddon()] }),
    makePricePlan({ id: 'pro-year', interval: 'Year', additionalPrices: [] }),
  ],
});
const start = startFlow(plan);
const actions: FlowAction[] = [
  { type: 'quantitySet', quantity: 7 },
  { type: 'additionalSet', priceId: 'reader-month', quantity: 2 },
  { type: 'wentOn' },
  { type: 'addonToggled', addonId: 'forensics' },
  { type: 'addonQuantitySet', addonId: 'forensics', quantity: 3 },
  { type: 'couponApplied', coupon: 'SPRING20' },
  { type: 'wentOn' },
  { type: 'addressChanged', address: { ...emptyAddress, city: 'Lyon' } },
];
const chosen = actions.reduce((state, action) => reduceFlow(state, action, plan), start);

describe('unfinished choices', () => {
  it('are stored with the visited steps', () => {
    storeDraft(owner, plan, chosen, null);
    const restored = restoreDraft(owner, plan, start, null);
    expect(restored).toEqual({ ...chosen, step: 'customize', quoteAttempt: 0 });
  });

  it('belong to one user and one product', () => {
    storeDraft(owner, plan, chosen, null);
    expect(restoreDraft({ ...owner, userId: 9 }, plan, start, null)).toBeNull();
    expect(restoreDraft({ ...owner, accountId: 4 }, plan, start, null)).toBeNull();
    expect(restoreDraft({ ...owner, productId: 'other' }, plan, start, null)).toBeNull();
  });

  it('are deleted after a day, and when they are cleared', () => {
    storeDraft(owner, plan, chosen, null);
    expect(restoreDraft(owner, plan, start, null, Date.now() + 86_400_001)).toBeNull();
    expect(restoreDraft(owner, plan, start, null)).toBeNull();
    storeDraft(owner, plan, chosen, null);
    clearDraft(owner);
    expect(restoreDraft(owner, plan, start, null)).toBeNull();
  });

  it('are omitted if they are no longer sold or allowed', () => {
    storeDraft(owner, plan, chosen, null);
    const [month, ...others] = plan.pricePlans;
    if (!month) throw new Error('the plan has prices');
    const now = {
      ...plan,
      maxQuantity: 4,
      pricePlans: [{ ...month, addons: [makeAddon({ active: false })] }, ...others],
    };
    expect(restoreDraft(owner, now, startFlow(now), null)).toMatchObject({ quantity: 4, addons: {} });
  });

  it('are ignored once the account has bought the plan', () => {
    storeDraft(owner, plan, chosen, null);
    const bought = { ...plan, subscribeAction: 'ChangeOptions' } as const;
    expect(restoreDraft(owner, bought, startFlow(bought), null)).toBeNull();
  });

  it('are replaced by a price that was chosen since', () => {
    storeDraft(owner, plan, chosen, 'pro-month');
    expect(restoreDraft(owner, plan, start, 'pro-month')?.pricePlanId).toBe('pro-month');
    expect(restoreDraft(owner, plan, start, 'pro-year')).toMatchObject({ pricePlanId: 'pro-year', quantity: 7 });
  });

  it.each(['', 'null', '7', '{"savedAt":1e15}', '{"savedAt":', '[]'])(
    'are not restored from the invalid data %s',
    (text) => {
      localStorage.setItem('portico.purchase.3.8.veriscan', text);
      expect(restoreDraft(owner, plan, start, null)).toBeNull();
    },
  );
});
