import type { AttentionItem } from '@portico/contract';

type Of<Kind extends AttentionItem['kind']> = Extract<AttentionItem, { kind: Kind }>;

/** An unpaid invoice for five devices. */
export function makeUnpaid(change: Partial<Of<'unpaid'>> = {}): Of<'unpaid'> {
  return {
    kind: 'unpaid',
    invoiceId: 'in_1',
    amount: 4793,
    currency: 'usd',
    hostedInvoiceUrl: 'https://pay.example/in_1',
    dueDate: null,
    failedAt: '2026-11-17T12:00:00Z',
    nextAttempt: '2026-11-24T12:00:00Z',
    isLastAttempt: false,
    tries: 1,
    card: { brand: 'mastercard', last4: '4444' },
    subscription: {
      subscriptionId: 3,
      productId: 'age-check',
      productName: 'Age Check',
      planName: 'Team',
      hasEnded: false,
      quantity: 5,
      unit: { one: 'device', other: 'devices' },
      worksUntil: '2026-12-01T12:00:00Z',
    },
    ...change,
  };
}

/** A canceled subscription. */
export function makeEnding(change: Partial<Of<'ending'>> = {}): Of<'ending'> {
  return {
    kind: 'ending',
    subscriptionId: 5,
    productId: 'sdk',
    productName: 'Parsing SDK',
    endsAt: '2026-12-19T12:00:00Z',
    canceledAt: '2026-11-20T12:00:00Z',
    renewalAmount: 42_387,
    currency: 'usd',
    restoreAllowed: true,
    ...change,
  };
}

/** A card that pays for one subscription. */
export function makeExpiringCard(change: Partial<Of<'cardExpires'>> = {}): Of<'cardExpires'> {
  return {
    kind: 'cardExpires',
    paymentMethodId: 'pm_1',
    brand: 'visa',
    last4: '4242',
    expMonth: 12,
    expYear: 2026,
    hasExpired: false,
    subscriptions: [{ subscriptionId: 7, productId: 'cloud', productName: 'Cloud' }],
    nextCharge: '2027-01-01T12:00:00Z',
    ...change,
  };
}

/** A subscription that will be charged and has no card. */
export function makeMissingCard(change: Partial<Of<'cardMissing'>> = {}): Of<'cardMissing'> {
  return {
    kind: 'cardMissing',
    subscriptionId: 7,
    productId: 'cloud',
    productName: 'Cloud',
    nextCharge: '2026-12-22T12:00:00Z',
    ...change,
  };
}

/** A license of a manual order, which does not renew. */
export function makeLicenseEnding(change: Partial<Of<'licenseEnding'>> = {}): Of<'licenseEnding'> {
  return {
    kind: 'licenseEnding',
    licenseId: 8,
    licenseNumber: 'LI-8',
    productId: 'sdk',
    productName: 'Parsing SDK',
    endsAt: '2026-12-10T12:00:00Z',
    hasEnded: false,
    contactUrl: 'mailto:sales@veriscan.example',
    ...change,
  };
}

/** A trial with a following price. */
export function makeTrialEnding(change: Partial<Of<'trialEnding'>> = {}): Of<'trialEnding'> {
  return {
    kind: 'trialEnding',
    subscriptionId: 6,
    productId: 'cloud',
    productName: 'Cloud',
    endsAt: '2026-11-27T12:00:00Z',
    renewalAmount: 3_000,
    currency: 'usd',
    ...change,
  };
}
