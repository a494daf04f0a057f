import { contract } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { ForbiddenError } from '../../http/app-error.ts';
import { bindEndpoint } from '../../http/bind-endpoint.ts';
import { actorOf } from '../../http/request-context.ts';
import type { Coupons } from './purchase.coupons.ts';
import type { PaymentOptions } from './purchase.payment-options.ts';
import type { createPurchaseService } from './purchase.service.ts';

export function bindPurchaseRoutes(
  app: FastifyInstance,
  service: ReturnType<typeof createPurchaseService>,
  { coupons, paymentOptions }: { coupons: Coupons; paymentOptions: PaymentOptions },
): void {
  const { purchase } = contract;
  bindEndpoint(app, purchase.calculateTotals, ({ session, params, body, locale }) => {
    // Wrong coupons count for the whole account: who cannot buy with one does not use up the tries of those who can.
    if (session.user.readOnly && body.coupon) throw new ForbiddenError('problem.readOnly');
    return service.calculateTotals(session, params.id, body, locale);
  });
  bindEndpoint(app, purchase.preview, ({ session, params, body, locale }) =>
    service.quote(session, params.id, body, locale),
  );
  bindEndpoint(app, purchase.purchase, ({ session, params, body, locale, http }) =>
    service.purchase(session, params.id, body, locale, actorOf(session, http)),
  );
  bindEndpoint(app, purchase.getPurchase, ({ session, params, locale }) =>
    service.getPurchase(session, params.id, params.operationId, locale),
  );
  bindEndpoint(app, purchase.abandon, ({ session, params, locale, http }) =>
    service.giveUp(session, params.id, params.operationId, locale, actorOf(session, http)),
  );
  bindEndpoint(app, contract.coupons.apply, ({ session, query }) =>
    coupons.apply(session.account.id, query.coupon, query.productId),
  );
  bindEndpoint(app, purchase.listPaymentOptions, ({ session, params, query, locale }) =>
    paymentOptions.list(session.account.id, params.id, params.subId, query, locale),
  );
}
