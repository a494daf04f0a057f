import { contract } from '@portico/contract';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import { bindOperation } from '../../core/operations/index.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { estimatePurchase } from './estimate.ts';
import { listPaymentOptions } from './payment-options.ts';
import type { PurchaseContext } from './purchase.context.ts';
import { purchaseOperation } from './purchase.operations.ts';
import { deleteExpiredQuotes } from './purchase.queries.ts';
import { abandonPurchase, buy, calculateTotals, getPurchase } from './purchase.service.ts';
import { quotePurchase } from './quote.ts';

const { purchase } = contract;

function purchaseRoutes(context: PurchaseContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(purchase.calculateTotals, ({ context, params, body }) => calculateTotals(context, params.id, body)),
    route(purchase.estimate, ({ context, params, body }) => estimatePurchase(context, params.id, body)),
    route(purchase.preview, ({ context, params, body }) => quotePurchase(context, params.id, body)),
    route(purchase.purchase, ({ context, params, body }) => buy(context, params.id, body)),
    route(purchase.getPurchase, ({ context, params }) => getPurchase(context, params.id, params.operationId)),
    route(purchase.abandon, ({ context, params }) => abandonPurchase(context, params.id, params.operationId)),
    route(purchase.listPaymentOptions, ({ context, params, query }) =>
      listPaymentOptions(context, params.id, params.subId, query),
    ),
  ];
}

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
