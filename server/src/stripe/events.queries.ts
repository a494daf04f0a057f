import { eq, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Queryable } from '../db/database.ts';
import { stripeEvents } from '../db/schema/index.ts';
import { withoutSecrets } from './secrets.ts';

/** What an event is about. */
export interface EventSubject {
  readonly objectType: string;
  readonly objectId: string | null;
  readonly customerId: string | null;
}

export function subjectOf(event: Stripe.Event): EventSubject {
  const object = event.data.object as { object: string; id?: string; customer?: string | { id: string } | null };
  const customer = typeof object.customer === 'object' ? object.customer?.id : object.customer;
  return {
    objectType: object.object,
    objectId: object.id ?? null,
    customerId: object.object === 'customer' ? (object.id ?? null) : (customer ?? null),
  };
}

export const eventQueries = {
  /** @returns false when the event was here already. */
  async insert(on: Queryable, event: Stripe.Event): Promise<boolean> {
    const inserted = await on
      .insert(stripeEvents)
      .values({
        id: event.id,
        type: event.type,
        created: new Date(event.created * 1000),
        ...subjectOf(event),
        data: withoutSecrets(event),
      })
      .onConflictDoNothing()
      .returning({ id: stripeEvents.id });
    return inserted.length > 0;
  },
  async markApplied(on: Queryable, objectId: string, upTo: Date): Promise<void> {
    await on
      .update(stripeEvents)
      .set({ appliedAt: sql`now()` })
      .where(
        sql`${stripeEvents.objectId} = ${objectId} and ${stripeEvents.appliedAt} is null and ${stripeEvents.receivedAt} <= ${upTo.toISOString()}`,
      );
  },
  async markOneApplied(on: Queryable, eventId: string): Promise<void> {
    await on.update(stripeEvents).set({ appliedAt: sql`now()` }).where(eq(stripeEvents.id, eventId));
  },
};
