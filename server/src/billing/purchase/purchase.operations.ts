import { defineOperation } from '../../core/operations/index.ts';
import { performPurchase } from './perform.ts';
import { purchaseKind, purchaseOutcome, purchaseRequest } from './quoted.ts';
import { settlePurchase } from './settle.ts';

/** Buys a quote: a new subscription, or a change of one. */
export const purchaseOperation = defineOperation({
  kind: purchaseKind,
  request: purchaseRequest,
  outcome: purchaseOutcome,
  shownAs: 'purchase',
  isAboutProduct: true,
  // Checks of unpaid invoices and coupons need earlier purchases.
  keptWithout: [['acting'], ['quoted', 'shippingDetails']],
  cardsHeldBy: ({ paymentMethodId, formerPaymentMethodId }) =>
    [paymentMethodId, formerPaymentMethodId].filter((card) => card !== undefined),
  perform: performPurchase,
  settled: settlePurchase,
});
