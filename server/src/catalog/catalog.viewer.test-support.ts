import { pino } from 'pino';
import { vi } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { createAudit } from '../accounts/index.ts';
import { createHttpServer } from '../core/http/server.ts';
import type { Session } from '../core/http/session-context.ts';
import { applyCatalog } from './apply/apply-catalog.ts';
import type { HeldSubscription, Holding } from './catalog.holdings.ts';
import { catalogModule } from './catalog.routes.ts';
import { catalogFiles, exampleCatalog, startTestStripe } from './catalog.test-support.ts';
import { createCatalog } from './catalog.ts';

export interface ListOf<Item> {
  readonly items: Item[];
  readonly total: number;
  readonly totalPages: number;
  readonly page: number;
  readonly pageSize: number;
}

function ownerSession(user: number, account: number): Session {
  return {
    idHash: Buffer.alloc(32),
    publicId: '00000000-0000-4000-8000-000000000000',
    marker: 'marker',
    proofs: ['password'],
    confirmedAt: new Date(0),
    isSetup: false,
    browserId: null,
    user: {
      id: user,
      login: 'ann',
      email: 'ann@acme.example',
      firstName: 'Ann',
      lastName: '',
      isOwner: true,
      isAdmin: false,
      readOnly: false,
      isOperator: false,
    },
    account: { id: account, name: 'Acme', companyId: 1, customerId: null },
    features: ['customerAdmin', 'billing'],
    permissions: [],
    timeZone: 'UTC',
    actingOperator: null,
  };
}

/** A portal that only shows the example catalog, to Ann of Acme, who has the subscriptions of `hold`. It is 1 May 2027. */
export async function createViewerPortal() {
  const database = await createTestDatabase();
  const { gateway, client } = await startTestStripe(database.url);
  const logger = pino({ level: 'silent' });
  const { read } = catalogFiles();
  let applied = '';
  async function apply(text: string): Promise<void> {
    if (text !== applied) await applyCatalog({ database, gateway, catalog: read(text) });
    applied = text;
  }
  await apply(exampleCatalog);
  const insert = async (statement: string, ...values: unknown[]) =>
    (await database.pool.query<{ id: number }>(`${statement} returning id`, values)).rows[0]?.id as number;
  const account = await insert("insert into accounts (company_id, name) values (1, 'Acme')");
  const user = await insert(
    "insert into users (account_id, login, email, first_name) values ($1, 'ann', 'ann@acme.example', 'Ann')",
    account,
  );
  const owner = ownerSession(user, account);

  const held = new Map<string, Holding>();
  const forProducts = vi.fn(async (_accountId: number, _productIds: readonly string[]) => held);
  const catalog = createCatalog({ database, now: () => new Date('2027-05-01T12:00:00Z') });
  const { routes = [] } = catalogModule({
    database,
    catalog,
    holdings: { forProducts },
    listBuyers: async (_on, accountId, limit) =>
      [{ name: `Owner of ${accountId}`, email: 'owner@acme.example' }].slice(0, limit),
    findContact: async () => 'mailto:billing@lumen.example',
    countPriceHolders: async () => 0,
    findNamedUsers: async () => new Map(),
    countHolders: async () => ({ accounts: 0, byPlan: new Map() }),
    gateway: { client },
    audit: createAudit({ database, appSecret: 'a secret of the tests, long enough' }),
    logger,
  });
  const app = await createHttpServer({ logger, trustedProxies: [], strictResponses: true });

  const portal = {
    database,
    catalog,
    owner,
    user,
    forProducts,
    apply,
    /** The caller; null for a visitor. */
    session: owner as Session | null,

    async get<Answer>(url: string, language = 'en'): Promise<{ status: number; body: Answer }> {
      const answer = await app.inject({ url, headers: { 'accept-language': language } });
      return { status: answer.statusCode, body: answer.json() as Answer };
    },

    /** The account's subscriptions to a product, newest first: by default five units of scan-pro by the month. */
    hold(productId: string, ...subscriptions: Partial<HeldSubscription>[]): void {
      held.set(productId, {
        subscriptions: subscriptions.map((one, index) => ({
          id: index + 1,
          planId: 'scan-pro',
          pricePlanId: 'scan-pro-monthly',
          quantity: 5,
          additionalQuantities: {},
          addonQuantities: {},
          status: 1,
          statusTitle: 'subscription.active',
          cancelAt: null,
          endedAt: null,
          expirationDate: new Date('2027-06-01T00:00:00Z'),
          trial: false,
          paymentFailed: null,
          devicesInUse: 3,
          isUnpaid: false,
          ...one,
        })),
      });
    },

    /** Signs in an owner who has nothing, with the example catalog applied. */
    async reset(): Promise<void> {
      portal.session = owner;
      held.clear();
      forProducts.mockClear();
      await apply(exampleCatalog);
    },
  };
  app.findSession = async () => portal.session;
  for (const route of routes) route.bind(app);
  return portal;
}
