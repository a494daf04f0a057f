import type { Queryable } from '../core/db/database.ts';
import type { AccountHoldings } from './catalog.holdings.ts';

/** Questions about an account's purchases that billing and licensing answer for the catalog. */
export interface SalesPort {
  readonly holdings: AccountHoldings;
  /** Counts the accounts that have plans, by a live subscription or a manual order: in total, and by plan. */
  readonly countHolders: (
    on: Queryable,
    planIds: readonly string[],
  ) => Promise<{ readonly accounts: number; readonly byPlan: ReadonlyMap<string, number> }>;
  /** Counts the live subscriptions that have one of these prices. */
  readonly countPriceHolders: (
    on: Queryable,
    prices: { readonly priceIds: readonly string[]; readonly planIds: readonly string[] },
  ) => Promise<number>;
}
