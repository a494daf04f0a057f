import type {
  FaultKind,
  SandboxClock,
  SandboxEventSummary,
  SandboxFault,
  SandboxObjectSummary,
} from '@portico/contract';

/** An object in its API form. The fields depend on its type. */
export type ObjectAnswer = { id: string } & Record<string, unknown>;

/** An event as the sandbox's control lists it. Times are in seconds. */
export interface EventAnswer {
  id: string;
  type: string;
  created: number;
  object: { id: string | null; type: string | null };
  request: string | null;
  deliveries: {
    endpoint: string;
    url: string;
    status: 'delivered' | 'waiting' | 'given_up';
    attempts: number;
    last_answer: string | null;
    delivered_at: number | null;
    next_attempt: number | null;
  }[];
}

/** A test clock as the sandbox's control shows it. Times are in seconds. */
export interface ClockAnswer {
  id: string;
  name: string | null;
  status: string;
  time: number;
  running: boolean;
  from: number | null;
  target: number | null;
  work_done: number;
  failure: string | null;
  customers: { id: string; name: string | null; email: string | null }[];
  customers_total: number;
  next_due: { id: string; type: string; at: number } | null;
}

export interface FaultAnswer {
  id: string;
  kind: FaultKind;
  method: 'GET' | 'POST' | 'DELETE' | null;
  prefix: string;
  times: number;
  status: number;
  delay: number;
}

/** Converts seconds since 1970 to ISO 8601; null stays null. */
export function toUtc(seconds: number): string;
export function toUtc(seconds: number | null): string | null;
export function toUtc(seconds: number | null): string | null {
  return seconds === null ? null : new Date(seconds * 1000).toISOString();
}

/** Fields that can identify an object, the best first. */
const labelFields = ['name', 'email', 'number', 'nickname', 'code', 'url', 'description', 'type', 'reason'] as const;

/** A list row that identifies an object. */
export function presentObject(object: ObjectAnswer, type: string): SandboxObjectSummary {
  const texts = labelFields.map((field) => object[field]);
  const label = texts.find((value) => typeof value === 'string' && value !== '') as string | undefined;
  const { status, created } = object;
  return {
    id: object.id,
    type,
    label: moneyLabel(object) ?? label ?? null,
    status: typeof status === 'string' ? status : null,
    created: typeof created === 'number' ? toUtc(created) : null,
  };
}

/** The text of a card or an amount, such as `2900 usd`. */
function moneyLabel(object: ObjectAnswer): string | undefined {
  const card = object.card as { brand?: string; last4?: string } | null | undefined;
  if (card?.last4) return `${card.brand ?? ''} •••• ${card.last4}`.trim();
  const amount = object.total ?? object.amount ?? object.unit_amount;
  const hasNumber = typeof object.number === 'string' && object.number !== '';
  if (typeof amount !== 'number' || typeof object.currency !== 'string') return undefined;
  return `${hasNumber ? `${object.number}, ` : ''}${(amount / 100).toFixed(2)} ${object.currency.toUpperCase()}`;
}

export function presentEvent(event: EventAnswer): SandboxEventSummary {
  return {
    id: event.id,
    type: event.type,
    created: toUtc(event.created),
    objectId: event.object.id,
    objectType: event.object.type,
    isFromRequest: event.request !== null,
    deliveries: event.deliveries.map((delivery) => ({
      endpointId: delivery.endpoint,
      url: delivery.url,
      status: delivery.status,
      attempts: delivery.attempts,
      lastAnswer: delivery.last_answer,
      deliveredAt: toUtc(delivery.delivered_at),
      nextAttempt: toUtc(delivery.next_attempt),
    })),
  };
}

export function presentClock(clock: ClockAnswer): SandboxClock {
  const { status } = clock;
  return {
    id: clock.id,
    name: clock.name,
    status: status === 'advancing' || status === 'internal_failure' ? status : 'ready',
    time: toUtc(clock.time),
    isRunning: clock.running,
    from: toUtc(clock.from),
    target: toUtc(clock.target),
    workDone: clock.work_done,
    failure: clock.failure,
    customers: clock.customers.map(({ id, name, email }) => ({ id, label: name ?? email })),
    customersTotal: clock.customers_total,
    nextDue: clock.next_due && { id: clock.next_due.id, type: clock.next_due.type, at: toUtc(clock.next_due.at) },
  };
}

export function presentFault({ id, kind, method, prefix, times, status, delay }: FaultAnswer): SandboxFault {
  return { id, kind, method, prefix, times, status, delay };
}
