import { contract } from '@portico/contract';
import type { Queryable } from '../../core/db/database.ts';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { JobDefinition } from '../../core/jobs/queue.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { sendCardExpiryNotices } from './card-notices.ts';
import type { LatePaymentsContext } from './late-payments.context.ts';
import { listLatePayments } from './late-payments.service.ts';
import { findSentNotices } from './notices.queries.ts';
import { sendPaymentNotices } from './payment-notices.ts';

function latePaymentRoutes(context: LatePaymentsContext): Route[] {
  const route = createRouteBuilder(context);
  return [route(contract.latePayments.list, ({ context, query }) => listLatePayments(context, query))];
}

/** Whether the failed payment of an invoice was mailed to the owner and admins (LATE-3). */
export async function wasFailureMailed(on: Queryable, invoiceId: string): Promise<boolean> {
  return (await findSentNotices(on, 'paymentFailed', [invoiceId])).size > 0;
}

export function latePaymentsModule(context: LatePaymentsContext): PortalModule {
  const payments: JobDefinition<never> = {
    name: 'late-payments-tell',
    maxAttempts: 3,
    schedule: '*/5 * * * *',
    run: () => sendPaymentNotices(context, new Date()),
  };
  const cards: JobDefinition<never> = {
    name: 'late-payments-tell-of-cards',
    maxAttempts: 5,
    schedule: '13 9 * * *',
    run: () => sendCardExpiryNotices(context, new Date()),
  };
  return { routes: latePaymentRoutes(context), jobs: [payments, cards] };
}
