import { isDeepStrictEqual } from 'node:util';
import type { Queryable } from '../../db/database.ts';
import { countFailedAfterOutcome, type OperationOf } from '../../operations/index.ts';
import { releaseCoupon } from '../coupons/index.ts';
import type { PurchaseContext } from './purchase.context.ts';
import { type PurchaseOutcome, type PurchaseRequest, promotionCodePath, purchaseKind } from './quoted.ts';

type Purchase = OperationOf<PurchaseRequest, PurchaseOutcome>;

/**
 * Abandoned purchases after which an account can no longer use a coupon (CPN-5). Stripe counts each of them among all redemptions, which other
 * accounts would then lack.
 */
const couponReleases = 3;

/** The last step, in the transaction that settles the operation: releases the coupon of a failed purchase and writes the audit log. */
export async function settlePurchase(
  context: PurchaseContext,
  transaction: Queryable,
  purchase: Purchase,
): Promise<void> {
  const { id, accountId, userId, state, subject, outcome, error } = purchase;
  if (state === 'failed') await releaseCouponOfFailed(transaction, purchase);
  if (state === 'succeeded') await auditAmountMismatch(context, transaction, purchase);
  const kind = state === 'succeeded' ? 'purchaseSucceeded' : 'purchaseFailed';
  const detail = {
    operationId: id,
    productId: subject,
    amountPaid: outcome?.amountPaid ?? 0,
    error: error?.code ?? null,
  };
  await context.audit.record({ kind, accountId, userId, detail }, transaction);
}

async function releaseCouponOfFailed(transaction: Queryable, { id, accountId, request }: Purchase): Promise<void> {
  const { promotionCodeId } = request.quoted.terms;
  if (!promotionCodeId) return;
  const purchases = { accountId, kind: purchaseKind };
  const abandoned = await countFailedAfterOutcome(transaction, purchases, promotionCodePath, promotionCodeId);
  if (abandoned < couponReleases) await releaseCoupon(transaction, id);
}

/** Logs and audits an invoice that differs from its quote, such as after a change at Stripe that the mirror did not have yet (PUR-23). */
async function auditAmountMismatch(
  { audit, logger }: PurchaseContext,
  transaction: Queryable,
  { id, accountId, userId, request, outcome }: Purchase,
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
  logger.error(detail, 'a purchase was invoiced at another amount than it was quoted at');
  await audit.record({ kind: 'purchaseAmountDiffered', accountId, userId, detail }, transaction);
}
