import type { Locale, PurchaseEstimate } from '@portico/contract';
import { defineConcurrencyLimit } from '../../core/http/turns.ts';
import { visitorAccountId } from '../coupons/coupons.service.ts';
import type { Customer } from '../customers/customers.service.ts';
import { assertQuotable, checkSelection } from './check.ts';
import { presentEstimate } from './estimate.ts';
import { assertQuoteHolds } from './judge.ts';
import { pricePurchase } from './price.ts';
import type { PurchaseContext } from './purchase.context.ts';
import { toQuotedTerms } from './quote.ts';
import type { QuotedTerms, QuoteInput } from './quoted.ts';
import { selectionHash, toTerms } from './terms.ts';

/** The number of a visitor's selections that may be priced at the same time, and that may wait. */
const visitorTurns = defineConcurrencyLimit({ atOnce: 3, waiting: 20 });

/** For a visitor without an account. Limits count by `visitorKey`. */
export interface VisitorContext extends PurchaseContext {
  readonly visitorKey: string;
  readonly locale: Locale;
}

export interface VisitorQuote {
  readonly quoted: QuotedTerms;
  readonly selectionHash: string;
  /** Cents. */
  readonly amountDue: number;
  readonly estimate: PurchaseEstimate;
}

const newCustomer: Customer = { customerId: null, address: null, testClockId: null };

/**
 * Prices a selection for a visitor by the steps of a quote (PUR-4, SIGN-11). The caller stores it.
 * @throws the errors of `checkSelection` and `pricePurchase`.
 */
export function priceForVisitor(context: VisitorContext, productId: string, input: QuoteInput): Promise<VisitorQuote> {
  const { database, visitorKey } = context;
  return visitorTurns.run(database, visitorKey, async () => {
    const visitor = { ...context, accountId: visitorAccountId };
    const now = new Date();
    const checked = await checkSelection(visitor, productId, input, now);
    const details = input.shippingDetails ?? undefined;
    assertQuotable(checked, details, undefined);
    const terms = toTerms(checked, details !== undefined, now);
    const priced = await pricePurchase(visitor, { customer: newCustomer, checked, terms, details });
    return {
      quoted: toQuotedTerms(checked, terms, details, priced),
      selectionHash: selectionHash(productId, input, input.shippingDetails),
      amountDue: priced.charge.amountDue,
      estimate: await presentEstimate(context, checked, priced),
    };
  });
}

/**
 * Asserts that a visitor's quote still agrees with the catalog, before anything is written (PUR-7).
 * @throws PriceChangedError; InvalidInputError without a card if something is due; the errors of `checkSelection`.
 */
export async function assertVisitorQuote(
  context: VisitorContext,
  productId: string,
  input: QuoteInput,
  quote: { readonly selectionHash: string; readonly expiresAt: Date; readonly quoted: QuotedTerms },
): Promise<void> {
  const now = new Date();
  const hash = selectionHash(productId, input, input.shippingDetails);
  assertQuoteHolds(quote, { selectionHash: hash, now, hasCard: Boolean(input.paymentMethodId) });
  const visitor = { ...context, accountId: visitorAccountId };
  const checked = await checkSelection(visitor, productId, input, now);
  assertQuoteHolds(quote, { terms: toTerms(checked, quote.quoted.terms.automaticTax, now) });
}
