import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { previewCalls } from './previews.ts';
import type { SubscriptionTerms } from './subscription-terms.ts';

const manyLines = Array.from({ length: 25 }, (_, at) => ({
  description: `Line ${at + 1}`,
  amount: 100,
  quantity: 1,
  parent: null,
  pricing: null,
}));
const invoice = {
  id: 'upcoming_in_1',
  lines: { has_more: true, data: manyLines.slice(0, 10) },
  subtotal: 2_500,
  total: 2_500,
  total_excluding_tax: 2_500,
  total_taxes: [],
  amount_due: 2_500,
  starting_balance: 0,
  customer_tax_exempt: 'none',
  discounts: [],
  period_start: 0,
  period_end: 0,
  created: 0,
};

/** A fake Stripe for previews. @param asked collects the requested previews. */
function stripeWith(asked: Stripe.InvoiceCreatePreviewParams[]): Stripe {
  const invoices = {
    createPreview: async (parameters: Stripe.InvoiceCreatePreviewParams) => {
      asked.push(parameters);
      return invoice;
    },
    listLineItems: (id: string) => ({
      autoPagingToArray: async ({ limit }: { limit: number }) => (id === invoice.id ? manyLines.slice(0, limit) : []),
    }),
  };
  return { invoices } as unknown as Stripe;
}

const terms: SubscriptionTerms = {
  items: [{ kind: 'base', priceId: 'team', stripePriceId: 'price_1', quantity: 1 }],
  promotionCodeId: undefined,
  automaticTax: true,
  trialDays: undefined,
  pricedAt: 1_700_000_000,
  change: undefined,
};
const address = { line1: '1 Main Street', city: 'Springfield', state: 'NY', postalCode: '10001', country: 'US' };
const newAddress = {
  line1: '1 Main Street',
  line2: '',
  city: 'Springfield',
  state: 'NY',
  postal_code: '10001',
  country: 'US',
};

describe('a preview', () => {
  test('with more lines than fit in one response is read completely', async () => {
    const { previewTerms, previewUpcoming } = previewCalls(async () => stripeWith([]));
    const { now, recurring } = await previewTerms({
      terms,
      currency: 'usd',
      customerId: 'cus_1',
      details: undefined,
    });
    for (const { lines } of [
      now,
      recurring,
      await previewUpcoming({ stripeSubscriptionId: 'sub_1', stripeScheduleId: null }),
    ].filter((preview) => preview !== null))
      expect(lines.map(({ description }) => description)).toEqual(manyLines.map(({ description }) => description));
    expect.assertions(3);
  });

  test('calculates tax by the address that the purchase will save, even if the customer has another shipping address', async () => {
    const asked: Stripe.InvoiceCreatePreviewParams[] = [];
    await previewCalls(async () => stripeWith(asked)).previewTerms({
      terms,
      currency: 'usd',
      customerId: 'cus_1',
      details: { name: 'Acme', address },
    });
    const located = { address: newAddress, shipping: { name: 'Acme', address: newAddress } };
    expect(asked.map(({ customer_details: details }) => details)).toEqual([located, located]);
  });

  test('uses the currency of the prices, and for a change the currency of its subscription', async () => {
    const asked: Stripe.InvoiceCreatePreviewParams[] = [];
    const { previewTerms } = previewCalls(async () => stripeWith(asked));
    const request = { currency: 'eur', customerId: 'cus_1', details: undefined };
    await previewTerms({ ...request, terms });
    const change = {
      stripeSubscriptionId: 'sub_1',
      currentItems: [],
      prorationDate: terms.pricedAt,
      endTrial: false,
      paymentMethodId: null,
    };
    await previewTerms({ ...request, terms: { ...terms, change } });
    expect(asked.map(({ currency }) => currency)).toEqual(['eur', 'eur', undefined, undefined]);
  });
});
