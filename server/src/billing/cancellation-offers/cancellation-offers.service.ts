import type { cancellationOffers, ResponseOf } from '@portico/contract';
import type { Coupon, Product } from '../../catalog/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { makeChange } from '../../core/operations/index.ts';
import { noteFollowed } from '../cancellation-reasons/cancellation-reasons.service.ts';
import { findSubscription, lockSubscription, type SubscriptionRow } from '../subscriptions/subscriptions.queries.ts';
import { presentChange } from '../subscriptions/subscriptions.service.ts';
import type { CancellationOffersContext } from './cancellation-offers.context.ts';
import { OfferGoneError } from './cancellation-offers.errors.ts';
import { acceptOfferOperation, type OfferRequest } from './cancellation-offers.operations.ts';
import { hasAccepted, insertAccepted } from './cancellation-offers.queries.ts';
import { couponOf, type OfferFacts, offersFor, pricePlansOf } from './cancellation-offers.rules.ts';

/** Discounts that an account may ask for in an hour. */
const offerLimit = defineLimit('cancellation-offer', 30, 3_600);

type Asking = CancellationOffersContext & RequestContext;

/** What is offered to who cancels (CXL-5). @throws NotFoundError also for another account's subscription. */
export async function listOffers(context: Asking, id: number): Promise<ResponseOf<typeof cancellationOffers.list>> {
  const { row, product } = await requireOffering(context, id);
  if (!product || product.cancellationOffers.length === 0) return { items: [] };
  const facts = await findFacts(context.catalog, context.database.query, row, product);
  return { items: offersFor(facts, context.locale) };
}

/**
 * Gives the discount of an offer, once for each product (CXL-7). The subscription stays as it is otherwise.
 * @throws NotFoundError for an offer without a discount; OfferGoneError where it does not fit any more; ChangeUnderWayError; TooManyRequestsError.
 */
export async function acceptOffer(
  context: Asking,
  id: number,
  offerId: string,
): Promise<ResponseOf<typeof cancellationOffers.accept>> {
  const { database, operations, session, accountId, actor } = context;
  const { row, product } = await requireOffering(context, id);
  const offer = product?.cancellationOffers.find((one) => one.id === offerId);
  if (!product || offer?.kind !== 'coupon') throw new NotFoundError();
  await offerLimit.take(database, accountId);
  const catalog = await context.catalog.atThisVersion();
  const isMeant = offer.plans === null || offer.plans.includes(row.planId);
  const coupon = isMeant ? await catalog.findOfferedCoupon(offer.couponCode ?? '') : null;
  if (!coupon) throw new OfferGoneError();
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
      const facts = now && (await findFacts(catalog, transaction, now, product));
      const isOffered = facts && offersFor(facts, context.locale).some((one) => one.id === offerId);
      if (!isOffered || couponOf(offer, facts)?.stripeCouponId !== stripeCouponId) throw new OfferGoneError();
      if (!(await insertAccepted(transaction, { accountId, productId, subscriptionId: id, offerId })))
        throw new OfferGoneError();
    },
  });
  return presentChange(context, state, id);
}

/**
 * Notes that who cancels looks at the plan or interval of an offer: the change that follows within a day is counted as its success (CXL-12).
 * @throws NotFoundError for an offer of another kind; OfferGoneError where it does not fit any more; TooManyRequestsError.
 */
export async function followOffer(context: Asking, id: number, offerId: string): Promise<Record<string, never>> {
  const { database, session, accountId, catalog, locale } = context;
  const { row, product } = await requireOffering(context, id);
  const offer = product?.cancellationOffers.find((one) => one.id === offerId);
  if (!product || (offer?.kind !== 'plan' && offer?.kind !== 'interval')) throw new NotFoundError();
  await offerLimit.take(database, accountId);
  const facts = await findFacts(catalog, database.query, row, product);
  if (!offersFor(facts, locale).some((one) => one.id === offerId)) throw new OfferGoneError();
  const priceIds = pricePlansOf(offer, facts).map((pricePlan) => pricePlan.id);
  await noteFollowed(database.query, row, { userId: session.user.id, offerId, priceIds });
  return {};
}

async function requireOffering(
  { database, catalog, accountId }: Asking,
  id: number,
): Promise<{ readonly row: SubscriptionRow; readonly product: Product | undefined }> {
  const row = await findSubscription(database.query, accountId, id);
  if (!row) throw new NotFoundError();
  return { row, product: (await catalog.findProducts()).get(row.productId) };
}

async function findFacts(
  catalog: Pick<Asking['catalog'], 'findOfferedCoupon' | 'now'>,
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
