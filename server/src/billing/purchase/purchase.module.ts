import { bindOperation } from '../../core/operations/index.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { PurchaseContext } from './purchase.context.ts';
import { purchaseOperation } from './purchase.operations.ts';
import { deleteExpiredQuotes } from './purchase.queries.ts';
import { purchaseRoutes } from './purchase.routes.ts';

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
