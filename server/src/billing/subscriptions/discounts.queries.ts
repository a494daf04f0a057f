import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../core/db/database.ts';
import { stripeSubscriptions } from '../../core/db/schema/subscriptions.gen.ts';

const discount = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);
const discounts = z
  .array(discount)
  .nullish()
  .transform((ids) => ids ?? []);
const discounted = z.object({ discounts, items: z.object({ data: z.array(z.object({ discounts })) }) });

/** Ids of discounts at Stripe. */
export interface SubscriptionDiscounts {
  readonly ofSubscription: readonly string[];
  readonly ofItems: readonly string[];
}

/** The discounts of a subscription in the mirror; empty if it is unknown. */
export async function findDiscounts(on: Queryable, stripeSubscriptionId: string): Promise<SubscriptionDiscounts> {
  const [found] = await on
    .select({ data: stripeSubscriptions.data })
    .from(stripeSubscriptions)
    .where(eq(stripeSubscriptions.id, stripeSubscriptionId));
  if (!found) return { ofSubscription: [], ofItems: [] };
  const subscription = discounted.parse(found.data);
  return {
    ofSubscription: subscription.discounts,
    ofItems: subscription.items.data.flatMap((item) => item.discounts),
  };
}
