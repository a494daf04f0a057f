import type { Application, Preloaded, SubscriptionPlan } from '@portico/contract';
import { describe, expect, it } from 'vitest';
import { makeApplication } from '../../test/applications.ts';
import { makePlan, makePricePlan } from '../../test/plans.ts';
import { arrangePlans, collectFootnotes } from './plan-layout.ts';
import {
  bestSavings,
  findPlanPrice,
  listBillingIntervals,
  monthly,
  type PricePlan,
  startingBillingInterval,
} from './plan-prices.ts';
import { findOffer, findPlanState } from './plan-state.ts';
import { tileActions, tileError } from './tile-actions.ts';

const application = makeApplication({
  url: 'https://veriscan.example',
  urlCaption: 'Open VeriScan',
  displayType: 'UrlWithSubscription',
  isBought: true,
  subscriptionIsRequired: true,
  subscriptionIds: [1],
});

const user = { readOnly: false } as NonNullable<Preloaded['user']>;
const buyer: Pick<Preloaded, 'user' | 'features'> = { user, features: ['customerAdmin', 'billing'] };
const reader: typeof buyer = { ...buyer, user: { ...user, readOnly: true } };
const plain: typeof buyer = { user, features: [] };

const kinds = (change: Partial<Application>, viewer = buyer) =>
  tileActions({ ...application, ...change }, viewer).map(({ kind }) => kind);

describe('the buttons of a tile', () => {
  it('depend on the display type', () => {
    expect(kinds({})).toEqual(['open', 'dashboard']);
    expect(kinds({ displayType: 'Subscribe' })).toEqual(['dashboard']);
    expect(kinds({ displayType: 'UrlWithLicense' })).toEqual(['open', 'dashboard', 'license']);
    expect(kinds({ displayType: 'OnlyUrl' })).toEqual(['open']);
  });

  it('let users subscribe: online if a plan can be bought, otherwise by contact', () => {
    expect(kinds({ isBought: false })).toEqual(['open', 'subscribe']);
    expect(kinds({ isBought: false, isAvailableOnline: false })).toEqual(['open', 'contact']);
    expect(kinds({ isBought: false, displayType: 'OnlyUrl' })).toEqual(['open']);
    expect(kinds({ isBought: false, displayType: 'UrlWithLicense' })).toEqual(['open', 'subscribe']);
  });

  it('require both features, and show a read-only user no buttons to subscribe', () => {
    expect(kinds({}, plain)).toEqual(['open']);
    expect(kinds({}, { user, features: ['billing'] })).toEqual(['open']);
    expect(kinds({}, reader)).toEqual(['open', 'dashboard']);
    expect(kinds({ isBought: false }, reader)).toEqual(['open']);
  });

  it('lead only to the subscription of a disabled product, because it is still paid for', () => {
    expect(kinds({ isDisabled: true })).toEqual(['dashboard']);
    expect(kinds({ isDisabled: true, isBought: false })).toEqual([]);
  });
});

describe('the reason why a product cannot be opened', () => {
  it('is a missing plan or card; users who cannot act get only the message', () => {
    const failed = { subscriptionError: null, paymentMethodError: 'Visa 4242' };
    expect(tileError(application, buyer)).toBeNull();
    expect(tileError({ ...failed, subscriptionError: 'ended' }, buyer)).toEqual({
      kind: 'subscription',
      message: 'ended',
    });
    expect(tileError(failed, buyer)).toEqual({ kind: 'paymentMethod', message: 'Visa 4242' });
    expect(tileError(failed, plain)).toEqual({ kind: 'other', message: 'Visa 4242' });
  });
});

const plan = makePlan();
const [month, year] = plan.pricePlans as [PricePlan, PricePlan];

describe('prices on plan cards', () => {
  it("returns the price of the shown billing interval, otherwise the plan's cheapest price", () => {
    expect(findPlanPrice(plan, year)).toEqual({ kind: 'priced', pricePlan: year });
    expect(findPlanPrice(makePlan({ pricePlans: [month] }), year)).toEqual({ kind: 'priced', pricePlan: month });
  });

  it('returns no price for trials, free plans and manual plans', () => {
    expect(findPlanPrice(makePlan({ isTrial: true, trialDays: 30 }), monthly)).toEqual({ kind: 'trial', days: 30 });
    expect(findPlanPrice(makePlan({ pricePlans: [{ ...month, amount: 0, amountPerMonth: 0 }] }), monthly)).toEqual({
      kind: 'free',
    });
    expect(findPlanPrice(makePlan({ pricePlans: [], fromAmountPerMonth: null }), monthly)).toEqual({
      kind: 'onRequest',
    });
  });

  it('returns every billing interval in which a plan is sold', () => {
    const weekly = { interval: 'Day', intervalCount: 7 } as const;
    const quarterly = { interval: 'Month', intervalCount: 3 } as const;
    const yearly = { interval: 'Year', intervalCount: 1 } as const;
    const sold = [makePricePlan(quarterly), makePricePlan(weekly)];
    expect(listBillingIntervals([makePlan(), makePlan({ pricePlans: sold })])).toEqual([
      weekly,
      monthly,
      quarterly,
      yearly,
    ]);
    expect(listBillingIntervals([makePlan({ isTrial: true }), makePlan({ processingType: 1 })])).toEqual([]);
    expect(startingBillingInterval([monthly, yearly], month)).toEqual(monthly);
    expect(startingBillingInterval([monthly, yearly], undefined)).toEqual(monthly);
    expect(startingBillingInterval([monthly, yearly], quarterly)).toEqual(monthly);
    expect(startingBillingInterval([quarterly, yearly], undefined)).toEqual(quarterly);
    expect(startingBillingInterval([monthly], year)).toEqual(monthly);
  });

  it('distinguishes a monthly price from one for three months', () => {
    const quarter = makePricePlan({ id: 'pro-quarter', intervalCount: 3, amount: 27_000, amountPerMonth: 9000 });
    const both = makePlan({ pricePlans: [month, quarter] });
    expect(findPlanPrice(both, monthly)).toEqual({ kind: 'priced', pricePlan: month });
    expect(findPlanPrice(both, quarter)).toEqual({ kind: 'priced', pricePlan: quarter });
  });

  it('returns the highest saving of a yearly price', () => {
    expect(bestSavings([plan])).toBe(20);
    expect(bestSavings([makePlan({ pricePlans: [month] })])).toBe(0);
  });
});

describe('the arrangement of plans', () => {
  const plans = ['a', 'b', 'c', 'd', 'e'].map((id) =>
    makePlan({ id, featured: id === 'd', subscribeAction: id === 'e' ? 'ChangeOptions' : 'SwitchTo' }),
  );
  const ids = ({ big, small }: ReturnType<typeof arrangePlans>) =>
    [big, small].map((list) => list.map(({ id }) => id).join(''));

  it('shows up to three plans as big cards', () => {
    expect(ids(arrangePlans(plans.slice(0, 3), false))).toEqual(['abc', '']);
  });

  it("shows only the account's own and featured plans of more than three as big cards, filled up with the first ones on wide screens", () => {
    expect(ids(arrangePlans(plans, true))).toEqual(['ade', 'bc']);
    expect(ids(arrangePlans(plans, false))).toEqual(['de', 'abc']);
  });

  it('numbers each footnote once', () => {
    const features = [
      { caption: 'Scans', footnote: 'Fair use.' },
      { caption: 'Support', footnote: null },
    ];
    const other = [
      { caption: 'Scans', footnote: 'Fair use.' },
      { caption: 'SSO', footnote: 'Okta only.' },
    ];
    expect([...collectFootnotes([makePlan({ features }), makePlan({ features: other })])]).toEqual([
      ['Fair use.', 1],
      ['Okta only.', 2],
    ]);
  });
});

describe('the state of a plan for the account', () => {
  const now = new Date('2026-11-20T00:00:00Z');
  const offer = (change: Partial<SubscriptionPlan>, mayBuy = true) =>
    findOffer(makePlan(change), { mayBuy, contact: 'mailto:sales@portico.example', now });

  it('marks the current plan, an expired plan, and a plan that is not on sale yet', () => {
    expect(findPlanState(makePlan({ subscribeAction: 'ChangeOptions' }), now)).toBe('current');
    expect(findPlanState(makePlan({ subscribeAction: 'Resubscribe' }), now)).toBe('expired');
    expect(findPlanState(makePlan({ startDate: '2026-12-01T00:00:00Z' }), now)).toBe('upcoming');
    expect(findPlanState(makePlan({ startDate: '2026-11-01T00:00:00Z' }), now)).toBeNull();
  });

  it('offers to buy online or to contact the vendor, or explains why neither is possible', () => {
    expect(offer({})).toEqual({ kind: 'buy' });
    expect(offer({ subscribeAction: 'Contact' })).toEqual({ kind: 'contact', url: 'mailto:sales@portico.example' });
    expect(offer({ subscribeAction: 'Contact', contactUrl: 'https://x.example' }, false)).toMatchObject({
      url: 'https://x.example',
    });
    expect(offer({ canSubscribe: false, isTrial: true })).toEqual({ kind: 'unavailable', reason: 'trialUsed' });
    expect(offer({ canSubscribe: false, startDate: '2026-12-01T00:00:00Z' })).toMatchObject({ reason: 'upcoming' });
    expect(offer({}, false)).toEqual({ kind: 'none' });
  });
});
