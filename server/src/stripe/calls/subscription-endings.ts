import type Stripe from 'stripe';
import { refetchIfReplayed, translated } from '../errors.ts';
import type { Step } from '../step.ts';

/** `onDateLifted`: it was to end on a day of its own, and goes on. */
export type Ending = 'atPeriodEnd' | 'lifted' | 'onDateLifted';

function endingOf(ending: Ending): Stripe.SubscriptionUpdateParams {
  if (ending === 'onDateLifted') return { cancel_at: '' };
  return { cancel_at_period_end: ending === 'atPeriodEnd' };
}

/** Has a subscription end with its paid period, or go on. */
export async function setEnding(
  stripe: Stripe,
  subscriptionId: string,
  ending: Ending,
  step: Step,
): Promise<Stripe.Subscription> {
  const retrieve = () => stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] });
  return step(
    'subscription',
    (idempotencyKey) =>
      translated(async () => {
        const answer = await stripe.subscriptions.update(
          subscriptionId,
          { ...endingOf(ending), expand: ['latest_invoice'] },
          { idempotencyKey },
        );
        return refetchIfReplayed<Stripe.Subscription>(answer, retrieve);
      }),
    () =>
      translated(async () => {
        const subscription = await retrieve();
        const ends = subscription.cancel_at_period_end || subscription.cancel_at !== null;
        return ends === (ending === 'atPeriodEnd') ? subscription : undefined;
      }),
  );
}
