import { and, desc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { stripeCustomerBalanceTransactions } from '../../core/db/schema/customers.gen.ts';

/** The latest changes of a customer's balance that came from no invoice, the newest first. Cents with Stripe's sign: negative is a credit. */
export function listGivenCredits(on: Queryable, customerId: string, limit: number) {
  const changes = stripeCustomerBalanceTransactions;
  return on
    .select({
      id: changes.id,
      at: changes.created,
      amount: changes.amount,
      currency: changes.currency,
      description: changes.description,
    })
    .from(changes)
    .where(
      and(
        eq(changes.customerId, customerId),
        eq(changes.deleted, false),
        // As the index states it.
        sql`${changes.type} in ('adjustment', 'credit_note', 'initial', 'migration')`,
      ),
    )
    .orderBy(desc(changes.created), desc(changes.id))
    .limit(limit);
}
