import type Stripe from 'stripe';
import { NotFoundError } from '../../http/app-error.ts';
import { isRefusal, refetchIfReplayed, translated } from '../errors.ts';
import type { Step } from '../step.ts';

/** `onDateLifted`: restores a subscription that was to end on a specific date. */
export type Cancellation = 'atPeriodEnd' | 'lifted' | 'onDateLifted';

/** How a subscription is to end, and the customer's reason for it. */
export interface CancellationRequest {
  readonly ending: Cancellation;
  /** The reason, one of Stripe's (CXL-3). */
  readonly told?:
    | {
        readonly reason: Stripe.SubscriptionUpdateParams.CancellationDetails.Feedback;
        readonly comment: string | null;
      }
    | undefined;
}

function cancellationParameters({ ending, told }: CancellationRequest): Stripe.SubscriptionUpdateParams {
  // A reason is deleted together with its cancellation (CXL-4).
  if (ending !== 'atPeriodEnd') {
    const cancellation_details = { comment: '', feedback: '' } as const;
    return { ...(ending === 'lifted' ? { cancel_at_period_end: false } : { cancel_at: '' }), cancellation_details };
  }
  const { reason, comment } = told ?? {};
  return {
    cancel_at_period_end: true,
    ...(reason && { cancellation_details: { feedback: reason, ...(comment && { comment }) } }),
  };
}

/** Schedules a subscription to end with its paid period, or restores it. */
export async function setCancellation(
  stripe: Stripe,
  subscriptionId: string,
  request: CancellationRequest,
  step: Step,
): Promise<Stripe.Subscription> {
  const retrieve = () => stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] });
  return step(
    'subscription',
    (idempotencyKey) =>
      translated(async () => {
        const answer = await stripe.subscriptions.update(
          subscriptionId,
          { ...cancellationParameters(request), expand: ['latest_invoice'] },
          { idempotencyKey },
        );
        return refetchIfReplayed<Stripe.Subscription>(answer, retrieve);
      }),
    () =>
      translated(async () => {
        const subscription = await retrieve();
        const ends = subscription.cancel_at_period_end || subscription.cancel_at !== null;
        return ends === (request.ending === 'atPeriodEnd') ? subscription : undefined;
      }),
  );
}

/** Ends a subscription at once. Nothing is refunded or billed. An ended subscription is returned unchanged. */
export async function endNow(stripe: Stripe, subscriptionId: string, step: Step): Promise<Stripe.Subscription> {
  const expand = ['latest_invoice'];
  const retrieve = () => stripe.subscriptions.retrieve(subscriptionId, { expand });
  const findEnded = () =>
    translated(async () => {
      const subscription = await retrieve();
      return subscription.ended_at === null ? undefined : subscription;
    });
  try {
    return await step(
      'subscription-end',
      (idempotencyKey) =>
        translated(async () =>
          refetchIfReplayed<Stripe.Subscription>(
            await stripe.subscriptions.cancel(
              subscriptionId,
              { prorate: false, invoice_now: false, expand },
              { idempotencyKey },
            ),
            retrieve,
          ),
        ),
      findEnded,
    );
  } catch (error) {
    const ended = isRefusal(error) || error instanceof NotFoundError ? await findEnded() : undefined;
    if (!ended) throw error;
    return ended;
  }
}
