import { describe, expect, it } from 'vitest';
import { makeAddon, makePricePlan } from '../../../test/plans.ts';
import { carryAddons, chooseAddonPrice, droppedAddons, heldAddons, setAddonQuantity, toggleAddon } from './addons.ts';

describe('add-ons', () => {
  const addon = makeAddon();

  it('selects an add-on at its last price, and removes it when it is deselected', () => {
    const chosen = toggleAddon({}, addon);
    expect(chosen).toEqual({ forensics: { priceId: 'forensics-large', quantity: 1 } });
    expect(toggleAddon(chosen, addon)).toEqual({});
  });

  it('rejects an inactive add-on, but allows removing it', () => {
    const inactive = makeAddon({ active: false });
    expect(toggleAddon({}, inactive)).toEqual({});
    expect(chooseAddonPrice({}, inactive, 'forensics-small')).toEqual({});
    expect(toggleAddon({ forensics: { priceId: 'forensics-small', quantity: 1 } }, inactive)).toEqual({});
  });

  it("keeps an add-on's quantity when another price is chosen, and ignores unknown prices", () => {
    const chosen = setAddonQuantity(toggleAddon({}, addon), 'forensics', 7);
    expect(chooseAddonPrice(chosen, addon, 'forensics-small')).toEqual({
      forensics: { priceId: 'forensics-small', quantity: 7 },
    });
    expect(chooseAddonPrice(chosen, addon, 'other')).toBe(chosen);
  });

  it('keeps the quantity between 1 and 10000', () => {
    const chosen = toggleAddon({}, addon);
    expect(setAddonQuantity(chosen, 'forensics', 0).forensics?.quantity).toBe(1);
    expect(setAddonQuantity(chosen, 'forensics', 10_001).forensics?.quantity).toBe(10_000);
    expect(setAddonQuantity({}, 'forensics', 5)).toEqual({});
  });

  it("starts with the account's current add-ons, without inactive ones", () => {
    const used = makeAddon({
      currentQuantity: 3,
      prices: [{ id: 'forensics-small', caption: '1,000 checks', amount: 2000, isUsed: true }],
    });
    const gone = makeAddon({ ...used, id: 'gone', active: false });
    const own = makePricePlan({ addons: [used, gone, makeAddon({ id: 'unused' })] });
    expect(heldAddons({ pricePlans: [own] }, own)).toEqual({
      forensics: { priceId: 'forensics-small', quantity: 3 },
    });
  });

  it('starts in another billing interval with the prices of the same caption', () => {
    const used = makeAddon({
      currentQuantity: 2,
      prices: [{ id: 'forensics-small', caption: '1,000 checks', amount: 2000, isUsed: true }],
    });
    const yearly = makeAddon({
      prices: [{ id: 'forensics-small-year', caption: '1,000 checks', amount: 20_000, isUsed: false }],
    });
    const year = makePricePlan({ id: 'pro-year', interval: 'Year', addons: [yearly] });
    expect(heldAddons({ pricePlans: [makePricePlan({ addons: [used] }), year] }, year)).toEqual({
      forensics: { priceId: 'forensics-small-year', quantity: 2 },
    });
  });

  it('carries add-ons over to another billing interval by caption, and returns the dropped ones', () => {
    const alerts = makeAddon({
      id: 'alerts',
      caption: 'Alerts',
      prices: [{ id: 'alerts-month', caption: 'All', amount: 900, isUsed: false }],
    });
    const yearly = makeAddon({
      prices: [{ id: 'forensics-year', caption: '10,000 checks', amount: 90_000, isUsed: false }],
    });
    const chosen = {
      forensics: { priceId: 'forensics-large', quantity: 3 },
      alerts: { priceId: 'alerts-month', quantity: 1 },
    };
    const carried = carryAddons([makeAddon(), alerts], [yearly], chosen);
    expect(carried).toEqual({ forensics: { priceId: 'forensics-year', quantity: 3 } });
    expect(droppedAddons([makeAddon(), alerts], chosen, carried)).toEqual(['Alerts']);
    expect(carryAddons([makeAddon()], [makeAddon({ active: false })], chosen)).toEqual({});
  });
});
