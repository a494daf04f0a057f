import { describe, expect, it } from 'vitest';
import { makeAddon, makePricePlan } from '../../../test/plans.ts';
import { chooseAddonPrice, currentAddons, setAddonQuantity, toggleAddon } from './addons.ts';

describe('add-ons', () => {
  const addon = makeAddon();

  it('selects the last price of an add-on, and removes it when it is deselected', () => {
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

  it('keeps its quantity when another price is chosen, and knows its own prices only', () => {
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

  it('starts with what the account has now, without inactive add-ons', () => {
    const used = makeAddon({
      currentQuantity: 3,
      prices: [{ id: 'forensics-small', caption: '1,000 checks', amount: 2000, isUsed: true }],
    });
    const gone = makeAddon({ ...used, id: 'gone', active: false });
    expect(currentAddons(makePricePlan({ addons: [used, gone, makeAddon({ id: 'unused' })] }))).toEqual({
      forensics: { priceId: 'forensics-small', quantity: 3 },
    });
  });
});
