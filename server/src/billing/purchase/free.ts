import type { ResolvedLine } from '../../catalog/index.ts';
import type { Preview } from '../../core/stripe/index.ts';
import type { ChargeFacts } from './quoted.ts';

/** The preview of no charge, such as for a selection that changes nothing. */
export function createEmptyPreview({ balance, taxExempt, discounts }: ChargeFacts): Preview {
  return {
    lines: [],
    subtotal: 0,
    discount: 0,
    totalExcludingTax: 0,
    taxes: [],
    total: 0,
    amountDue: 0,
    startingBalance: balance,
    customerTaxExempt: taxExempt,
    discountIds: discounts,
    discounts: [],
  };
}

/** The preview of lines that cost nothing. Stripe is not called. */
export function createFreePreview(lines: readonly ResolvedLine[], known: ChargeFacts): Preview {
  return {
    ...createEmptyPreview(known),
    lines: lines.map(({ stripePriceId, caption, quantity }) => ({
      stripePriceId,
      description: caption.en,
      quantity,
      unitAmount: 0,
      amount: 0,
      isProration: false,
      net: 0,
      tax: 0,
      taxes: 0,
      total: 0,
      credited: undefined,
    })),
  };
}
