import { count } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { Queryable } from '../db/database.ts';
import { selectAccountsWithOrders } from '../modules/orders/index.ts';
import { countLiveWithPrices, selectAccountsWithPlans } from '../modules/subscriptions/index.ts';

/** Who has a plan or a price. Subscriptions and orders come after the catalog, so that it is given this. */
export const planHolders = {
  countHolders: async (on: Queryable, planIds: readonly string[]) => {
    if (planIds.length === 0) return 0;
    // A union has each account once.
    const holders = union(selectAccountsWithPlans(on, planIds), selectAccountsWithOrders(on, planIds)).as('holders');
    const [found] = await on.select({ accounts: count() }).from(holders);
    return found?.accounts ?? 0;
  },
  countPriceHolders: countLiveWithPrices,
};
