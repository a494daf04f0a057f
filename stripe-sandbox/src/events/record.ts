import type Stripe from 'stripe';
import { newId } from '../ids.ts';
import { API_VERSION } from '../version.ts';

type Fields = Record<string, unknown>;

function isHash(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The field `previous_attributes`: the former value of each changed field. A nested hash has only its changed
 * fields, a list is whole. Undefined when nothing changed.
 */
export function previousAttributes(before: object, after: object): Fields | undefined {
  const former: Fields = {};
  const [old, current] = [before as Fields, after as Fields];
  for (const name of new Set([...Object.keys(old), ...Object.keys(current)])) {
    const [was, is] = [old[name], current[name]];
    if (JSON.stringify(was) === JSON.stringify(is)) continue;
    const isList = isHash(was) && was.object === 'list';
    const isSameHash = isHash(was) && isHash(is) && !isList && was.id === is.id;
    former[name] = isSameHash ? previousAttributes(was, is) : (was ?? null);
  }
  return Object.keys(former).length > 0 ? former : undefined;
}

/** An event in its API form. `object` is copied, so that later changes do not affect it. */
export function buildEvent(
  type: string,
  object: object,
  context: { now: number; previous?: Fields; request: { id: string | null; idempotencyKey: string | null } },
): Stripe.Event {
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: context.now,
    data: {
      object: structuredClone(object),
      ...(context.previous === undefined ? {} : { previous_attributes: context.previous }),
    },
    livemode: false,
    pending_webhooks: 0,
    request: { id: context.request.id, idempotency_key: context.request.idempotencyKey },
    type,
  };
  return event as unknown as Stripe.Event;
}

/** True when an endpoint with these `enabled` types receives events of `type`. `*` matches every type. */
export function listensTo(enabled: string[], type: string): boolean {
  return enabled.some((pattern) => pattern === '*' || pattern === type);
}
