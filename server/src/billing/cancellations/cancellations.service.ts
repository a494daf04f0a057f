import type { cancellations, ParsedRequestOf, ResponseOf } from '@portico/contract';
import type { Coupon, CancellationOffer as OfferDefinition, Product } from '../../catalog/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { makeChange } from '../../core/operations/index.ts';
import { findSubscription, lockSubscription, type SubscriptionRow } from '../subscriptions/subscriptions.queries.ts';
import { allowedCancellation } from '../subscriptions/subscriptions.rules.ts';
import { presentChange } from '../subscriptions/subscriptions.service.ts';
import { NotCancelableError, OfferUnavailableError } from './cancellations.errors.ts';
import { acceptOfferOperation, type CancellationsContext, type OfferRequest } from './cancellations.operations.ts';
import { hasAccepted, insertAccepted, recordFollowedOffer, saveReason } from './cancellations.queries.ts';
import {
  findAvailableCoupon,
  listAvailableOffers,
  listOfferedPricePlans,
  type OfferFacts,
} from './cancellations.rules.ts';

export type { CancellationsContext } from './cancellations.operations.ts';

/** The maximum number of discounts that an account may request per hour. */
const offerLimit = defineLimit('cancellation-offer', 30, 3_600);
/** The maximum number of reasons that an account may give per hour; each click counts. */
const reasonLimit = defineLimit('cancellation-reason', 120, 3_600);

type OfferContext = CancellationsContext & RequestContext;
type ReasonContext = Pick<CancellationsContext, 'database'> &
  Pick<RequestContext, 'accountId'> & {
    readonly session: { readonly user: { readonly id: number } };
  };
type Reason = ParsedRequestOf<typeof cancellations.giveReason>['body'];

/**
 * Stores why a subscription is canceled, and replaces an earlier reason for the same cancellation (CXL-2).
 * @throws NotFoundError also for another account's subscription; NotCancelableError if it has ended or ends with its trial; TooManyRequestsError
 */
export async function giveReason(
  { database, accountId, session }: ReasonContext,
  id: number,
  { reason, comment }: Reason,
): Promise<Record<string, never>> {
  await reasonLimit.take(database, accountId);
  const row = await findSubscription(database.query, accountId, id);
  if (!row) throw new NotFoundError();
  const { cancellationAllowed, restoreAllowed } = allowedCancellation(row);
  if (!cancellationAllowed && !restoreAllowed) throw new NotCancelableError();
  const canceledAt = restoreAllowed ? new Date() : null;
  await saveReason(database.query, row, { userId: session.user.id, reason, comment: comment || null, canceledAt });
  return {};
}

/** The vendor's offers to a customer who is canceling (CXL-5). @throws NotFoundError also for another account's subscription */
export async function listOffers(
  context: OfferContext,
  id: number,
): Promise<ResponseOf<typeof cancellations.listOffers>> {
  const { row, product } = await getSubscription(context, id);
  if (!product || product.cancellationOffers.length === 0) return { items: [] };
  const facts = await findOfferFacts(context.catalog, context.database.query, row, product);
  return { items: listAvailableOffers(facts, context.locale) };
}

/**
 * Gives the discount of an offer, once per product (CXL-7). Nothing else changes in the subscription.
 * @throws NotFoundError for an offer without a discount; OfferUnavailableError if it no longer fits; ChangeUnderWayError; TooManyRequestsError
 */
export async function acceptOffer(
  context: OfferContext,
  id: number,
  offerId: string,
): Promise<ResponseOf<typeof cancellations.acceptOffer>> {
  const { database, operations, session, accountId, actor } = context;
  const { row, product, offer } = await getOffer(context, id, { offerId, kinds: ['coupon'] });
  await offerLimit.take(database, accountId);
  const catalog = await context.catalog.atThisVersion();
  const isForPlan = offer.plans === null || offer.plans.includes(row.planId);
  const coupon = isForPlan ? await catalog.findOfferedCoupon(offer.couponCode ?? '') : null;
  if (!coupon) throw new OfferUnavailableError();
  const { productId, stripeSubscriptionId } = row;
  const { stripeCouponId } = coupon;
  const request: OfferRequest = { subscriptionId: id, stripeSubscriptionId, productId, offerId, stripeCouponId };
  const state = await makeChange(operations, {
    accountId,
    userId: session.user.id,
    kind: acceptOfferOperation.kind,
    subject: productId,
    request,
    actor,
    check: async (transaction) => {
      const now = await lockSubscription(transaction, accountId, id);
      const facts = now && (await findOfferFacts(catalog, transaction, now, product));
      const isOffered = facts && listAvailableOffers(facts, context.locale).some((one) => one.id === offerId);
      if (!isOffered || findAvailableCoupon(offer, facts)?.stripeCouponId !== stripeCouponId)
        throw new OfferUnavailableError();
      if (!(await insertAccepted(transaction, { accountId, productId, subscriptionId: id, offerId })))
        throw new OfferUnavailableError();
    },
  });
  return presentChange(context, state, id);
}

/**
 * Records that a canceling customer opened the plan or interval of an offer. A change to it within a day counts as accepted (CXL-12).
 * @throws NotFoundError for an offer of another kind; OfferUnavailableError if it no longer fits; TooManyRequestsError
 */
export async function followOffer(context: OfferContext, id: number, offerId: string): Promise<Record<string, never>> {
  const { database, session, accountId, catalog, locale } = context;
  const { row, product, offer } = await getOffer(context, id, { offerId, kinds: ['plan', 'interval'] });
  await offerLimit.take(database, accountId);
  const facts = await findOfferFacts(catalog, database.query, row, product);
  if (!listAvailableOffers(facts, locale).some((one) => one.id === offerId)) throw new OfferUnavailableError();
  const offeredPriceIds = listOfferedPricePlans(offer, facts).map((pricePlan) => pricePlan.id);
  await recordFollowedOffer(database.query, row, { userId: session.user.id, offerId, offeredPriceIds });
  return {};
}

async function getSubscription(
  { database, catalog, accountId }: OfferContext,
  id: number,
): Promise<{ readonly row: SubscriptionRow; readonly product: Product | undefined }> {
  const row = await findSubscription(database.query, accountId, id);
  if (!row) throw new NotFoundError();
  return { row, product: (await catalog.findProducts()).get(row.productId) };
}

/** @throws NotFoundError if the product has no such offer, or it is of another kind */
async function getOffer(
  context: OfferContext,
  id: number,
  { offerId, kinds }: { readonly offerId: string; readonly kinds: readonly OfferDefinition['kind'][] },
) {
  const { row, product } = await getSubscription(context, id);
  const offer = product?.cancellationOffers.find((one) => one.id === offerId);
  if (!product || !offer || !kinds.includes(offer.kind)) throw new NotFoundError();
  return { row, product, offer };
}

async function findOfferFacts(
  catalog: Pick<OfferContext['catalog'], 'findOfferedCoupon' | 'now'>,
  on: Queryable,
  row: SubscriptionRow,
  product: Product,
): Promise<OfferFacts> {
  const codes = product.cancellationOffers.flatMap(({ couponCode }) => couponCode ?? []);
  const [accepted, ...found] = await Promise.all([
    hasAccepted(on, row.accountId, row.productId),
    ...codes.map((code) => catalog.findOfferedCoupon(code)),
  ]);
  const coupons = new Map(found.flatMap((coupon): [string, Coupon][] => (coupon ? [[coupon.code, coupon]] : [])));
  return { row, product, coupons, hasAccepted: accepted, now: catalog.now() };
}
