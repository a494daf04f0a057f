import { describe, expect, test } from 'vitest';
import { assertQuoteHolds, type JudgedQuote, judge, mayCreditUnpaidRenewal, type PurchaseFacts } from './judge.ts';
import type { QuotedTerms } from './quoted.ts';

const address = {
  name: 'Acme Security',
  address: { line1: '1 Main Street', city: 'Springfield', state: 'TX', postalCode: '75001', country: 'US' },
};
const item = { kind: 'base' as const, priceId: 'team-monthly', stripePriceId: 'price_1', quantity: 2 };
const change = {
  stripeSubscriptionId: 'sub_1',
  currentItems: [{ kind: 'base' as const, stripeItemId: 'si_1', stripePriceId: 'price_1' }],
  prorationDate: 1_800_000_000,
  endTrial: false,
  paymentMethodId: 'pm_1',
};
const subscription = {
  stripeSubscriptionId: 'sub_1',
  status: 'active',
  expiresAt: '2027-02-01T00:00:00.000Z',
  cancelAt: null,
  schedule: null,
  items: [{ stripeItemId: 'si_1', stripePriceId: 'price_1', quantity: 1 }],
};
const charge = {
  balance: -500,
  taxExempt: 'none',
  discounts: ['di_1'],
  pendingItems: 1,
  pendingAmount: 700,
  pendingTerms: 'some',
};
const quoted: QuotedTerms = {
  terms: {
    items: [item],
    promotionCodeId: 'promo_1',
    automaticTax: true,
    trialDays: undefined,
    pricedAt: 1_800_000_000,
    change,
  },
  planId: 'team',
  shippingDetails: address,
  nextPaymentDate: null,
  recurringTotal: 4_000,
  subscription,
  chargeFacts: {
    ...charge,
    startingBalance: -200,
    startingTaxExempt: 'reverse',
    startingDiscounts: ['di_1', 'di_2'],
  },
  charge: { total: 2_000, amountDue: 1_800 },
};
const now = new Date('2027-01-15T08:00:00Z');
const quote: JudgedQuote = { selectionHash: 'hash', expiresAt: new Date(now.getTime() + 1), quoted };
const newSubscription: QuotedTerms = { ...quoted, terms: { ...quoted.terms, change: undefined }, subscription: null };

/** Facts that agree with the quote. */
const unchanged = {
  hasUnpaidInvoice: false,
  selectionHash: 'hash',
  now,
  hasCard: true,
  savedAddress: address,
  terms: quoted.terms,
  subscription,
  charge,
  isBalanceFresh: false,
  hadTrial: false,
  hasUnknownSubscription: false,
} satisfies PurchaseFacts;

type Row = readonly [string, PurchaseFacts, ReturnType<typeof judge>];
const terms = (changed: Partial<QuotedTerms['terms']>): PurchaseFacts => ({ terms: { ...quoted.terms, ...changed } });
const held = (changed: Partial<typeof subscription>): PurchaseFacts => ({
  subscription: { ...subscription, ...changed },
});
const charged = (changed: Partial<typeof charge>, isBalanceFresh = false): PurchaseFacts => ({
  charge: { ...charge, ...changed },
  isBalanceFresh,
});

describe('judge', () => {
  test('returns ok when nothing has changed', () => {
    expect(judge(quote, unchanged)).toBe('ok');
  });

  test('ignores facts that were not loaded', () => {
    expect(judge(quote, {})).toBe('ok');
  });

  test.each<Row>([
    ['an unpaid invoice', { hasUnpaidInvoice: true }, 'unpaidInvoice'],
    ['another selection', { selectionHash: 'other' }, 'selectionChanged'],
    ['the end of the quote', { now: new Date(now.getTime() + 1) }, 'expired'],
    ['no card for an amount due', { hasCard: false }, 'cardMissing'],
    ['no saved address', { savedAddress: null }, 'addressChanged'],
    ['another saved address', { savedAddress: { ...address, name: 'Moved' } }, 'addressChanged'],
    ['another quantity', terms({ items: [{ ...item, quantity: 3 }] }), 'termsChanged'],
    ['another price', terms({ items: [{ ...item, stripePriceId: 'price_2' }] }), 'termsChanged'],
    ['another item', terms({ items: [item, { ...item, kind: 'addon' }] }), 'termsChanged'],
    ['another coupon', terms({ promotionCodeId: 'promo_2' }), 'termsChanged'],
    ['no coupon', terms({ promotionCodeId: undefined }), 'termsChanged'],
    ['a trial', terms({ trialDays: 30 }), 'termsChanged'],
    ['a new subscription instead of a change', terms({ change: undefined }), 'termsChanged'],
    ['another card before the change', terms({ change: { ...change, paymentMethodId: null } }), 'termsChanged'],
    ['a trial that the change ends', terms({ change: { ...change, endTrial: true } }), 'termsChanged'],
    ['another proration date', terms({ change: { ...change, prorationDate: 1 } }), 'ok'],
    ['another time of pricing', terms({ pricedAt: 1 }), 'ok'],
    ['no live subscription', { subscription: null }, 'subscriptionChanged'],
    ['another live subscription', held({ stripeSubscriptionId: 'sub_2' }), 'subscriptionChanged'],
    ['another status', held({ status: 'past_due' }), 'subscriptionChanged'],
    ['another period', held({ expiresAt: '2027-03-01T00:00:00.000Z' }), 'subscriptionChanged'],
    ['a scheduled cancellation', held({ cancelAt: '2027-02-01T00:00:00.000Z' } as object), 'subscriptionChanged'],
    ['other held quantities', held({ items: [] }), 'subscriptionChanged'],
    ['the balance that Stripe calculated with', charged({ balance: -200 }), 'ok'],
    ['another balance', charged({ balance: 0 }), 'amountChanged'],
    ['the fresh balance that Stripe calculated with', charged({ balance: -200 }, true), 'ok'],
    ['the fresh balance that the mirror had', charged({ balance: -500 }, true), 'amountChanged'],
    ['the tax exemption that Stripe calculated with', charged({ taxExempt: 'reverse' }), 'ok'],
    ['another tax exemption', charged({ taxExempt: 'exempt' }), 'amountChanged'],
    ['the discounts that Stripe calculated with', charged({ discounts: ['di_1', 'di_2'] }), 'ok'],
    ['no discounts', charged({ discounts: [] }), 'amountChanged'],
    ['another discount', charged({ discounts: ['di_3'] }), 'amountChanged'],
    ['no pending items', charged({ pendingItems: 0, pendingAmount: 0 }), 'amountChanged'],
    ['more pending items', charged({ pendingItems: 2 }), 'amountChanged'],
    ['another pending amount', charged({ pendingAmount: 800 }), 'amountChanged'],
    ['pending items with other taxes', charged({ pendingTerms: 'others' }), 'amountChanged'],
    ['an earlier trial, and a quote without one', { hadTrial: true }, 'ok'],
    ['an unknown subscription beside a change', { hasUnknownSubscription: true }, 'ok'],
  ])('judges %s', (_, facts, expected) => {
    expect(judge(quote, { ...unchanged, ...facts })).toBe(expected);
    expect(judge(quote, facts)).toBe(expected);
  });

  test('requires no card if nothing is due', () => {
    const free = { ...quote, quoted: { ...quoted, charge: { total: 0, amountDue: 0 } } };
    expect(judge(free, { hasCard: false })).toBe('ok');
  });

  test('refuses a second trial', () => {
    const trial = { quoted: { ...newSubscription, terms: { ...newSubscription.terms, trialDays: 30 } } };
    expect(judge(trial, { hadTrial: true })).toBe('trialUsed');
    expect(judge(trial, { hadTrial: false })).toBe('ok');
  });

  test('refuses a new subscription if Stripe already has one', () => {
    expect(judge({ quoted: newSubscription }, { hasUnknownSubscription: true })).toBe('subscriptionAtStripe');
    expect(judge({ quoted: newSubscription }, { hasUnknownSubscription: false })).toBe('ok');
  });

  test('refuses a quote without an address once one is stored', () => {
    const quotedWithout = { quoted: { ...quoted, shippingDetails: undefined } };
    expect(judge(quotedWithout, { savedAddress: null })).toBe('ok');
    expect(judge(quotedWithout, { savedAddress: address })).toBe('addressChanged');
  });

  test('reports the unpaid invoice before other differences', () => {
    expect(judge(quote, { selectionHash: 'other', hasUnpaidInvoice: true })).toBe('unpaidInvoice');
  });

  test('judges only the account before a quote is made', () => {
    expect(judge(undefined, { ...unchanged, selectionHash: 'other' })).toBe('ok');
    expect(judge(undefined, { hasUnpaidInvoice: true })).toBe('unpaidInvoice');
  });
});

describe('assertQuoteHolds', () => {
  test.each([
    [{ hasUnpaidInvoice: true }, 'Conflict'],
    [{ hasCard: false }, 'ValidationError'],
    [{ selectionHash: 'other' }, 'PriceChanged'],
    [{ now: new Date('2028-01-01T00:00:00Z') }, 'PriceChanged'],
    [{ subscription: null }, 'PriceChanged'],
  ])('throws for %o: %s', (facts, code) => {
    expect(() => assertQuoteHolds(quote, facts)).toThrow(expect.objectContaining({ code }));
  });
});

describe('mayCreditUnpaidRenewal', () => {
  const ending = (expiresAt: string, more: Partial<QuotedTerms> = {}): QuotedTerms => ({
    ...quoted,
    terms: { ...quoted.terms, pricedAt: Date.parse('2027-02-01T00:00:00Z') / 1000 },
    subscription: { ...subscription, expiresAt },
    ...more,
  });
  test.each<readonly [string, QuotedTerms, boolean]>([
    ['long before the end of the period', ending('2027-02-20T00:00:00.000Z'), false],
    ['just over 30 minutes before it', ending('2027-02-01T00:30:00.001Z'), false],
    ['30 minutes before it', ending('2027-02-01T00:30:00.000Z'), true],
    ['after it', ending('2027-01-31T00:00:00.000Z'), true],
    ['with a credit', ending('2027-02-20T00:00:00.000Z', { charge: { total: -1, amountDue: 0 } }), true],
    ['judges a new subscription', newSubscription, false],
  ])('judges a change quoted %s', (_, terms, expected) => {
    expect(mayCreditUnpaidRenewal(terms)).toBe(expected);
  });
});
