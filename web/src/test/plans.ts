import type { SubscriptionPlan } from '@portico/contract';
import type { HeldSubscription } from '../billing/purchase/model/changes.ts';

type PricePlan = SubscriptionPlan['pricePlans'][number];
type AdditionalPrice = PricePlan['additionalPrices'][number];
type Addon = PricePlan['addons'][number];

/** A monthly and a yearly price plan with one add-on price each. */
export function makeAdditional(change: Partial<AdditionalPrice> = {}): AdditionalPrice {
  return {
    id: 'reader-month',
    subscriptionPlanId: 'pro',
    nickname: 'Card reader',
    amount: 500,
    quantity: 0,
    currentDeviceCount: 0,
    increaseTotalDeviceQuantity: false,
    ...change,
  };
}

export function makeAddon(change: Partial<Addon> = {}): Addon {
  return {
    id: 'forensics',
    caption: 'Document forensics',
    description: 'Finds forged documents.',
    active: true,
    popupMessage: null,
    prices: [
      { id: 'forensics-small', caption: '1,000 checks', amount: 2000, isUsed: false },
      { id: 'forensics-large', caption: '10,000 checks', amount: 9000, isUsed: false },
    ],
    priceUnitLabel: null,
    note: null,
    noteLink: null,
    currentQuantity: 0,
    ...change,
  };
}

export function makePricePlan(change: Partial<PricePlan> = {}): PricePlan {
  return {
    id: 'pro-month',
    subscriptionPlanId: 'pro',
    nickname: 'Monthly',
    interval: 'Month',
    intervalCount: 1,
    amount: 10_000,
    amountPerMonth: 10_000,
    yearSavings: 0,
    currency: 'usd',
    usedSubscriptionsCount: 0,
    currentDeviceCount: 0,
    additionalPrices: [makeAdditional()],
    addons: [],
    ...change,
  };
}

export function makePlan(change: Partial<SubscriptionPlan> = {}): SubscriptionPlan {
  return {
    id: 'pro',
    productId: 'veriscan',
    code: 'PRO',
    name: 'Professional',
    description: 'For shops.',
    featured: false,
    featuredText: null,
    footnote: null,
    features: [],
    isTrial: false,
    trialDays: null,
    isActive: true,
    processingType: 0,
    contactUrl: null,
    startDate: null,
    minQuantity: 1,
    maxQuantity: 100_000,
    fromAmountPerMonth: 8000,
    pricePlans: [
      makePricePlan(),
      makePricePlan({
        id: 'pro-year',
        nickname: 'Yearly',
        interval: 'Year',
        amount: 96_000,
        amountPerMonth: 8000,
        yearSavings: 24_000,
        additionalPrices: [makeAdditional({ id: 'reader-year', amount: 5000 })],
      }),
    ],
    subscribeAction: 'Subscribe',
    canSubscribe: true,
    ...change,
  };
}

/** A subscription to change: five devices of Professional, monthly. */
export function makeHeld(): HeldSubscription {
  return {
    id: 1,
    subscriptionPlanId: 'pro',
    subscriptionPlanName: 'Professional',
    quantity: 5,
    interval: 'Month',
    intervalCount: 1,
    currency: 'usd',
    paymentMethodId: null,
    cancelAt: null,
  };
}
