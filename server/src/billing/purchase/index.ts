import { bindOperation } from '../../core/operations/index.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { PurchaseContext } from './purchase.context.ts';
import { purchaseOperation } from './purchase.operations.ts';
import { deleteExpiredQuotes } from './purchase.queries.ts';
import { purchaseRoutes } from './purchase.routes.ts';

export { assertCouponFits } from './coupon-fits.ts';
export { performPurchase } from './perform.ts';
export type { PurchaseContext } from './purchase.context.ts';
export { PriceChangedError } from './purchase.errors.ts';
export { buy } from './purchase.service.ts';
export { quotePurchase } from './quote.ts';
export {
  purchaseKind,
  purchaseOutcome,
  purchaseRequest,
  type QuotedTerms,
  quotedTerms,
  quoteMilliseconds,
} from './quoted.ts';
export { auditAmountMismatch } from './settle.ts';
export { assertVisitorsQuote, priceForVisitor } from './visitors.ts';

/** Selecting, quoting and buying: check, price, quote, begin, perform, settle. */
export function purchaseModule(context: PurchaseContext): PortalModule {
  return {
    routes: purchaseRoutes(context),
    operations: [bindOperation(context, purchaseOperation)],
    jobs: [
      {
        name: 'purchase-forget-quotes',
        maxAttempts: 3,
        schedule: '17 3 * * *',
        run: () => deleteExpiredQuotes(context.database.query),
      },
    ],
  };
}
