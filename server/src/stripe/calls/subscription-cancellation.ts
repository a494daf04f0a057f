import type Stripe from 'stripe';
import { refetchIfReplayed, translated } from '../errors.ts';
import type { Step } from '../step.ts';

/** `onDateLifted`: it was to end on a day of its own, and goes on. */
export type Cancellation = 'atPeriodEnd' | 'lifted' | 'onDateLifted';

function cancellationParameters(cancellation: Cancellation): Stripe.SubscriptionUpdateParams {
  if (cancellation === 'onDateLifted') return { cancel_at: '' };
  return { cancel_at_period_end: cancellation === 'atPeriodEnd' };
}

/** Has a subscription end with its paid period, or go on. */
export async function setCancellation(
  stripe: Stripe,
  subscriptionId: string,
  cancellation: Cancellation,
  step: Step,
): Promise<Stripe.Subscription> {
  const retrieve = () => stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] });
  return step(
    'subscription',
    (idempotencyKey) =>
      translated(async () => {
        const answer = await stripe.subscriptions.update(
          subscriptionId,
          { ...cancellationParameters(cancellation), expand: ['latest_invoice'] },
          { idempotencyKey },
        );
        return refetchIfReplayed<Stripe.Subscription>(answer, retrieve);
      }),
    () =>
      translated(async () => {
        const subscription = await retrieve();
        const ends = subscription.cancel_at_period_end || subscription.cancel_at !== null;
        return ends === (cancellation === 'atPeriodEnd') ? subscription : undefined;
      }),
  );
}
