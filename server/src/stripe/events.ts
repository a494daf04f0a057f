import type Stripe from 'stripe';
import { idOf, isMirrored } from './mirror-rows.ts';
import { toJsonWithoutSecrets } from './secrets.ts';
import { webhookEvents } from './webhook-events.ts';

/** An event as it is kept. */
export interface KeptEvent {
  readonly id: string;
  readonly type: string;
  /** ISO 8601, UTC. */
  readonly created: string;
  /** The object that it makes us read again. */
  readonly objectType: string;
  readonly objectId: string | null;
  readonly customerId: string | null;
  /** Ids of that object and its relatives, for timelines. */
  readonly related: readonly string[];
  readonly data: unknown;
  /** Whether there is anything to read again. */
  readonly isHint: boolean;
}

type Fields = Record<string, unknown>;
type Reference = Parameters<typeof idOf>[0];

/** Fields of Stripe's objects that name a relative. */
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

/** Whether the mirror has use for it. Lists of events hold all of an account's. */
export function isWanted(event: Stripe.Event): boolean {
  return wanted.has(event.type);
}

export function toKeptEvent(event: Stripe.Event): KeptEvent {
  const object = event.data.object as unknown as Fields;
  const { objectType, objectId } = subjectOf(object);
  const customer = object.object === 'customer' ? object.id : idOf(object.customer as Reference);
  return {
    id: event.id,
    type: event.type,
    created: new Date(event.created * 1000).toISOString(),
    objectType,
    objectId,
    customerId: typeof customer === 'string' ? customer : null,
    related: relatedIds(object),
    data: JSON.parse(toJsonWithoutSecrets(event)),
    isHint: objectId !== null && isMirrored(objectType),
  };
}

/** A dispute shows in its charge, and a discount in what it is given to. */
function subjectOf(object: Fields): { objectType: string; objectId: string | null } {
  const subject = (objectType: string, reference: unknown) => ({ objectType, objectId: idOf(reference as Reference) });
  if (object.object === 'dispute') return subject('charge', object.charge);
  if (object.object === 'discount') {
    return object.subscription ? subject('subscription', object.subscription) : subject('customer', object.customer);
  }
  return subject(String(object.object), object.id);
}

function relatedIds(object: Fields): string[] {
  const parent = object.parent as { subscription_details?: { subscription?: Reference } | null } | null | undefined;
  const paid = object.object === 'invoice_payment' ? (object.payment as Fields | undefined) : undefined;
  const ids = [
    ...references.map((name) => idOf(object[name] as Reference)),
    idOf(parent?.subscription_details?.subscription),
    idOf(paid?.payment_intent as Reference),
    idOf(paid?.charge as Reference),
  ];
  return [...new Set(ids.filter((id) => id !== null))];
}
