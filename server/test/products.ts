import type { Database } from '../src/core/db/database.ts';

/** Inserts products into the catalog without a file and without Stripe. Their display names are their ids. */
export async function insertProducts(database: Database, ...ids: readonly string[]): Promise<void> {
  await database.pool.query(
    `insert into products (id, position, name, display_name, description, display_type, licensing_type, subscription_is_required, disabled, feature_scopes)
     select id, position, jsonb_build_object('en', id), jsonb_build_object('en', id), '{"en": ""}', 'OnlyUrl', 'None', false, false, '[]'
     from unnest($1::text[]) with ordinality as product (id, position)`,
    [ids],
  );
}
