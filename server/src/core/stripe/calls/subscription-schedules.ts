import type Stripe from 'stripe';
import { isRefusal, refetchIfReplayed, translated } from '../errors.ts';
import type { Step } from '../step.ts';
import { itemMetadata } from './subscription-changes.ts';
import type { SubscriptionRequest } from './subscription-terms.ts';

/** A subscription's schedule after a change was scheduled. */
export interface ScheduledState {
  readonly subscriptionId: string;
  readonly schedule: Stripe.SubscriptionSchedule;
}

/** A schedule ends automatically a day after its change took effect. The subscription then has none. */
const afterChange = { interval: 'day', interval_count: 1 } as const;

const expand = ['discounts', 'items.data.discounts'];

/**
 * Schedules a change for the beginning of the next period. Discounts stay as long as they last (SCH-9).
 * @returns undefined, without a change, if the subscription is set to end, has ended, or has begun another period since
 * the quote.
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
  // A repeated call could send changed parameters with the same key.
  if (isSet(present)) return { subscriptionId, schedule: present };
  const parameters = buildPhases(request, subscription, present, startsAt);
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

/** Whether a subscription is paid and renews at a time, in seconds since 1970. */
function renewsAt({ status, cancel_at, items }: Stripe.Subscription, moment: number): boolean {
  return status === 'active' && cancel_at === null && items.data.every((item) => item.current_period_end === moment);
}

/** Returns the schedule of a subscription, or creates one that changes nothing yet. */
async function findOrMake(
  stripe: Stripe,
  { id, schedule }: Stripe.Subscription,
  step: Step,
): Promise<Stripe.SubscriptionSchedule> {
  const found = expandableId(schedule);
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
        const made = expandableId((await stripe.subscriptions.retrieve(id)).schedule);
        return made === null ? undefined : reread({ id: made });
      }),
  );
}

/** The phases: the current period unchanged, then the change. */
function buildPhases(
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
  const own = new Set(terms.change?.currentItems.map(({ stripeItemId }) => stripeItemId));
  const isOther = subscription.items.data.map(({ id }) => !own.has(id));
  const isKept = (discount: string | Stripe.Discount) =>
    terms.change?.keptDiscounts?.includes(expandableId(discount) ?? '') ?? true;
  return {
    end_behavior: 'release',
    metadata: { operation_id: metadata.operation_id },
    default_settings: { default_payment_method: expandableId(subscription.default_payment_method) ?? '' },
    phases: [
      present,
      {
        ...present,
        start_date: startsAt,
        end_date: undefined,
        duration: afterChange,
        items: [
          ...terms.items.map((item) => ({
            price: item.stripePriceId,
            quantity: item.quantity,
            metadata: itemMetadata(item),
            discounts: lasting(kept.get(item.stripePriceId)?.discounts ?? [], startsAt),
          })),
          // Items that the catalog does not have stay (SUB-39).
          ...(present.items?.filter((_, at) => isOther[at]) ?? []),
        ],
        discounts: lasting(subscription.discounts.filter(isKept), startsAt),
        metadata: { ...metadata },
      },
    ],
  };
}

/**
 * Discounts in the form in which a phase names them, without those that have ended at `moment`. An empty string means
 * none.
 */
function lasting(discounts: (string | Stripe.Discount)[], moment = 0): Stripe.Emptyable<{ discount: string }[]> {
  const left = discounts.filter(
    (discount) => typeof discount === 'string' || discount.end === null || discount.end > moment,
  );
  return left.length === 0 ? '' : left.map((discount) => ({ discount: expandableId(discount) ?? '' }));
}

/** Ends a schedule without its change. The subscription continues unchanged. */
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
    // The schedule ended automatically, or was released elsewhere.
    const ended = isRefusal(error) ? await findReleased() : undefined;
    if (!ended) throw error;
    return ended;
  }
}

/** Sets the card of the following phases. A schedule that has ended meanwhile has no such phases. */
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

function expandableId(value: string | { id: string } | null): string | null {
  return typeof value === 'string' || value === null ? value : value.id;
}
