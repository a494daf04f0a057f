import type { ShippingDetails } from '@portico/contract';
import type { Preview, SubscriptionTerms } from '../../stripe/index.ts';
import type { Customer } from '../customers/index.ts';
import { assertChargeable } from './check.ts';
import { assertCreditsWerePaid } from './credits.ts';
import { loadChargeFacts } from './facts.ts';
import type { PurchaseContext } from './purchase.context.ts';
import type { InvoiceAmounts, QuotedChargeFacts } from './quoted.ts';

/** A selection as Stripe prices it. */
export interface Priced {
  /** What is charged now. */
  readonly first: Preview;
  /** What each later interval costs. */
  readonly recurring: Preview;
  readonly charge: InvoiceAmounts;
  readonly chargeFacts: QuotedChargeFacts;
}

/**
 * The second step: Stripe's previews of what is charged now and later, with one proration date (PUR-4).
 * @param details the address for tax.
 * @throws ChargeTooLargeError; InvoiceUnpaidError, CreditAlreadyReturnedError or InvalidInputError when a change would credit too much.
 */
export async function pricePurchase(
  context: PurchaseContext & { readonly accountId: number },
  { customerId, address }: Customer,
  { terms, currency }: { readonly terms: SubscriptionTerms; readonly currency: string },
  details: ShippingDetails | undefined,
): Promise<Priced> {
  const { database, gateway, accountId } = context;
  const changed = terms.change?.stripeSubscriptionId;
  // Read before the previews, so that later changes show as a difference.
  const known = await loadChargeFacts(context, database.query, customerId, changed ?? null);
  const { now: first, recurring } = await gateway.previews.previewTerms({
    terms,
    currency,
    customerId: customerId ?? undefined,
    details,
  });
  assertChargeable(first, recurring);
  if (changed && customerId) {
    const { lines } = first;
    const change = { accountId, customerId, stripeSubscriptionId: changed, lines, asked: details, last: address };
    await assertCreditsWerePaid(context, change);
  }
  return {
    first,
    recurring,
    charge: { total: first.total, amountDue: first.amountDue },
    chargeFacts: {
      ...known,
      startingBalance: first.startingBalance,
      startingTaxExempt: first.customerTaxExempt,
      startingDiscounts: [...first.discountIds],
    },
  };
}
