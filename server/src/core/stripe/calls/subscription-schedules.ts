import type Stripe from 'stripe';
import { isRefusal, refetchIfReplayed, translated } from '../errors.ts';
import type { Step } from '../step.ts';
import { metadataOf } from './subscription-changes.ts';
import type { SubscriptionRequest } from './subscription-terms.ts';

/** A subscription's schedule after a change was scheduled. */
export interface ScheduledState {
  readonly subscriptionId: string;
  readonly schedule: Stripe.SubscriptionSchedule;
}

/** A schedule ends by itself a day after its change took effect. The subscription then has none. */
const afterChange = { interval: 'day', interval_count: 1 } as const;

const expand = ['discounts', 'items.data.discounts'];

/**
 * Has a change begin with the period that follows, in which it is charged. Discounts stay for as long as they last (SCH-9).
 * @returns undefined where the subscription ends, has ended or has begun another period since the quote: nothing is scheduled then.
 */
export async function scheduleChange(
  stripe: Stripe,
  request: SubscriptionRequest,
  step: Step,
): Promise<ScheduledState | undefined> {
  const { change } = request.terms;
  if (change?.startsAt === undefined) throw new Error('There is nothing to schedule');
  const { startsAt, stripeSubscriptionId: subscriptionId } = change;
  const retrieve = () => translated(() => stripe.subscriptions.retrieve(subscriptionId, { expand }));
  const subscription = await retrieve();
  if (!renewsAt(subscription, startsAt)) return undefined;
  const present = await findOrMake(stripe, subscription, step);
  const isSet = ({ metadata }: Stripe.SubscriptionSchedule) => metadata?.operation_id === request.metadata.operation_id;
  // A repeated call would carry what may have changed since, under the same key.
  if (isSet(present)) return { subscriptionId, schedule: present };
  const parameters = phasesOf(request, subscription, present, startsAt);
  const reread = ({ id }: { id: string }) => stripe.subscriptionSchedules.retrieve(id);
  try {
    const schedule = await step(
      'subscription-schedule',
      (idempotencyKey) =>
        translated(async () =>
          refetchIfReplayed<Stripe.SubscriptionSchedule>(
            await stripe.subscriptionSchedules.update(present.id, parameters, { idempotencyKey }),
            reread,
          ),
        ),
      () =>
        translated(async () => {
          const found = await reread(present);
          return isSet(found) ? found : undefined;
        }),
    );
    return { subscriptionId, schedule };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // The period ended meanwhile. A schedule without a next phase changes nothing.
    await releaseSchedule(stripe, present.id, step);
    return undefined;
  }
}

/** Whether a subscription is paid and renews at a moment, in seconds since 1970. */
function renewsAt({ status, cancel_at, items }: Stripe.Subscription, moment: number): boolean {
  return status === 'active' && cancel_at === null && items.data.every((item) => item.current_period_end === moment);
}

/** The schedule of a subscription; one without any gets one that changes nothing yet. */
async function findOrMake(
  stripe: Stripe,
  { id, schedule }: Stripe.Subscription,
  step: Step,
): Promise<Stripe.SubscriptionSchedule> {
  const found = idOf(schedule);
  if (found !== null) return translated(() => stripe.subscriptionSchedules.retrieve(found));
  const reread = (made: { id: string }) => stripe.subscriptionSchedules.retrieve(made.id);
  return step(
    'schedule',
    (idempotencyKey) =>
      translated(async () =>
        refetchIfReplayed<Stripe.SubscriptionSchedule>(
          await stripe.subscriptionSchedules.create({ from_subscription: id }, { idempotencyKey }),
          reread,
        ),
      ),
    () =>
      translated(async () => {
        const made = idOf((await stripe.subscriptions.retrieve(id)).schedule);
        return made === null ? undefined : reread({ id: made });
      }),
  );
}

/** The running period as it is, and the change from its end on. */
function phasesOf(
  { terms, metadata }: SubscriptionRequest,
  subscription: Stripe.Subscription,
  { current_phase: current }: Stripe.SubscriptionSchedule,
  startsAt: number,
): Stripe.SubscriptionScheduleUpdateParams {
  const automaticTax = { enabled: subscription.automatic_tax.enabled };
  const present: Stripe.SubscriptionScheduleUpdateParams.Phase = {
    start_date: current?.start_date ?? subscription.start_date,
    end_date: startsAt,
    items: subscription.items.data.map((item) => ({
      price: item.price.id,
      quantity: item.quantity ?? 1,
      metadata: item.metadata,
      discounts: lasting(item.discounts),
    })),
    discounts: lasting(subscription.discounts),
    automatic_tax: automaticTax,
    metadata: subscription.metadata,
    proration_behavior: 'none',
  };
  const kept = new Map(subscription.items.data.map((item) => [item.price.id, item]));
  return {
    end_behavior: 'release',
    metadata: { operation_id: metadata.operation_id },
    default_settings: { default_payment_method: idOf(subscription.default_payment_method) ?? '' },
    phases: [
      present,
      {
        ...present,
        start_date: startsAt,
        end_date: undefined,
        duration: afterChange,
        items: terms.items.map((item) => ({
          price: item.stripePriceId,
          quantity: item.quantity,
          metadata: metadataOf(item),
          discounts: lasting(kept.get(item.stripePriceId)?.discounts ?? [], startsAt),
        })),
        discounts: lasting(subscription.discounts, startsAt),
        metadata: { ...metadata },
      },
    ],
  };
}

/** Discounts as a phase names them, without those that have ended at `moment`. An empty text stands for none. */
function lasting(discounts: (string | Stripe.Discount)[], moment = 0): Stripe.Emptyable<{ discount: string }[]> {
  const left = discounts.filter(
    (discount) => typeof discount === 'string' || discount.end === null || discount.end > moment,
  );
  return left.length === 0 ? '' : left.map((discount) => ({ discount: idOf(discount) ?? '' }));
}

/** Ends a schedule. Its subscription goes on as it is, and what was to change does not. */
export async function releaseSchedule(
  stripe: Stripe,
  scheduleId: string,
  step: Step,
): Promise<Stripe.SubscriptionSchedule> {
  const retrieve = () => stripe.subscriptionSchedules.retrieve(scheduleId);
  const findReleased = () =>
    translated(async () => {
      const schedule = await retrieve();
      return schedule.status === 'active' || schedule.status === 'not_started' ? undefined : schedule;
    });
  try {
    return await step(
      'schedule-release',
      (idempotencyKey) =>
        translated(async () =>
          refetchIfReplayed<Stripe.SubscriptionSchedule>(
            await stripe.subscriptionSchedules.release(scheduleId, {}, { idempotencyKey }),
            retrieve,
          ),
        ),
      findReleased,
    );
  } catch (error) {
    // It ended by itself, or was released elsewhere.
    const ended = isRefusal(error) ? await findReleased() : undefined;
    if (!ended) throw error;
    return ended;
  }
}

/** Has the phases that follow be charged to a card. A schedule that has ended meanwhile has none. */
export async function setCardOfSchedule(
  stripe: Stripe,
  scheduleId: string,
  paymentMethodId: string,
  step: Step,
): Promise<void> {
  const settings = { default_settings: { default_payment_method: paymentMethodId } };
  try {
    await step(
      'schedule-card',
      (idempotencyKey) =>
        translated(() => stripe.subscriptionSchedules.update(scheduleId, settings, { idempotencyKey })),
      () =>
        translated(async () => {
          const schedule = await stripe.subscriptionSchedules.retrieve(scheduleId);
          return schedule.default_settings.default_payment_method === paymentMethodId ? schedule : undefined;
        }),
    );
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

function idOf(value: string | { id: string } | null): string | null {
  return typeof value === 'string' || value === null ? value : value.id;
}
