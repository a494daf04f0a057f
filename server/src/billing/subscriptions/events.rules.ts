import type { SubscriptionEvent } from '@portico/contract';
import type { DatedChange } from './changes.queries.ts';
import { type ChangeFacts, changesOf } from './changes.rules.ts';
import type { ScheduledChange } from './scheduled-changes.projection.ts';
import type { PaymentEvent } from './subscriptions.context.ts';
import type { MirroredFacts, SubscriptionRow } from './subscriptions.queries.ts';
import { canceledTo, wireStatus } from './subscriptions.rules.ts';

type Kind = SubscriptionEvent['kind'];

/** An event without words. `about` is what its words are made of. */
export interface EventFacts {
  readonly kind: Kind;
  readonly at: Date;
  readonly isAhead: boolean;
  /** Cents; null where nothing is due then. */
  readonly amount: number | null;
  readonly about: DatedChange | PaymentEvent | null;
}

type EventRow = Pick<
  SubscriptionRow,
  'status' | 'trial' | 'amount' | 'startedAt' | 'endedAt' | 'expiresAt' | 'cancelAt' | 'discounts'
>;

/** What is known of a subscription. */
export interface KnownEvents {
  readonly row: EventRow;
  readonly trial: Pick<MirroredFacts, 'trialStart' | 'trialEnd'>;
  readonly changes: readonly DatedChange[];
  /** What changes with the end of the period. */
  readonly coming: readonly DatedChange[];
  readonly payments: readonly PaymentEvent[];
  /** Cents of the next charge, as far as it is known. */
  readonly nextAmount: number | null;
  readonly now: Date;
}

/** Events that one subscription shows at most. */
const mostEvents = 50;

/** The order of events of one moment: what begins comes before what follows from it. */
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

/** What happened to a subscription and what is known to come, the oldest first (SUB-34). The newest ones are kept where there are many. */
export function listEventFacts(known: KnownEvents): EventFacts[] {
  const events = [
    ...beginnings(known),
    ...known.changes.flatMap((change) => ofChange(change, known)),
    ...known.coming.flatMap((change) => ofChange(change, known).map((one) => ({ ...one, isAhead: true }))),
    ...paymentsOf(known),
    ...ahead(known),
  ];
  const { endedAt } = known.row;
  if (endedAt) events.push(event('ended', endedAt));
  return events
    .toSorted(
      (one, other) => one.at.getTime() - other.at.getTime() || order.indexOf(one.kind) - order.indexOf(other.kind),
    )
    .slice(-mostEvents);
}

function event(kind: Kind, at: Date, rest: Partial<EventFacts> = {}): EventFacts {
  return { kind, at, isAhead: false, amount: null, about: null, ...rest };
}

/** A trial that went on as a paid subscription has two beginnings. */
function beginnings({ row, trial: { trialStart, trialEnd }, now }: KnownEvents): EventFacts[] {
  if (!trialStart) return [event(row.trial ? 'trialStarted' : 'started', row.startedAt)];
  const wentOn = trialEnd !== null && trialEnd <= now && (row.endedAt === null || row.endedAt > trialEnd);
  return [event('trialStarted', trialStart), ...(wentOn ? [event('started', trialEnd)] : [])];
}

function ofChange(change: DatedChange, { row, now }: KnownEvents): EventFacts[] {
  const { kind, at } = change;
  if (kind === 'discountEnded') return at <= now ? [event('discountEnds', at, { about: change })] : [];
  if (kind !== 'discountStarted') return [event(kind, at, { about: change })];
  const started = event('discountStarted', at, { about: change });
  const held = row.discounts.find(({ id }) => id === change.detail.id);
  // One that is gone has told its end itself, and an ended subscription has none to come.
  if (!held?.end || row.endedAt) return [started];
  const end = new Date(held.end);
  return [started, event('discountEnds', end, { isAhead: end > now, about: change })];
}

function paymentsOf({ payments }: KnownEvents): EventFacts[] {
  return payments.map((payment) => event(payment.kind, payment.at, { amount: payment.amount, about: payment }));
}

/** What a change that waits will change, in the terms of what has changed before (SCH-5). */
export function scheduledChangesOf(
  row: SubscriptionRow,
  change: ScheduledChange | null,
  sold: ChangeFacts['sold'],
): DatedChange[] {
  if (!change) return [];
  const { at, ...after } = change;
  const changes = changesOf(row, { ...row, ...after, items: [...after.items] }, { sold, canceledAt: null });
  return changes.map((one) => ({ ...one, at }));
}

/** The end that is set, that of a trial, or the next renewal. */
function ahead({ row, nextAmount }: KnownEvents): EventFacts[] {
  const status = wireStatus(row.status);
  if (status !== 1 && status !== 3) return [];
  const cancelAt = canceledTo(row);
  if (cancelAt) return [event('ends', cancelAt, { isAhead: true })];
  if (!row.expiresAt) return [];
  const isAhead = true;
  if (row.trial && row.cancelAt) return [event('trialEnds', row.expiresAt, { isAhead })];
  const amount = nextAmount;
  if (row.trial) return [event('trialEnds', row.expiresAt, { isAhead, amount })];
  return row.amount > 0 ? [event('renews', row.expiresAt, { isAhead, amount })] : [];
}
