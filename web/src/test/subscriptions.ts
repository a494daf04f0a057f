import type { Answer } from '../lib/api.ts';

type SubscriptionDetail = Answer<'GET /api/Subscription/{id}'>;

/** An active monthly subscription to Cloud. */
export function makeSubscription(change: Partial<SubscriptionDetail> = {}): SubscriptionDetail {
  return {
    id: 7,
    productId: 'cloud',
    productName: 'Cloud',
    subscriptionPlanId: 'cloud-team',
    subscriptionPlanName: 'Team',
    subscriptionPlanCode: 'CT',
    subscriptionPlanDescription: '',
    quantity: 1,
    unit: { one: 'seat', other: 'seats' },
    status: 1,
    statusTitle: 'Active',
    trial: false,
    startDate: '2026-11-01T00:00:00Z',
    cancelAt: null,
    expirationDate: null,
    amount: 3000,
    price: { unitAmount: 3000 },
    currency: 'usd',
    interval: 'Month',
    intervalCount: 1,
    subscriptionEditingAllowed: true,
    changingPlanAllowed: true,
    cancellationAllowed: true,
    restoreAllowed: false,
    paymentMethodUpdateAllowed: true,
    paymentMethodId: null,
    scheduledChange: null,
    items: [],
    paymentMethod: null,
    chargedPaymentMethodId: null,
    productUrl: null,
    productUrlCaption: null,
    productLogo64: null,
    seats: null,
    discounts: [],
    unpaid: null,
    endReason: null,
    pendingOperationId: null,
    ...change,
  };
}
