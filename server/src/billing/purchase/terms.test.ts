import { describe, expect, test } from 'vitest';
import { findKeptDiscounts, prorationStart, prorationStepSeconds, selectionHash } from './terms.ts';

const address = {
  name: 'Acme Security',
  address: { line1: '1 Main Street', city: 'Springfield', postalCode: '75001', country: 'MX' },
};
const team = { subscriptionPlanId: 'team', priceId: 'team-monthly', quantity: 2 };
const extra = { subscriptionPlanId: 'team', priceId: 'team-extra', quantity: 1 };
const selection = { items: [team, extra], addons: { backup: 1, reports: 2 }, coupon: 'HALF' };
const hash = selectionHash('desktop', selection, address);

const moved = (part: object) => ({ ...address, address: { ...address.address, ...part } });

describe('selectionHash', () => {
  test.each<readonly [string, object, typeof address | null | undefined]>([
    ['another order of items', { items: [extra, team] }, address],
    ['an item of quantity 0', { items: [team, extra, { ...team, priceId: 'team-more', quantity: 0 }] }, address],
    ['another order of add-ons', { addons: { reports: 2, backup: 1 } }, address],
    ['the coupon in another case', { coupon: 'half' }, address],
    ['an empty part of the address', {}, moved({ line2: '', state: null })],
  ])('is the same with %s', (_, changed, details) => {
    expect(selectionHash('desktop', { ...selection, ...changed }, details)).toBe(hash);
  });

  test.each<readonly [string, object, typeof address | null | undefined]>([
    ['another quantity', { items: [{ ...team, quantity: 3 }, extra] }, address],
    ['another price', { items: [{ ...team, priceId: 'team-yearly' }, extra] }, address],
    ['fewer items', { items: [team] }, address],
    ['no add-on', { addons: undefined }, address],
    ['another add-on', { addons: { backup: 1, archive: 2 } }, address],
    ['more of an add-on', { addons: { backup: 2, reports: 2 } }, address],
    ['no coupon', { coupon: undefined }, address],
    ['another coupon', { coupon: 'QUARTER' }, address],
    ['no address', {}, undefined],
    ['another name', {}, { ...address, name: 'Acme' }],
    ['another country', {}, moved({ country: 'CA' })],
    ['a state', {}, moved({ state: 'NY' })],
    ['another postal code', {}, moved({ postalCode: '75002' })],
    ['another city', {}, moved({ city: 'Shelbyville' })],
    ['another street', {}, moved({ line1: '2 Main Street' })],
    ['a second line of the address', {}, moved({ line2: 'Suite 5' })],
  ])('differs with %s', (_, changed, details) => {
    expect(selectionHash('desktop', { ...selection, ...changed }, details)).not.toBe(hash);
  });

  test('differs for another product', () => {
    expect(selectionHash('cloud', selection, address)).not.toBe(hash);
  });
});

describe('prorationStart', () => {
  const started = new Date('2027-05-01T12:03:00Z');
  const seconds = (text: string) => Date.parse(text) / 1000;
  const from = (text: string, keepsInterval = true, periodStartedAt: Date | null = started) =>
    new Date(prorationStart(seconds(text), { periodStartedAt }, keepsInterval) * 1000).toISOString();

  test('stays the same for ten minutes, so that a shown price holds until it is confirmed', () => {
    expect(from('2027-05-09T08:10:00Z')).toBe('2027-05-09T08:10:00.000Z');
    expect(from('2027-05-09T08:19:59Z')).toBe('2027-05-09T08:10:00.000Z');
    expect(from('2027-05-09T08:20:00Z')).toBe('2027-05-09T08:20:00.000Z');
  });

  test('is never before the paid period or in the future', () => {
    expect(from('2027-05-01T12:05:00Z')).toBe('2027-05-01T12:03:00.000Z');
    expect(from('2027-05-01T12:02:00Z')).toBe('2027-05-01T12:02:00.000Z');
  });

  test('never goes back', () => {
    const at = Array.from({ length: 400 }, (_, step) => seconds('2027-05-01T12:03:00Z') + step * 7);
    const moments = at.map((now) => prorationStart(now, { periodStartedAt: started }, true));
    expect(moments).toEqual(moments.toSorted((a, b) => a - b));
    expect(Math.max(...at.map((now, index) => now - (moments[index] as number)))).toBeLessThan(prorationStepSeconds);
  });

  test('is the current time for a change of the interval or an unknown period', () => {
    expect(from('2027-05-09T08:19:59Z', false)).toBe('2027-05-09T08:19:59.000Z');
    expect(from('2027-05-09T08:19:59Z', true, null)).toBe('2027-05-09T08:19:59.000Z');
  });
});

describe('findKeptDiscounts', () => {
  const discount = (id: string, promotionCodeId: string | null, end: string | null) => ({
    id,
    promotionCodeId,
    end,
    couponId: 'c',
    start: '2027-01-01T00:00:00Z',
  });
  const monthly = { interval: 'Month', intervalCount: 1 } as const;
  const yearly = { interval: 'Year', intervalCount: 1 } as const;
  const discounts = [discount('stay', null, '2027-04-01T00:00:00Z'), discount('code', 'promo', '2027-04-01T00:00:00Z')];

  test('ends a discount that was given for months at a longer interval only', () => {
    expect(findKeptDiscounts(yearly, { ...monthly, discounts })).toEqual(['code']);
    expect(findKeptDiscounts(monthly, { ...monthly, discounts })).toBeUndefined();
    expect(findKeptDiscounts(monthly, { ...yearly, discounts })).toBeUndefined();
  });

  test('keeps discounts with a code, and those without an end', () => {
    const kept = [discount('code', 'promo', '2027-04-01T00:00:00Z'), discount('forever', null, null)];
    expect(findKeptDiscounts(yearly, { ...monthly, discounts: kept })).toBeUndefined();
  });
});
