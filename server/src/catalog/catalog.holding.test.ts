import { describe, expect, test } from 'vitest';
import { presentApplication } from './catalog.applications.ts';
import type { HeldSubscription } from './catalog.holdings.ts';
import { findPlanHolding } from './catalog.plans.ts';
import type { Product } from './catalog.types.ts';
import { createViewerPortal } from './catalog.viewer.test-support.ts';

const now = new Date('2027-05-01T12:00:00Z');
const held: HeldSubscription = {
  id: 1,
  planId: 'scan-pro',
  pricePlanId: 'scan-pro-monthly',
  quantity: 5,
  additionalQuantities: {},
  addonQuantities: {},
  status: 3,
  statusTitle: 'subscription.pastDue',
  cancelAt: null,
  endedAt: null,
  expirationDate: null,
  trial: false,
  paymentFailed: { brand: 'visa', last4: '0341' },
  devicesInUse: 0,
  isUnpaid: false,
};

describe('the holding of a product', async () => {
  const portal = await createViewerPortal();
  await portal.reset();
  const scan = (await portal.catalog.findProducts()).get('scan') as Product;

  test('remembers a trial, even if no subscription shows it', () => {
    const hadTrial = (holding: Parameters<typeof findPlanHolding>[1]) =>
      findPlanHolding(scan, holding, now).current.hadTrial;
    expect(hadTrial(undefined)).toBe(false);
    expect(hadTrial({ subscriptions: [held] })).toBe(false);
    expect(hadTrial({ subscriptions: [], hadTrial: true })).toBe(true);
    expect(hadTrial({ subscriptions: [{ ...held, planId: 'scan-trial' }] })).toBe(true);
    expect(hadTrial({ subscriptions: [{ ...held, trial: true }] })).toBe(true);
  });

  test('a failed payment is shown without an address if the vendor has none, and without its card to users who may not read billing', () => {
    const errorWith = (contactUrl: string | null, mayReadBilling = true) =>
      presentApplication(scan, { subscriptions: [held] }, { locale: 'en', now, contactUrl, mayReadBilling })
        .paymentMethodError;
    expect(errorWith('mailto:billing@lumen.example')).toContain('billing@lumen.example');
    expect(errorWith(null)).toContain('your Visa card ending in 0341 failed');
    expect(errorWith(null, false)).toBe(
      'The payment for Lumen Scan failed. Update the payment method to keep your subscription.',
    );
    expect(errorWith('mailto:billing@lumen.example', false)).toBe(
      'The payment for Lumen Scan failed. Update the payment method to keep your subscription, or write to our billing support: billing@lumen.example.',
    );
    expect(errorWith(null)).not.toMatch(/write|null|undefined|\{/);
  });
});
