import { countDistinct, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import { countLiveWithPrices, selectAccountsWithPlans } from '../billing/index.ts';
import type { Queryable } from '../core/db/database.ts';
import { selectAccountsWithOrders } from '../licensing/index.ts';

/**
 * Counts accounts that have a plan or a price. Subscriptions and orders are in higher domains than the catalog, so the catalog gets these functions.
 */
export const planHolders = {
  countHolders: async (on: Queryable, planIds: readonly string[]) => {
    if (planIds.length === 0) return { accounts: 0, byPlan: new Map<string, number>() };
    const holders = union(selectAccountsWithPlans(on, planIds), selectAccountsWithOrders(on, planIds)).as('holders');
    // The row without a plan counts all plans together: an account with two of them counts once.
    const found = await on
      .select({ planId: holders.planId, accounts: countDistinct(holders.accountId) })
      .from(holders)
      .groupBy(sql`grouping sets ((${holders.planId}), ())`);
    const byPlan = new Map(found.flatMap(({ planId, accounts }) => (planId === null ? [] : [[planId, accounts]])));
    return { accounts: found.find(({ planId }) => planId === null)?.accounts ?? 0, byPlan };
  },
  countPriceHolders: countLiveWithPrices,
};
