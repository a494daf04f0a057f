import type { Queryable } from '../db/database.ts';
import { countManualOrdersOfPlan } from '../modules/orders/index.ts';
import { countLiveOfPlan, countLiveWithPrices } from '../modules/subscriptions/index.ts';

/** Who has a plan or a price. Subscriptions and orders come after the catalog, so that it is given this. */
export const planHolders = {
  countHolders: async (on: Queryable, planId: string) => ({
    subscriptions: await countLiveOfPlan(on, planId),
    orders: await countManualOrdersOfPlan(on, planId),
  }),
  countPriceHolders: countLiveWithPrices,
};
