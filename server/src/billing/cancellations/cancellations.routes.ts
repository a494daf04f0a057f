import { contract } from '@portico/contract';
import { sendReport } from '../../core/http/csv.ts';
import { createRouteBuilder } from '../../core/http/route.ts';
import { bindOperation } from '../../core/operations/index.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { acceptOfferOperation } from './cancellations.operations.ts';
import { listCancellations, listMonths, reportColumns, reportRows } from './cancellations.report.ts';
import {
  acceptOffer,
  type CancellationsContext,
  followOffer,
  giveReason,
  listOffers,
} from './cancellations.service.ts';
import { removeOldComments } from './retention.queries.ts';

const { cancellations } = contract;

/** Why customers cancel, what the vendor offers them, and the outcome. */
export function cancellationsModule(context: CancellationsContext): PortalModule {
  const route = createRouteBuilder(context);
  const routes = [
    route(cancellations.listOffers, ({ context, params }) => listOffers(context, params.id)),
    route(cancellations.followOffer, ({ context, params }) => followOffer(context, params.id, params.offerId)),
    route(cancellations.acceptOffer, ({ context, params }) => acceptOffer(context, params.id, params.offerId)),
    route(cancellations.giveReason, ({ context, params, body }) => giveReason(context, params.id, body)),
    route(cancellations.list, ({ context, query }) => listCancellations(context, query)),
    route(cancellations.export, ({ context, query, reply }) =>
      sendReport(
        reply,
        { name: 'cancellations', columns: reportColumns, rows: reportRows(context, query) },
        context,
        query,
      ),
    ),
    route(cancellations.listMonths, ({ context, query }) => listMonths(context, query.productId, new Date())),
  ];
  return {
    routes,
    operations: [bindOperation(context, acceptOfferOperation)],
    jobs: [
      {
        name: 'cancellation-comments-retention',
        maxAttempts: 3,
        schedule: '45 2 * * *',
        run: async () => void (await removeOldComments(context.database.query)),
      },
    ],
  };
}
