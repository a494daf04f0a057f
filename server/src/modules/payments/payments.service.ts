import type { Locale, PaymentDetail, payments, ResponseOf } from '@portico/contract';
import type { Database } from '../../db/database.ts';
import { NotFoundError, say, TooManyRequestsError, UnavailableError } from '../../http/app-error.ts';
import { createLimit } from '../../http/limits.ts';
import { listAnswer } from '../../http/list-answer.ts';
import { type Gateway, type Payment, paymentFromMirror } from '../../stripe/index.ts';
import type { Timeline } from '../timeline/index.ts';
import type { PaymentListOptions, PaymentQueries, PaymentRowOfMirror } from './payments.queries.ts';

/** Payments that an account may have looked up at Stripe in a minute; after that the mirror tells them. */
const lookUpsAMinute = 60;

export interface PaymentDependencies {
  readonly database: Database;
  readonly queries: PaymentQueries;
  readonly gateway: Pick<Gateway, 'payments'>;
  readonly timeline: Timeline;
}

export function createPaymentService({ database, queries, gateway, timeline }: PaymentDependencies) {
  const lookUpLimit = createLimit(database, 'payment', lookUpsAMinute, 60);

  return {
    /** `spent` is what was received less what was refunded (design 'PaymentIntents list'). */
    async list(accountId: number, options: PaymentListOptions): Promise<ResponseOf<typeof payments.list>> {
      const { items, totals, since } = await queries.list(accountId, options);
      return {
        ...listAnswer(items.map(present), totals?.payments ?? 0, options),
        since: since?.toISOString() ?? null,
        spent: (totals?.received ?? 0) - (totals?.refunded ?? 0),
        successPaymentsCount: totals?.succeeded ?? 0,
      };
    },

    /**
     * A payment as Stripe tells it now; where it does not answer or was asked too often, as the mirror has it, and marked so.
     * @throws NotFoundError also for another account's.
     */
    async get(accountId: number, paymentIntentId: string, locale: Locale): Promise<PaymentDetail> {
      const known = await queries.find(accountId, paymentIntentId);
      if (!known) throw new NotFoundError();
      const askedAt = new Date();
      try {
        await lookUpLimit.take(String(accountId));
        const payment = await gateway.payments.retrieve(paymentIntentId);
        // Whose it is may not have changed; if it has, it is not this account's to see.
        if (payment.customerId !== known.customerId) throw new NotFoundError();
        return { ...presentDetail(payment, locale), stale: false, asOf: askedAt.toISOString() };
      } catch (error) {
        if (!(error instanceof UnavailableError || error instanceof TooManyRequestsError)) throw error;
        return { ...presentDetail(paymentFromMirror(known), locale), stale: true, asOf: known.syncedAt.toISOString() };
      }
    },

    /** @throws NotFoundError also for another account's. */
    async listEvents(
      accountId: number,
      paymentIntentId: string,
      options: Parameters<Timeline['list']>[1],
      locale: Locale,
    ) {
      if (!(await queries.find(accountId, paymentIntentId))) throw new NotFoundError();
      return timeline.list([paymentIntentId, ...(await queries.listInvoiceIds(paymentIntentId))], options, locale);
    },
  };
}

function presentDetail({ customerId: _, failure, ...payment }: Payment, locale: Locale) {
  return { ...payment, failureMessage: failure && say(failure, locale) };
}

function present({ id, created, ...row }: PaymentRowOfMirror) {
  return { stripeId: id, ...row, created: created.toISOString() };
}
