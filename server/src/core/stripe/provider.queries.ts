import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { kinds } from './mirror/rows.ts';

/** The Stripe account and mode whose ids a database contains. */
export interface Provider {
  readonly mode: 'sandbox' | 'test' | 'live';
  /** `acct_…`; null for a sandbox, or if Stripe did not return it. */
  readonly account: string | null;
}

/** Everything that contains Stripe ids. */
const holders: readonly SQL[] = [
  sql`select from accounts where stripe_customer_id is not null`,
  ...['catalog_prices', 'catalog_coupons', 'subscriptions', 'stripe_operations', 'stripe_events'].map(
    (table) => sql`select from ${sql.identifier(table)}`,
  ),
  ...Object.values(kinds).map(({ table }) => sql`select from ${sql.identifier(getTableName(table))}`),
];

export const providerQueries = {
  /** Stores the provider if none is stored. @returns the stored one, locked until the transaction ends. */
  async claim(on: Queryable, provider: Provider): Promise<Provider> {
    await on.execute(
      sql`insert into installation (key, value) values ('stripe', ${JSON.stringify(provider)}::jsonb) on conflict do nothing`,
    );
    const { rows } = await on.execute<{ value: Provider }>(
      sql`select value from installation where key = 'stripe' for update`,
    );
    return rows[0]?.value ?? provider;
  },

  async replace(on: Queryable, provider: Provider): Promise<void> {
    await on.execute(
      sql`update installation set value = ${JSON.stringify(provider)}::jsonb, at = now() where key = 'stripe'`,
    );
  },

  /** Whether the database contains any Stripe id. */
  async holdsIds(on: Queryable): Promise<boolean> {
    const held = holders.map((rows) => sql`exists (${rows})`);
    const { rows } = await on.execute<{ holds: boolean }>(sql`select ${sql.join(held, sql` or `)} as holds`);
    return rows[0]?.holds === true;
  },

  /** Restarts the backfill and the listing of events, because the database contained nothing of the provider before. */
  async beginMirrorAnew(on: Queryable): Promise<void> {
    await on.execute(sql`delete from stripe_mirror_runs`);
    await on.execute(sql`delete from stripe_event_cursor`);
  },
};
