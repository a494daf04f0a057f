import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { bindHistoryRoute, createDemonstrationHistory, type DemonstrationHistory } from './demonstration/history.ts';
import { installAdmission } from './http/admission.ts';
import { registerApiDocumentation } from './http/api-documentation.ts';
import { type CreateDevelopmentWeb, installDevelopmentWeb } from './http/development.ts';
import { registerHealth } from './http/health.ts';
import { installHostCheck } from './http/host-check.ts';
import { registerSandboxProxy } from './http/sandbox-proxy.ts';
import { installSecurityHeaders } from './http/security-headers.ts';
import { createHttpServer } from './http/server.ts';
import { registerStaticFiles } from './http/static-files.ts';
import type { JobDefinition } from './jobs/queue.ts';
import { createAudit, installRefusalAudit } from './modules/audit/index.ts';
import { cardsModule } from './modules/cards/index.ts';
import { catalogModule, createCatalog, linkedOrigins, switcherProducts } from './modules/catalog/index.ts';
import { couponsModule } from './modules/coupons/index.ts';
import { customersModule } from './modules/customers/index.ts';
import { hasOpenInvoice, invoicesModule } from './modules/invoices/index.ts';
import { legalModule } from './modules/legal/index.ts';
import { mirrorModule } from './modules/mirror/index.ts';
import { operationsModule } from './modules/operations/index.ts';
import { createPages, createRenderSignIn, pagesModule } from './modules/pages/index.ts';
import { paymentsModule } from './modules/payments/index.ts';
import type { PortalModule } from './modules/portal-module.ts';
import { purchaseModule } from './modules/purchase/index.ts';
import { sandboxModule } from './modules/sandbox/index.ts';
import { installSessions, sessionModule } from './modules/session/index.ts';
import {
  createAccountHoldings,
  followMirror,
  listCardsInUse,
  subscriptionsModule,
} from './modules/subscriptions/index.ts';
import { usersModule } from './modules/users/index.ts';
import { createOperations, type Operations, operationJob, registerOperations } from './operations/index.ts';
import { createGateway, type Gateway, registerWebhook, type StripeClient } from './stripe/index.ts';
import { createSandboxControl } from './stripe/sandbox-control.ts';
import { sandboxKeys } from './stripe/sandbox-host.ts';
import { version } from './version.ts';

export interface AppOptions {
  readonly config: Config;
  readonly database: Database;
  readonly logger: Logger;
  readonly stripe: {
    readonly client: StripeClient;
    readonly publishableKey: string;
    /** Empty closes the webhook. */
    readonly webhookSecret: string;
    /** The sandbox's API where there is one; its browser part is proxied on our origin. */
    readonly sandboxUrl: string | undefined;
  };
  readonly publicUrl: string;
  /** Whether the queue works; part of being ready. */
  readonly queueIsRunning: () => boolean;
  /** True while working on the web. */
  readonly development?: CreateDevelopmentWeb | undefined;
  /** The web's build; tests bring a small one. */
  readonly dist?: string;
}

export interface App {
  readonly http: FastifyInstance;
  readonly gateway: Gateway;
  readonly operations: Operations;
  readonly jobs: readonly JobDefinition<never>[];
  /** To be made once the portal listens; in demonstration mode only. */
  readonly history: DemonstrationHistory | undefined;
}

/** Queries that may wait for each connection before requests are refused: each of them then waits for some tenths of a second at most. */
const waitingPerConnection = 10;

const builtWeb = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** Puts the portal together: infrastructure first, then the modules in the order in which they use each other. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, database, logger, stripe, publicUrl, dist = builtWeb } = options;
  const http = await createHttpServer({
    logger,
    trustedProxies: config.trustedProxies,
    strictResponses: config.strictResponses,
  });
  const gateway = createGateway(database, stripe.client, logger);
  const operations = createOperations(database, logger);
  // The sandbox page is about the sandbox, and exists where everybody knows everybody's password anyway.
  const developedSandbox = config.mode === 'demo' ? stripe.sandboxUrl : undefined;
  const control =
    developedSandbox === undefined
      ? undefined
      : createSandboxControl({ url: developedSandbox, secretKey: sandboxKeys.secretKey });

  // What every request meets
  const web = await options.development?.(http.server);
  if (web) installDevelopmentWeb(http, web);
  installSecurityHeaders(http, () => publicUrl);
  if (config.mode === 'demo') installHostCheck(http, publicUrl);
  const { pool } = database;
  installAdmission(http, { waiting: () => pool.waitingCount, mayWait: waitingPerConnection * config.databasePoolSize });
  const audit = createAudit({ database, appSecret: config.appSecret });
  installRefusalAudit(http, audit);

  // Selling
  const catalog = createCatalog({ database });
  const infrastructure = { config, database, gateway, operations, catalog, audit, logger };
  const portal = { ...infrastructure, listCardsInUse, hasOpenInvoice };
  followMirror(portal);
  const modules: PortalModule[] = [
    catalogModule({ ...portal, holdings: createAccountHoldings(database), contactUrl: config.contactUrl }),
    customersModule(portal),
    cardsModule(portal),
    couponsModule(portal),
    purchaseModule(portal),
    subscriptionsModule(portal),
    invoicesModule(portal),
    paymentsModule(portal),
    operationsModule(portal),
    usersModule(portal),
    legalModule(config),
    mirrorModule(portal),
    ...(control ? [sandboxModule({ control, refresh: gateway.mirror.refresh })] : []),
  ];

  const history = control && createDemonstrationHistory({ ...portal, control });

  // Who is there, and what they see
  const productOrigins = async () => linkedOrigins(await catalog.findProducts());
  const sessions = installSessions(http, {
    database,
    config,
    audit,
    publicUrl: () => publicUrl,
    linkedOrigins: productOrigins,
  });
  const pages = createPages({
    database,
    config,
    sessions,
    stripe: {
      publishableKey: stripe.publishableKey,
      scriptUrl: stripe.sandboxUrl ? '/stripe-sandbox/stripe.js' : 'https://js.stripe.com/endive/stripe.js',
    },
    hasSandboxPage: developedSandbox !== undefined,
    historyPercent: (session) => history?.percentFor(session) ?? null,
    switcherProducts: async (session, locale) =>
      session ? switcherProducts(await catalog.findProducts(), locale) : [],
    version,
    dist,
    ...(web && { developmentDocument: web.document }),
    realStripe: stripe.sandboxUrl === undefined,
    publicUrl: () => publicUrl,
    linkedOrigins: productOrigins,
  });

  modules.push(
    sessionModule({ database, sessions, renderSignIn: createRenderSignIn(pages) }),
    pagesModule({ pages, sessions, hasSandboxPage: developedSandbox !== undefined }),
  );

  // Routes
  registerHealth(http, { database, queueIsRunning: options.queueIsRunning });
  registerApiDocumentation(http, version);
  for (const { routes = [], operations: kinds = [] } of modules) {
    for (const route of routes) route.bind(http);
    registerOperations(operations, kinds);
  }
  await registerWebhook(http, {
    database,
    client: stripe.client,
    secret: stripe.webhookSecret,
    livemode: stripe.publishableKey.startsWith('pk_live_'),
  });
  if (stripe.sandboxUrl)
    await registerSandboxProxy(http, { sandboxUrl: stripe.sandboxUrl, publishableKey: stripe.publishableKey });
  if (history) bindHistoryRoute(http, history);
  await registerStaticFiles(http, dist);

  return {
    http,
    gateway,
    operations,
    jobs: [operationJob(operations), ...modules.flatMap(({ jobs = [] }) => jobs)] as readonly JobDefinition<never>[],
    history,
  };
}
