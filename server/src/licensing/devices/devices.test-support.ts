import type { FastifyInstance } from 'fastify';
import { Browser } from '../../../test/browser.ts';
import { catalogOfProducts } from '../../../test/catalog-of-products.ts';
import { createTestDatabase } from '../../../test/database.ts';
import type { LicenseRow } from '../../../test/licenses.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { createAudit, seedDemonstrationPeople } from '../../accounts/index.ts';
import type { Product } from '../../catalog/index.ts';
import type { DevicesContext } from './devices.context.ts';
import { devicesModule } from './devices.routes.ts';

export type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>;

/** Accounts of the demonstration. */
export const accountId = 2;
export const otherAccountId = 3;

const desktop = {
  displayName: { en: 'Veriscan Desktop', fr: 'Veriscan Bureau' },
  plans: [
    { id: 'desktop-basic', releases: null },
    { id: 'desktop-strict', releases: 1, refusesKnownMachines: true },
  ],
} as unknown as Product;

export interface DevicesPortal {
  readonly database: TestDatabase;
  readonly app: FastifyInstance;
  readonly signIn: (name: 'owner' | 'admin' | 'user' | 'readonly' | 'otherOwner') => Promise<Browser>;
}

/** A portal with only sign-in and devices. The user without a role has the feature that devices require. */
export async function createDevicesPortal(): Promise<DevicesPortal> {
  const database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  await database.pool.query(
    "insert into user_features (user_id, feature) select id, 'customerAdmin' from users where email = 'user@acme.example'",
  );
  const context: DevicesContext = {
    database,
    audit: createAudit({ database, appSecret: 'a secret of the tests, long enough' }),
    // Reads its version on a connection of its own, like the portal's catalog.
    catalog: catalogOfProducts(async () => {
      await database.pool.query('select 1');
      return new Map([['desktop', desktop]]);
    }),
  };
  const app = await createTestPortal(database, {
    extend: (portal) => {
      for (const route of devicesModule(context).routes ?? []) route.bind(portal);
    },
  });
  return {
    database,
    app,
    signIn: (name) => new Browser(app).signIn(name === 'otherOwner' ? 'owner@globex.example' : `${name}@acme.example`),
  };
}

/** The seat counts that a license stores. */
export async function findSeatCounts({ pool }: TestDatabase, { id }: Pick<LicenseRow, 'id'>) {
  const { rows } = await pool.query(
    'select used_quantity as used, exceeded_quantity as exceeded from licenses where id = $1',
    [id],
  );
  return rows[0] as { used: number; exceeded: number };
}

/** The kinds of a license's events, the oldest first. */
export async function listEventKinds({ pool }: TestDatabase, { id }: Pick<LicenseRow, 'id'>): Promise<string[]> {
  const { rows } = await pool.query('select kind from device_events where license_id = $1 order by id', [id]);
  return rows.map(({ kind }) => kind);
}
