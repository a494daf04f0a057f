import type { Locale, PurchaseEstimate } from '@portico/contract';
import { defineConcurrencyLimit } from '../../core/http/turns.ts';
import { visitorsAccount } from '../coupons/coupons.service.ts';
import type { Customer } from '../customers/customers.service.ts';
import { assertQuotable, checkSelection } from './check.ts';
import { presentEstimate } from './estimate.ts';
import { assertQuoteHolds } from './judge.ts';
import { pricePurchase } from './price.ts';
import type { PurchaseContext } from './purchase.context.ts';
import { quotedOf } from './quote.ts';
import type { QuotedTerms, QuoteInput } from './quoted.ts';
import { selectionHash, toTerms } from './terms.ts';

/** What is priced for one browser at once, and what may wait. */
const visitorsTurns = defineConcurrencyLimit({ atOnce: 3, waiting: 20 });

/** Somebody without an account, whom limits know by `visitorKey`. */
export interface VisitorBuying extends PurchaseContext {
  readonly visitorKey: string;
  readonly locale: Locale;
}

/** A selection as it was priced for a visitor. Whoever stores it keeps what binds its amount. */
export interface VisitorsQuote {
  readonly quoted: QuotedTerms;
  readonly selectionHash: string;
  /** Cents. */
  readonly amountDue: number;
  readonly estimate: PurchaseEstimate;
}

const nobody: Customer = { customerId: null, address: null, testClockId: null };

/**
 * Prices a selection for somebody who has nothing yet, by the steps of a quote (PUR-4, SIGN-11).
 * @throws the errors of `checkSelection` and `pricePurchase`.
 */
export function priceForVisitor(context: VisitorBuying, productId: string, input: QuoteInput): Promise<VisitorsQuote> {
  const { database, visitorKey } = context;
  return visitorsTurns.run(database, visitorKey, async () => {
    const asking = { ...context, accountId: visitorsAccount };
    const now = new Date();
    const checked = await checkSelection(asking, productId, input, now);
    const details = input.shippingDetails ?? undefined;
    assertQuotable(checked, details, undefined);
    const terms = toTerms(checked, details !== undefined, now);
    const priced = await pricePurchase(asking, { customer: nobody, checked, terms, details });
    return {
      quoted: quotedOf(checked, terms, details, priced),
      selectionHash: selectionHash(productId, input, input.shippingDetails),
      amountDue: priced.charge.amountDue,
      estimate: await presentEstimate(context, checked, priced),
    };
  });
}

/**
 * Asserts that what a visitor was quoted still is what the catalog sells, before anything is written (PUR-7).
 * @param quote undefined where nothing was quoted, as for a trial: it is priced now.
 * @throws PriceChangedError; InvalidInputError without a card where something is due; the errors of `checkSelection`.
 */
export async function assertVisitorsQuote(
  context: VisitorBuying,
  productId: string,
  input: QuoteInput,
  quote: { readonly selectionHash: string; readonly expiresAt: Date; readonly quoted: QuotedTerms },
): Promise<void> {
  const now = new Date();
  const hash = selectionHash(productId, input, input.shippingDetails);
  assertQuoteHolds(quote, { selectionHash: hash, now, hasCard: Boolean(input.paymentMethodId) });
  const asking = { ...context, accountId: visitorsAccount };
  const checked = await checkSelection(asking, productId, input, now);
  assertQuoteHolds(quote, { terms: toTerms(checked, quote.quoted.terms.automaticTax, now) });
}
