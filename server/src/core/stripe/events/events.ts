import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { z } from 'zod';
import { isMirrored, referencedId } from '../mirror/rows.ts';
import { toJsonWithoutSecrets } from '../secrets.ts';
import { webhookEvents } from './webhook-events.ts';

/** An event as it is stored. */
export interface StoredEvent {
  readonly id: string;
  readonly type: string;
  /** ISO 8601, UTC. */
  readonly created: string;
  /** The object to be refreshed. */
  readonly objectType: string;
  readonly objectId: string | null;
  /** When the object was created, in seconds since 1970, if the event contains it. */
  readonly objectCreated: number | null;
  readonly customerId: string | null;
  /** Ids of that object and of related ones, for timelines. */
  readonly related: readonly string[];
  readonly data: unknown;
  /** Whether there is an object to refresh. */
  readonly isHint: boolean;
  /** The problem of an invalid event: it is dead, and `data` is left out (MIR-7). Null for a valid one. */
  readonly error: string | null;
}

type Fields = Record<string, unknown>;
type Reference = Parameters<typeof referencedId>[0];

/** Fields of Stripe's objects that refer to a related object. */
const references = [
  'id',
  'customer',
  'subscription',
  'invoice',
  'payment_intent',
  'charge',
  'latest_charge',
  'payment_method',
] as const;

const wanted: ReadonlySet<string> = new Set(webhookEvents);

/** Whether the mirror uses the event, because Stripe's list contains all events of an account. */
export function isWanted(event: Stripe.Event): boolean {
  return wanted.has(event.type);
}

/** Maximum length of an id, as documented by Stripe. */
const maxIdLength = 255;
/** The last second of the year 9999. */
const lastSecond = 253_402_300_799;
/** Maximum nesting: deeper than any of Stripe's objects, and safe for recursive parsers. */
const deepest = 100;

const id = z
  .string()
  .min(1)
  .max(maxIdLength)
  .refine((value) => isStorable(value), 'cannot be stored');
const created = z.int().min(0).max(lastSecond);
/** `isStorable` checks its fields. */
const object = z.custom<Fields>((value) => typeof value === 'object' && value !== null, 'is no object');
const envelope = z.object({ id, type: id, created, data: z.object({ object }) });

/**
 * Converts an event for storage. Problems are reported in `error`, with as much of the event as is valid, so that an
 * invalid event blocks nothing and its object can still be refreshed.
 */
export function toStoredEvent(event: unknown): StoredEvent {
  const given = (event ?? {}) as Partial<Record<'id' | 'type' | 'created' | 'data', unknown>>;
  const { object } = (given.data ?? {}) as { object?: unknown };
  const fields: Fields = typeof object === 'object' && object !== null ? (object as Fields) : {};
  const subject = findSubject(fields);
  const objectId = id.safeParse(subject.objectId).data ?? null;
  const objectType = id.safeParse(subject.objectType).data ?? 'unknown';
  const customer = fields.object === 'customer' ? fields.id : referencedId(fields.customer as Reference);
  const error = findProblem(event, subject.objectId !== null && objectId === null);
  const seconds = created.safeParse(given.created).data;
  return {
    id: id.safeParse(given.id).data ?? standInId(event),
    type: id.safeParse(given.type).data ?? 'unknown',
    created: (seconds === undefined ? new Date() : new Date(seconds * 1000)).toISOString(),
    objectType,
    objectId: error === null || isMirrored(objectType) ? objectId : null,
    objectCreated: objectId === fields.id ? (created.safeParse(fields.created ?? fields.date).data ?? null) : null,
    customerId: id.safeParse(customer).data ?? null,
    related: relatedIds(fields).filter((related) => id.safeParse(related).success),
    data: error === null ? JSON.parse(toJsonWithoutSecrets(event as object)) : {},
    isHint: objectId !== null && isMirrored(objectType),
    error,
  };
}

/** @returns null for a valid event. */
function findProblem(event: unknown, isSubjectOdd: boolean): string | null {
  const [issue] = envelope.safeParse(event).error?.issues ?? [];
  if (issue) return `The event is not as Stripe describes events: ${issue.path.join('.')} ${issue.message}`;
  if (isSubjectOdd) return 'The event names its object by something that is no id.';
  return isStorable(event)
    ? null
    : 'The event holds what cannot be stored: a NUL, half a character, or endless nesting.';
}

/** A stable id for an event without one: the same whenever it is listed. */
function standInId(event: unknown): string {
  const text = isStorable(event) ? (JSON.stringify(event) ?? '') : '';
  return `unreadable_${createHash('sha256').update(text).digest('hex')}`;
}

/** Whether PostgreSQL can store it: no NUL, no lone surrogate, not even in names, and limited nesting. */
function isStorable(value: unknown, level = 0): boolean {
  if (level > deepest) return false;
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, field]) => isStorable(name, level) && isStorable(field, level + 1));
}

/** A dispute is part of its charge, a tax number of its customer, and a discount of the object that it belongs to. */
function findSubject(object: Fields): { objectType: string; objectId: string | null } {
  const subject = (objectType: string, reference: unknown) => ({
    objectType,
    objectId: referencedId(reference as Reference),
  });
  if (object.object === 'dispute') return subject('charge', object.charge);
  if (object.object === 'tax_id') return subject('customer', object.customer);
  if (object.object === 'discount') {
    return object.subscription ? subject('subscription', object.subscription) : subject('customer', object.customer);
  }
  return subject(String(object.object), object.id);
}

function relatedIds(object: Fields): string[] {
  const parent = object.parent as { subscription_details?: { subscription?: Reference } | null } | null | undefined;
  const paid = object.object === 'invoice_payment' ? (object.payment as Fields | undefined) : undefined;
  const ids = [
    ...references.map((name) => referencedId(object[name] as Reference)),
    referencedId(parent?.subscription_details?.subscription),
    referencedId(paid?.payment_intent as Reference),
    referencedId(paid?.charge as Reference),
  ];
  return [...new Set(ids.filter((id) => id !== null))];
}
