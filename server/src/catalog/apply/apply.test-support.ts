import { createTestDatabase } from '../../../test/database.ts';
import type { CatalogGateway } from '../../core/stripe/calls/catalog-gateway.ts';
import { catalogFiles, edited, exampleCatalog, startTestStripe } from '../catalog.test-support.ts';
import { createCatalog } from '../catalog.ts';
import { applyCatalog, diffCatalog } from './apply-catalog.ts';

const changing = [
  'createProduct',
  'updateProduct',
  'createPrice',
  'setPriceActive',
  'createCoupon',
  'renameCoupon',
  'createPromotionCode',
  'deactivatePromotionCode',
] as const satisfies readonly (keyof CatalogGateway)[];

/** The gateway with `before` run before each changing call at Stripe, and `after` after it. */
export function watched(
  gateway: CatalogGateway,
  before: (call: string) => void,
  after: (call: string) => void = () => {},
) {
  const copy = { ...gateway } as Record<string, unknown>;
  for (const name of changing) {
    copy[name] = async (...parameters: unknown[]) => {
      before(name);
      const result = await (gateway[name] as (...all: unknown[]) => Promise<unknown>)(...parameters);
      after(name);
      return result;
    };
  }
  return copy as unknown as CatalogGateway;
}

/** The example catalog with a higher price of one plan. */
export const raised = edited(exampleCatalog, ['amount: 10.00', 'amount: 12.50']);

/** A database and a Stripe account without a catalog, and functions that read and apply one. */
export async function createSite() {
  const { read } = catalogFiles();
  const database = await createTestDatabase();
  const { gateway, stripe } = await startTestStripe(database.url);
  const apply = (text: string, through: CatalogGateway = gateway) =>
    applyCatalog({ database, gateway: through, catalog: read(text) });
  const diff = (text: string) => diffCatalog({ database, gateway, catalog: read(text) });
  const catalog = createCatalog({ database });
  const version = async () =>
    (await database.pool.query<{ version: number }>('select version from catalog_state')).rows[0]?.version;
  const soldAs = async (priceId: string) =>
    (
      await database.pool.query<{ stripe_price_id: string; amount: number; current: boolean; deactivated: boolean }>(
        'select stripe_price_id, amount, current, deactivated_at is not null as deactivated from catalog_prices where price_id = $1 order by created_at',
        [priceId],
      )
    ).rows;
  const everyPrice = async () => (await stripe.prices.list({ limit: 100 })).data;
  return { database, gateway, stripe, apply, diff, catalog, version, soldAs, everyPrice };
}
