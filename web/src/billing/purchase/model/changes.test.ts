import { describe, expect, it } from 'vitest';
import { makeAdditional, makeAddon, makeHeld, makePlan, makePricePlan } from '../../../test/plans.ts';
import { furtherRemovals, listChanges } from './changes.ts';
import { startFlow } from './flow.ts';

const held = makeHeld();
const forensics = makeAddon({
  currentQuantity: 2,
  prices: [
    { id: 'forensics-small', caption: '1,000 checks', amount: 2000, isUsed: true },
    { id: 'forensics-large', caption: '10,000 checks', amount: 9000, isUsed: false },
  ],
});
const storage = makeAddon({ id: 'storage', caption: 'Storage', currentQuantity: 0 });
const plan = makePlan({
  pricePlans: [
    makePricePlan({
      currentDeviceCount: 5,
      additionalPrices: [makeAdditional({ quantity: 2 })],
      addons: [forensics, storage],
    }),
    makePricePlan({ id: 'pro-year', interval: 'Year', additionalPrices: [], addons: [] }),
  ],
});
const toHeldSubscription = { ...startFlow(plan), quantity: 5 };

describe('the differences of a change', () => {
  it('are empty if everything stays as it is', () => {
    expect(listChanges(held, plan, toHeldSubscription)).toEqual([]);
  });

  it('include a quantity that differs, even if the user did not touch it', () => {
    expect(listChanges(held, plan, startFlow(plan))).toEqual([{ subject: 'quantity', from: 5, to: 1 }]);
  });

  it('include another billing interval with the add-ons that it clears', () => {
    expect(listChanges(held, plan, { ...toHeldSubscription, pricePlanId: 'pro-year', addons: {} })).toEqual([
      {
        subject: 'billingInterval',
        from: { interval: 'Month', intervalCount: 1 },
        to: { interval: 'Year', intervalCount: 1 },
      },
      { subject: 'addon', name: 'Document forensics', from: { caption: '1,000 checks', quantity: 2 }, to: null },
    ]);
  });

  it('include changed additional quantities and add-ons', () => {
    const choices = {
      ...toHeldSubscription,
      additional: { 'reader-month': 3 },
      addons: {
        forensics: { priceId: 'forensics-large', quantity: 2 },
        storage: { priceId: 'forensics-small', quantity: 1 },
      },
    };
    expect(listChanges(held, plan, choices)).toEqual([
      { subject: 'additional', name: 'Card reader', from: 2, to: 3 },
      {
        subject: 'addon',
        name: 'Document forensics',
        from: { caption: '1,000 checks', quantity: 2 },
        to: { caption: '10,000 checks', quantity: 2 },
      },
      { subject: 'addon', name: 'Storage', from: null, to: { caption: '1,000 checks', quantity: 1 } },
    ]);
  });

  it('include another plan with the additional units and add-ons that are chosen beside it', () => {
    const other = { ...held, subscriptionPlanId: 'basic', subscriptionPlanName: 'Basic' };
    const toOther = { subject: 'plan', from: 'Basic', to: 'Professional' };
    expect(listChanges(other, plan, toHeldSubscription)).toEqual([toOther]);
    const addons = { ...toHeldSubscription.addons, storage: { priceId: 'forensics-small', quantity: 1 } };
    expect(listChanges(other, plan, { ...toHeldSubscription, additional: { 'reader-month': 3 }, addons })).toEqual([
      toOther,
      { subject: 'additional', name: 'Card reader', from: 2, to: 3 },
      { subject: 'addon', name: 'Storage', from: null, to: { caption: '1,000 checks', quantity: 1 } },
    ]);
  });

  it('omit removals that the server reports and the choices do not contain', () => {
    const consequences = { removedDiscounts: [], replacedChange: null };
    const changes = listChanges(held, plan, { ...toHeldSubscription, addons: {} });
    expect(furtherRemovals({ ...consequences, removedAddons: ['Document forensics', 'Alerts'] }, changes)).toEqual([
      'Alerts',
    ]);
  });
});
