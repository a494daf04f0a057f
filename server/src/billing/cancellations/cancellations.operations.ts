import { z } from 'zod';
import type { Catalog } from '../../catalog/index.ts';
import type { Actor } from '../../core/http/request-context.ts';
import {
  defineOperation,
  type OperationContext,
  type OperationOf,
  type Performed,
} from '../../core/operations/index.ts';
import { CouponRefusedError, isRefusal } from '../../core/stripe/index.ts';
import type { SubscriptionsContext } from '../subscriptions/subscriptions.context.ts';
import { findSubscription } from '../subscriptions/subscriptions.queries.ts';
import { OfferUnavailableError } from './cancellations.errors.ts';
import { deleteAccepted, recordSaved } from './cancellations.queries.ts';

export type CancellationsContext = SubscriptionsContext & {
  readonly catalog: Pick<Catalog, 'findOfferedCoupon'>;
};

/** The subject is the subscription's product, as for a purchase. */
const offerRequest = z.object({
  subscriptionId: z.int(),
  stripeSubscriptionId: z.string(),
  productId: z.string(),
  offerId: z.string(),
  stripeCouponId: z.string(),
});
const offerOutcome = z.object({ stripeSubscriptionId: z.string() });

export type OfferRequest = z.infer<typeof offerRequest>;
type OfferOutcome = z.infer<typeof offerOutcome>;

/** Gives the discount of an offer to stay (CXL-7). */
export const acceptOfferOperation = defineOperation({
  kind: 'cancellation-offer',
  request: offerRequest,
  outcome: offerOutcome,
  shownAs: 'acceptOffer',
  isAboutProduct: true,
  perform: giveDiscount,
  settled: async (context: CancellationsContext, transaction, { state, actor, accountId, userId, request }) => {
    const { subscriptionId, productId, offerId } = request;
    if (state === 'failed') return deleteAccepted(transaction, accountId, productId);
    const row = await findSubscription(transaction, accountId, subscriptionId);
    if (row) await recordSaved(transaction, row, { userId, offerId });
    const event = { kind: 'cancellationOfferAccepted', detail: { subscriptionId, offerId } } as const;
    await context.audit.record({ ...(actor as Partial<Actor>), ...event }, transaction);
  },
});

/** @throws OfferUnavailableError if the subscription was canceled before the call or has a discount, or Stripe refuses the coupon */
async function giveDiscount(
  { gateway }: CancellationsContext,
  { request: { stripeSubscriptionId, stripeCouponId } }: OperationOf<OfferRequest, OfferOutcome>,
  { step }: OperationContext,
): Promise<Performed<OfferOutcome>> {
  try {
    const subscription = await gateway.subscriptions.giveDiscount(stripeSubscriptionId, stripeCouponId, step);
    if (subscription) {
      await gateway.mirror.storeSubscription(subscription);
      return { state: 'succeeded', outcome: { stripeSubscriptionId } };
    }
  } catch (error) {
    if (!(error instanceof CouponRefusedError) && !isRefusal(error)) throw error;
  }
  // The user's page shows an old state, so the mirror is refreshed before the refusal.
  await gateway.mirror.refresh('subscription', stripeSubscriptionId);
  throw new OfferUnavailableError();
}
