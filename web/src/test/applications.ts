import type { Application } from '@portico/contract';

type Holding = NonNullable<Application['holding']>;

/** An account's holding of a product: eight seats, six of them in use, renewing. */
export function makeHolding(change: Partial<Holding> = {}): Holding {
  return {
    subscriptionId: 7,
    planName: 'Business',
    status: 1,
    statusTitle: 'Active',
    trial: false,
    quantity: 8,
    inUse: 6,
    cancelAt: null,
    expirationDate: '2026-12-01T12:00:00Z',
    ...change,
  };
}

/** A product sold by subscription, without a website, which the account does not have. */
export function makeApplication(change: Partial<Application> = {}): Application {
  return {
    clientId: null,
    id: 'cloud',
    name: 'Cloud',
    displayName: 'Cloud',
    description: 'Checks identity documents.',
    url: null,
    urlCaption: null,
    logo64: null,
    displayType: 'Subscribe',
    countsDomains: false,
    licensingType: 'Floating',
    unit: { one: 'seat', other: 'seats' },
    isBought: false,
    isDisabled: false,
    subscriptionIsRequired: false,
    subscriptionIds: [],
    hasUserSettings: false,
    userSettingsUrl: null,
    isAvailableOnline: true,
    from: { amount: 4900, currency: 'usd', interval: 'Month', intervalCount: 1, quantity: 1 },
    trialDays: null,
    holding: null,
    former: null,
    subscriptionError: null,
    paymentMethodError: null,
    ...change,
  };
}
