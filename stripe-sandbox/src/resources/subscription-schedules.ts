import type Stripe from 'stripe';
import { endpoint, listEndpoint, mergeMetadata } from '../endpoint.ts';
import { endSubscription } from '../engine/cancellation.ts';
import { currentPeriod } from '../engine/change.ts';
import { useCustomerTime } from '../engine/customer-time.ts';
import { discountList } from '../engine/discounts.ts';
import { pricesFor } from '../engine/items.ts';
import { cycleDate } from '../engine/periods.ts';
import { schedule as setDue } from '../engine/schedule.ts';
import type { SubscriptionMemory } from '../engine/segments.ts';
import { currentPhase, emptyPhase, releaseSchedule, scheduleFrom } from '../engine/subscription-schedule.ts';
import { invalidRequest } from '../errors.ts';
import { idOf } from '../ids.ts';
import {
  clearable,
  flag,
  hash,
  integer,
  list,
  metadata,
  needed,
  oneOf,
  text,
  timeRange,
  type Values,
} from '../parameters.ts';
import type { Work } from '../storage/work.ts';
import { automaticTax } from './billing-parameters.ts';
import { subscriptionAtItsTime } from './subscriptions.ts';

const phaseParameters = hash({
  automatic_tax: automaticTax,
  default_payment_method: text(),
  discounts: clearable(discountList),
  duration: hash({ interval: needed(oneOf('day', 'week', 'month', 'year')), interval_count: integer({ least: 1 }) }),
  end_date: integer(),
  items: needed(
    list(
      hash({
        discounts: clearable(discountList),
        metadata: metadata(),
        price: needed(text()),
        quantity: integer(),
      }),
      20,
    ),
  ),
  metadata: metadata(),
  proration_behavior: oneOf('none'),
  start_date: integer(),
});

const updateParameters = {
  default_settings: hash({ default_payment_method: clearable(text()) }),
  end_behavior: oneOf('cancel', 'release'),
  metadata: metadata(),
  phases: list(phaseParameters, 10),
};

type GivenPhase = Values<{ phase: typeof phaseParameters }>['phase'] & object;

/** A schedule that can be changed. Assumed: Stripe's messages for the others. */
async function activeSchedule(work: Work, id: string, doing: string): Promise<Stripe.SubscriptionSchedule> {
  const schedule = await work.get('subscription_schedule', id);
  await useCustomerTime(work, schedule.customer);
  if (schedule.status === 'active') return schedule;
  throw invalidRequest(
    `You cannot ${doing} a subscription schedule that is currently in the \`${schedule.status}\` status.`,
  );
}

/**
 * The phases of an update. The current one keeps its start, and each later one starts at the end of the previous one.
 */
async function readPhases(
  work: Work,
  schedule: Stripe.SubscriptionSchedule,
  given: GivenPhase[],
): Promise<Stripe.SubscriptionSchedule.Phase[]> {
  const { phase: current } = currentPhase(schedule);
  const phases: Stripe.SubscriptionSchedule.Phase[] = [];
  for (const [index, one] of given.entries()) {
    const path = `phases[${index}]`;
    const start = phases.at(-1)?.end_date ?? current.start_date;
    if (one.start_date !== undefined && one.start_date !== start) {
      throw invalidRequest('The phases of a schedule must follow each other, from the start of the current one.', {
        param: `${path}[start_date]`,
      });
    }
    const phase = await readPhase(work, schedule, { ...one, start }, path);
    if (index === 0) requireSameItems(current, phase);
    phases.push(phase);
  }
  const [first] = phases;
  if (first === undefined || first.end_date <= work.now)
    throw invalidRequest('The current phase must end in the future.', { param: 'phases[0][end_date]' });
  return phases;
}

async function readPhase(
  work: Work,
  { phases: [present] }: Stripe.SubscriptionSchedule,
  given: GivenPhase & { start: number },
  path: string,
): Promise<Stripe.SubscriptionSchedule.Phase> {
  const { duration, start } = given;
  const end =
    duration === undefined
      ? given.end_date
      : cycleDate(start, { interval: duration.interval, interval_count: duration.interval_count ?? 1 }, 1);
  if (end === undefined || end <= start)
    throw invalidRequest('A phase needs an end after its start.', { param: `${path}[end_date]` });
  const priced = await pricesFor(work, given.items);
  return {
    ...emptyPhase(present?.currency ?? 'usd', { start, end }),
    ...(given.automatic_tax && {
      automatic_tax: {
        disabled_reason: null,
        enabled: given.automatic_tax.enabled,
        liability: given.automatic_tax.enabled ? { type: 'self' } : null,
      },
    }),
    default_payment_method: given.default_payment_method ?? null,
    discounts: (given.discounts ?? []).map(asShown),
    items: given.items.map((item, index) => ({
      billing_thresholds: null,
      discounts: (item.discounts ?? []).map(asShown),
      metadata: mergeMetadata({}, item.metadata),
      plan: priced[index]?.price.id ?? item.price,
      price: priced[index]?.price.id ?? item.price,
      quantity: item.quantity ?? 1,
      tax_rates: [],
    })),
    metadata: mergeMetadata({}, given.metadata),
    proration_behavior: given.proration_behavior ?? 'create_prorations',
  };
}

function asShown(given: {
  coupon?: string | undefined;
  discount?: string | undefined;
  promotion_code?: string | undefined;
}): Stripe.SubscriptionSchedule.Phase.Discount {
  return {
    coupon: given.coupon ?? null,
    discount: given.discount ?? null,
    promotion_code: given.promotion_code ?? null,
  };
}

/** The current phase can only be changed through its subscription. */
function requireSameItems(current: Stripe.SubscriptionSchedule.Phase, given: Stripe.SubscriptionSchedule.Phase): void {
  const itemsOf = ({ items }: Stripe.SubscriptionSchedule.Phase) =>
    items
      .map(({ price, quantity }) => `${idOf(price)} ${quantity ?? 1}`)
      .sort()
      .join();
  if (itemsOf(current) !== itemsOf(given)) {
    throw invalidRequest('The items of the current phase are changed by an update of the subscription.', {
      param: 'phases[0][items]',
    });
  }
}

async function create(work: Work, id: string): Promise<Stripe.SubscriptionSchedule> {
  const subscription = await subscriptionAtItsTime(work, id, 'from_subscription');
  const refuse = (why: string) =>
    invalidRequest(`You cannot migrate a subscription ${why}.`, { param: 'from_subscription' });
  if (subscription.schedule !== null)
    throw refuse(`that is already attached to a schedule: \`${idOf(subscription.schedule)}\``);
  if (subscription.ended_at !== null || subscription.status === 'incomplete')
    throw refuse(`that is currently in the \`${subscription.status}\` status`);
  if (subscription.cancel_at !== null) throw refuse('that is set to cancel');
  const period = currentPeriod(subscription);
  const made = work.add('subscription_schedule', scheduleFrom(subscription, period, work.now));
  subscription.schedule = made.id;
  work.internal<SubscriptionMemory>(subscription.id).phaseEnds = period.end;
  work.announce('subscription_schedule.created', made);
  setDue(work, subscription);
  return made;
}

export const subscriptionScheduleEndpoints = [
  endpoint('POST /v1/subscription_schedules', { from_subscription: needed(text()) }, ({ work, parameters }) =>
    create(work, parameters.from_subscription),
  ),

  endpoint('GET /v1/subscription_schedules/:schedule', {}, async ({ work, ids }) =>
    work.get('subscription_schedule', ids.schedule ?? ''),
  ),

  endpoint('POST /v1/subscription_schedules/:schedule', updateParameters, async ({ work, ids, parameters: given }) => {
    const schedule = await activeSchedule(work, ids.schedule ?? '', 'update');
    schedule.metadata = mergeMetadata(schedule.metadata ?? {}, given.metadata);
    if (given.end_behavior !== undefined) schedule.end_behavior = given.end_behavior;
    if (given.default_settings?.default_payment_method !== undefined)
      schedule.default_settings.default_payment_method = given.default_settings.default_payment_method;
    if (given.phases !== undefined) {
      schedule.phases = await readPhases(work, schedule, given.phases);
      const { start_date: start, end_date: end } = currentPhaseAfter(schedule);
      schedule.current_phase = { start_date: start, end_date: end };
      const subscription = await work.get('subscription', idOf(schedule.subscription) ?? '');
      work.internal<SubscriptionMemory>(subscription.id).phaseEnds = end;
      setDue(work, subscription);
    }
    return schedule;
  }),

  endpoint(
    'POST /v1/subscription_schedules/:schedule/release',
    { preserve_cancel_date: flag() },
    async ({ work, ids }) => {
      const schedule = await activeSchedule(work, ids.schedule ?? '', 'release');
      const subscription = await work.get('subscription', idOf(schedule.subscription) ?? '');
      await releaseSchedule(work, schedule);
      setDue(work, subscription);
      return schedule;
    },
  ),

  endpoint('POST /v1/subscription_schedules/:schedule/cancel', {}, async ({ work, ids }) => {
    const schedule = await activeSchedule(work, ids.schedule ?? '', 'cancel');
    await endSubscription(work, await work.get('subscription', idOf(schedule.subscription) ?? ''), null);
    return schedule;
  }),

  listEndpoint(
    '/v1/subscription_schedules',
    'subscription_schedule',
    { created: timeRange(), customer: text(), scheduled: flag() },
    async ({ work, parameters }) => {
      if (parameters.customer !== undefined) await work.get('customer', parameters.customer, 'customer');
      return {
        customer: parameters.customer,
        match: { status: parameters.scheduled ? 'not_started' : undefined },
        times: { created: parameters.created },
      };
    },
  ),
];

function currentPhaseAfter({ phases }: Stripe.SubscriptionSchedule): Stripe.SubscriptionSchedule.Phase {
  const [first] = phases;
  if (first === undefined) throw new Error('a schedule has no phase');
  return first;
}
