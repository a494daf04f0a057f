import type Stripe from 'stripe';
import { refetchIfReplayed, translated } from '../errors.ts';
import type { Step } from '../step.ts';
import { setCardOfSchedule } from './subscription-schedules.ts';

/** Sets the card that a subscription is charged to from now on, including open invoices (SUB-30). */
export async function setCard(
  stripe: Stripe,
  subscriptionId: string,
  paymentMethodId: string,
  step: Step,
): Promise<Stripe.Subscription> {
  const retrieve = () => stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] });
  const subscription = await step(
    'subscription-card',
    (idempotencyKey) =>
      translated(async () => {
        const answer = await stripe.subscriptions.update(
          subscriptionId,
          { default_payment_method: paymentMethodId, expand: ['latest_invoice'] },
          { idempotencyKey },
        );
        return refetchIfReplayed<Stripe.Subscription>(answer, retrieve);
      }),
    () =>
      translated(async () => {
        const subscription = await retrieve();
        return subscription.default_payment_method === paymentMethodId ? subscription : undefined;
      }),
  );
  const { schedule } = subscription;
  // Otherwise the next phase would restore the previous card.
  if (schedule)
    await setCardOfSchedule(stripe, typeof schedule === 'string' ? schedule : schedule.id, paymentMethodId, step);
  return subscription;
}
