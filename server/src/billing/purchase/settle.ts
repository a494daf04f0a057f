import { isDeepStrictEqual } from 'node:util';
import type { Queryable } from '../../core/db/database.ts';
import { countFailedAfterOutcome, type OperationOf } from '../../core/operations/index.ts';
import { recordChange } from '../cancellations/cancellations.queries.ts';
import { releaseCoupon } from '../coupons/coupons.queries.ts';
import { findSubscriptionByStripeId } from '../subscriptions/subscriptions.queries.ts';
import { actingAudit, mailPurchaseOfOperator } from './acting-purchase.ts';
import type { PurchaseContext } from './purchase.context.ts';
import { type PurchaseOutcome, type PurchaseRequest, promotionCodePath, purchaseKind } from './quoted.ts';
import { isScheduling } from './scheduled.ts';

type Purchase = OperationOf<PurchaseRequest, PurchaseOutcome>;

/**
 * After this many abandoned purchases an account can no longer use a coupon (CPN-5). Stripe counts each of them as a redemption, at the expense of
 * other accounts.
 */
const maxCouponReleases = 3;

/** The last step, in the transaction that settles the operation: releases the coupon of a failed purchase and writes the audit log (CPN-4). */
export async function settlePurchase(
  context: PurchaseContext,
  transaction: Queryable,
  purchase: Purchase,
): Promise<void> {
  const { id, accountId, userId, state, subject, outcome, error } = purchase;
  if (state === 'failed') await releaseCouponOfFailed(transaction, purchase);
  if (state === 'succeeded') await auditAmountMismatch(context, transaction, purchase);
  if (state === 'succeeded') await recordAcceptedOffer(context, transaction, purchase);
  const done = isScheduling(purchase) ? 'changeScheduled' : 'purchaseSucceeded';
  const kind = state === 'succeeded' ? done : 'purchaseFailed';
  const detail = {
    operationId: id,
    productId: subject,
    amountPaid: outcome?.amountPaid ?? 0,
    error: error?.code ?? null,
  };
  const { actor, detail: ordered } = actingAudit(purchase.request);
  const event = { kind, accountId, userId, ...actor, detail: { ...detail, ...ordered } } as const;
  await context.audit.record(event, transaction);
  if (state === 'succeeded') await mailPurchaseOfOperator(context, transaction, purchase);
}

/** Counts the change as accepted if an offer to stay led to it, even if it is scheduled (CXL-12). */
async function recordAcceptedOffer(
  { audit }: PurchaseContext,
  transaction: Queryable,
  { accountId, userId, request }: Purchase,
): Promise<void> {
  const { change, items } = request.quoted.terms;
  const row = change && (await findSubscriptionByStripeId(transaction, change.stripeSubscriptionId));
  if (row?.accountId !== accountId) return;
  const priceIds = items.filter(({ kind }) => kind === 'base').map(({ priceId }) => priceId);
  const offerId = await recordChange(transaction, row.id, priceIds);
  if (offerId === undefined) return;
  const detail = { subscriptionId: row.id, offerId };
  await audit.record({ kind: 'cancellationOfferAccepted', accountId, userId, detail }, transaction);
}

async function releaseCouponOfFailed(transaction: Queryable, { id, accountId, request }: Purchase): Promise<void> {
  const { promotionCodeId } = request.quoted.terms;
  if (!promotionCodeId) return;
  const purchases = { accountId, kind: purchaseKind };
  const abandoned = await countFailedAfterOutcome(transaction, purchases, promotionCodePath, promotionCodeId);
  if (abandoned < maxCouponReleases) await releaseCoupon(transaction, id);
}

/** Logs and audits an invoice that differs from its quote, for example after a change at Stripe that the mirror did not have yet (PUR-23). */
export async function auditAmountMismatch(
  { audit, logger }: Pick<PurchaseContext, 'audit' | 'logger'>,
  transaction: Queryable,
  { id, accountId, userId, request, outcome }: Pick<Purchase, 'id' | 'accountId' | 'userId' | 'request' | 'outcome'>,
): Promise<void> {
  const { charge } = request.quoted;
  const invoiced = outcome?.invoiced;
  if (!invoiced || isDeepStrictEqual(charge, invoiced)) return;
  const detail = {
    operationId: id,
    stripeInvoiceId: outcome.stripeInvoiceId,
    quotedTotal: charge.total,
    quotedAmountDue: charge.amountDue,
    total: invoiced.total,
    amountDue: invoiced.amountDue,
  };
  logger.error(detail, 'the amount of a purchase differs from its quote');
  await audit.record({ kind: 'purchaseAmountDiffered', accountId, userId, detail }, transaction);
}
