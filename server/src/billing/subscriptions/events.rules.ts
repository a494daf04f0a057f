import type { SubscriptionEvent } from '@portico/contract';
import type { DatedChange } from './changes.queries.ts';
import { type ChangeFacts, findStateChanges } from './changes.rules.ts';
import type { ScheduledChange } from './scheduled-changes.projection.ts';
import type { PaymentEvent } from './subscriptions.context.ts';
import type { MirroredFacts, SubscriptionRow } from './subscriptions.queries.ts';
import { effectiveCancelAt, wireStatus } from './subscriptions.rules.ts';

type Kind = SubscriptionEvent['kind'];

/** An event before it is described. `about` is the source of the description. */
export interface EventFacts {
  readonly kind: Kind;
  readonly at: Date;
  readonly isAhead: boolean;
  /** Cents; null if nothing is due. */
  readonly amount: number | null;
  readonly about: DatedChange | PaymentEvent | null;
}

type EventRow = Pick<
  SubscriptionRow,
  'status' | 'trial' | 'amount' | 'startedAt' | 'endedAt' | 'expiresAt' | 'cancelAt' | 'discounts'
>;

/** The data that a subscription's events come from. */
export interface EventSources {
  readonly row: EventRow;
  readonly trial: Pick<MirroredFacts, 'trialStart' | 'trialEnd'>;
  readonly changes: readonly DatedChange[];
  /** State changes at the end of the period. */
  readonly scheduled: readonly DatedChange[];
  readonly payments: readonly PaymentEvent[];
  /** Cents of the next charge; null if unknown. */
  readonly nextAmount: number | null;
  readonly now: Date;
}

/** The maximum number of events that are listed. */
const maxEvents = 50;

/** The order of simultaneous events: causes come before their effects. */
const order: readonly Kind[] = [
  'started',
  'trialStarted',
  'discountStarted',
  'paid',
  'planChanged',
  'intervalChanged',
  'quantityChanged',
  'addonAdded',
  'addonRemoved',
  'restored',
  'paymentFailed',
  'canceled',
  'trialEnds',
  'discountEnds',
  'renews',
  'ends',
  'ended',
];

/** The past and expected events of a subscription, the oldest first (SUB-34). If there are too many, the oldest are left out. */
export function listEventFacts(sources: EventSources): EventFacts[] {
  const events = [
    ...startEvents(sources),
    ...sources.changes.flatMap((change) => changeEvents(change, sources)),
    ...sources.scheduled.flatMap((change) => changeEvents(change, sources).map((one) => ({ ...one, isAhead: true }))),
    ...paymentEvents(sources),
    ...expectedEvents(sources),
  ];
  const { endedAt } = sources.row;
  if (endedAt) events.push(event('ended', endedAt));
  return events
    .toSorted(
      (one, other) => one.at.getTime() - other.at.getTime() || order.indexOf(one.kind) - order.indexOf(other.kind),
    )
    .slice(-maxEvents);
}

function event(kind: Kind, at: Date, rest: Partial<EventFacts> = {}): EventFacts {
  return { kind, at, isAhead: false, amount: null, about: null, ...rest };
}

/** A trial that became a paid subscription has two starts. */
function startEvents({ row, trial: { trialStart, trialEnd }, now }: EventSources): EventFacts[] {
  if (!trialStart) return [event(row.trial ? 'trialStarted' : 'started', row.startedAt)];
  const continued = trialEnd !== null && trialEnd <= now && (row.endedAt === null || row.endedAt > trialEnd);
  return [event('trialStarted', trialStart), ...(continued ? [event('started', trialEnd)] : [])];
}

function changeEvents(change: DatedChange, { row, now }: EventSources): EventFacts[] {
  const { kind, at } = change;
  if (kind === 'discountEnded') return at <= now ? [event('discountEnds', at, { about: change })] : [];
  if (kind !== 'discountStarted') return [event(kind, at, { about: change })];
  const started = event('discountStarted', at, { about: change });
  const held = row.discounts.find(({ id }) => id === change.detail.id);
  // A removed discount has its own event, and after the subscription's end no discount ends.
  if (!held?.end || row.endedAt) return [started];
  const end = new Date(held.end);
  return [started, event('discountEnds', end, { isAhead: end > now, about: change })];
}

function paymentEvents({ payments }: EventSources): EventFacts[] {
  return payments.map((payment) => event(payment.kind, payment.at, { amount: payment.amount, about: payment }));
}

/** A scheduled change as the state changes that it will cause (SCH-5). */
export function listScheduledStateChanges(
  row: SubscriptionRow,
  change: ScheduledChange | null,
  sold: ChangeFacts['sold'],
): DatedChange[] {
  if (!change) return [];
  const { at, ...after } = change;
  const changes = findStateChanges(row, { ...row, ...after, items: [...after.items] }, { sold, canceledAt: null });
  return changes.map((one) => ({ ...one, at }));
}

/** The scheduled end, the end of the trial, or the next renewal. */
function expectedEvents({ row, nextAmount }: EventSources): EventFacts[] {
  const status = wireStatus(row.status);
  if (status !== 1 && status !== 3) return [];
  const cancelAt = effectiveCancelAt(row);
  if (cancelAt) return [event('ends', cancelAt, { isAhead: true })];
  if (!row.expiresAt) return [];
  const isAhead = true;
  if (row.trial && row.cancelAt) return [event('trialEnds', row.expiresAt, { isAhead })];
  const amount = nextAmount;
  if (row.trial) return [event('trialEnds', row.expiresAt, { isAhead, amount })];
  return row.amount > 0 ? [event('renews', row.expiresAt, { isAhead, amount })] : [];
}
