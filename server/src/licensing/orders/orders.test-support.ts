import type { FastifyInstance } from 'fastify';
import { Browser } from '../../../test/browser.ts';
import { catalogOfProducts } from '../../../test/catalog-of-products.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { accountsModule } from '../../accounts/accounts/accounts.routes.ts';
import { accountParts } from '../../accounts/accounts/accounts.test-support.ts';
import { createAudit, seedDemonstrationPeople } from '../../accounts/index.ts';
import type { Product } from '../../catalog/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { findLicensesByNumber } from '../licenses/licenses.queries.ts';
import { ordersModule } from './orders.routes.ts';

/** The products of the tests: a product with licenses and one without. */
const soldProducts = new Map<string, Product>([
  [
    'desktop',
    {
      id: 'desktop',
      displayName: { en: 'Desktop', fr: 'Bureau' },
      version: '6.1',
      licensingType: 'HostLocked',
      retired: false,
      featureScopes: [
        {
          name: 'capture',
          caption: { en: 'Capture', fr: 'Capture d’images' },
          description: { en: '' },
          features: [
            {
              name: 'infrared',
              caption: { en: 'Infrared' },
              description: { en: '' },
              type: 'bool',
              fromVersion: null,
              toVersion: null,
            },
          ],
        },
      ],
      plans: [
        {
          id: 'desktop-basic',
          name: { en: 'Basic', fr: 'Base' },
          retired: false,
          featureValues: { capture: { infrared: true } },
          pricePlans: [{ currency: 'usd' }],
        },
        { id: 'desktop-old', name: { en: 'Classic' }, retired: true, featureValues: {}, pricePlans: [] },
      ],
    } as unknown as Product,
  ],
  [
    'cloud',
    {
      id: 'cloud',
      displayName: { en: 'Cloud' },
      licensingType: 'None',
      retired: false,
      plans: [],
    } as unknown as Product,
  ],
]);

/** A portal with orders only, for the demo's users. */
export async function createOrdersPortal() {
  const database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  const delivered: number[] = [];
  const context = {
    database,
    audit: createAudit({ database, appSecret: 'a secret of the tests, long enough' }),
    // Reads the database on each use, like the portal's catalog.
    catalog: catalogOfProducts(async () => {
      await database.query.execute('select 1');
      return soldProducts;
    }),
    findLicensesByNumber,
    findLicenseNumbers: async (_on: Queryable, ids: readonly number[]) => new Map(ids.map((id) => [id, `L-${id}`])),
    ...accountParts,
    deliverOrder: async (_on: Queryable, orderId: number) => {
      delivered.push(orderId);
    },
  };
  const app: FastifyInstance = await createTestPortal(database, {
    extend: (portal) => {
      const modules = [ordersModule(context), accountsModule(context)];
      for (const route of modules.flatMap(({ routes = [] }) => routes)) route.bind(portal);
    },
  });
  const { rows } = await database.pool.query<{ email: string; id: number }>(
    'select u.email, u.account_id as id from users u',
  );
  const accountId = (email: string) => rows.find((row) => row.email === email)?.id as number;
  const signIn = (email: string) => new Browser(app).signIn(email);
  return { database, app, delivered, accountOf: accountId, signIn };
}
