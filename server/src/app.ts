import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Database, Queryable } from './db/database.ts';
import { createDemonstrationHistory, type DemonstrationHistory, demonstrationModule } from './demonstration/history.ts';
import { installAdmission } from './http/admission.ts';
import { registerApiDocumentation } from './http/api-documentation.ts';
import { type CreateDevelopmentWeb, type DevelopmentWeb, installDevelopmentWeb } from './http/development.ts';
import { registerHealth } from './http/health.ts';
import { installHostCheck } from './http/host-check.ts';
import { registerSandboxProxy } from './http/sandbox-proxy.ts';
import { installSecurityHeaders } from './http/security-headers.ts';
import { createHttpServer } from './http/server.ts';
import { registerStaticFiles } from './http/static-files.ts';
import type { JobDefinition } from './jobs/queue.ts';
import { createMail } from './mail/index.ts';
import { accountOverviewsModule } from './modules/account-overviews/index.ts';
import { accountSettingsModule } from './modules/account-settings/index.ts';
import { accountsModule, findAccountSettings, findCompany } from './modules/accounts/index.ts';
import { actingModule } from './modules/acting/index.ts';
import { attentionModule, billingFacts } from './modules/attention/index.ts';
import { auditModule, createAudit, installRefusalAudit } from './modules/audit/index.ts';
import { cardsModule } from './modules/cards/index.ts';
import { catalogModule, createCatalog, linkedOrigins, switcherProducts } from './modules/catalog/index.ts';
import { cockpitModule } from './modules/cockpit/index.ts';
import { couponsModule } from './modules/coupons/index.ts';
import { customersModule } from './modules/customers/index.ts';
import { defaultPermissionsModule, findDefaults } from './modules/default-permissions/index.ts';
import { deliver, deliverOrder, deliveryModule } from './modules/delivery/index.ts';
import { devicesModule, licenseDevices } from './modules/devices/index.ts';
import {
  configuredProviders,
  createNotices,
  externalLoginsModule,
  hasExternalLogins,
  type Notices,
} from './modules/external-logins/index.ts';
import { healthModule } from './modules/health/index.ts';
import { invitationsModule } from './modules/invitations/index.ts';
import { hasOpenInvoice, invoicesModule } from './modules/invoices/index.ts';
import { legalModule } from './modules/legal/index.ts';
import { findDevicesInUse, findLicenses, findSeats, licensesModule, provideKey } from './modules/licenses/index.ts';
import { linksModule } from './modules/links/index.ts';
import { mailModule } from './modules/mail/index.ts';
import { mirrorModule } from './modules/mirror/index.ts';
import { operationsModule } from './modules/operations/index.ts';
import { operatorSearchModule } from './modules/operator-search/index.ts';
import { operatorsModule } from './modules/operators/index.ts';
import { ordersModule } from './modules/orders/index.ts';
import { createPages, createRenderSignIn, pagesModule } from './modules/pages/index.ts';
import { hasPasskeys, mayBeOffered, passkeysModule } from './modules/passkeys/index.ts';
import { findPaidWith, paymentsModule } from './modules/payments/index.ts';
import type { PortalModule } from './modules/portal-module.ts';
import { inviteUser, profileModule } from './modules/profile/index.ts';
import { assertCouponFits, purchaseModule } from './modules/purchase/index.ts';
import { sandboxModule } from './modules/sandbox/index.ts';
import { findSecondFactorUsers, removeSecondFactors, secondFactorModule } from './modules/second-factor/index.ts';
import {
  endSessionsOf,
  endSessionsOfAccount,
  installSessions,
  type Sessions,
  secondFactorSessions,
  sessionModule,
} from './modules/session/index.ts';
import {
  createAccountHoldings,
  followMirror,
  listCardUses,
  subscriptionsModule,
} from './modules/subscriptions/index.ts';
import { trialModule } from './modules/trial/index.ts';
import { userImportsModule } from './modules/user-imports/index.ts';
import {
  findUserNames,
  hasOperators,
  listBuyers,
  nameUsers,
  userReportModule,
  usersModule,
} from './modules/users/index.ts';
import { createOperations, type Operations, operationJob, registerOperations } from './operations/index.ts';
import {
  createGateway,
  createSandboxControl,
  type Gateway,
  registerWebhook,
  type SandboxControl,
  type StripeClient,
  sandboxKeys,
} from './stripe/index.ts';
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
    /** The sandbox's API, where there is one. Its browser part is proxied on the portal's origin. */
    readonly sandboxUrl: string | undefined;
  };
  readonly publicUrl: string;
  /** Whether the queue runs; part of readiness. */
  readonly queueIsRunning: () => boolean;
  /** Serves the web's sources; only while working on the web. */
  readonly development?: CreateDevelopmentWeb | undefined;
  /** The web's build. Tests pass a small one. */
  readonly dist?: string;
}

export interface App {
  readonly http: FastifyInstance;
  readonly gateway: Gateway;
  readonly operations: Operations;
  readonly jobs: readonly JobDefinition<never>[];
  /** Makes what a first start needs before requests are taken: the key that signs license files. */
  readonly prepare: () => Promise<void>;
  /** The history that is made once the portal listens; in demo mode only. */
  readonly history: DemonstrationHistory | undefined;
}

/** Queries that may wait for each connection before requests are refused. Each of them then waits for some tenths of a second at most. */
const waitingPerConnection = 10;

const builtWeb = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** Puts the portal together: infrastructure first, then the modules, then the routes. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, logger } = options;
  const http = await createHttpServer({
    logger,
    trustedProxies: config.trustedProxies,
    strictResponses: config.strictResponses,
  });
  const web = await installGuards(http, options);
  const portal = createPortalContext(options);
  installRefusalAudit(http, portal.audit);
  followMirror(portal);

  const control = openSandboxControl(options);
  const history = control && createDemonstrationHistory({ ...portal, control });
  const documents = installDocuments(http, portal, { options, web, history });
  const modules = listModules(portal, { options, documents, control, history });
  for (const { operations = [] } of modules) registerOperations(portal.operations, operations);
  await registerRoutes(http, options, modules);
  return {
    http,
    gateway: portal.gateway,
    operations: portal.operations,
    jobs: modules.flatMap(({ jobs = [] }) => jobs),
    prepare: async () => {
      await provideKey(portal);
    },
    history,
  };
}

/** Installs what every request passes before its route. @returns the development server of the web, where there is one. */
async function installGuards(http: FastifyInstance, options: AppOptions): Promise<DevelopmentWeb | undefined> {
  const { config, database, publicUrl } = options;
  const web = await options.development?.(http.server);
  if (web) installDevelopmentWeb(http, web);
  installSecurityHeaders(http, () => publicUrl);
  if (config.mode === 'demo') installHostCheck(http, publicUrl);
  installAdmission(http, {
    waiting: () => database.pool.waitingCount,
    mayWait: waitingPerConnection * config.databasePoolSize,
  });
  return web;
}

type PortalContext = ReturnType<typeof createPortalContext>;

/** The context of the modules: infrastructure, and what they take from each other as a dependency. */
function createPortalContext({ config, database, logger, stripe, publicUrl }: AppOptions) {
  return {
    config,
    database,
    logger,
    publicUrl,
    gateway: createGateway(database, stripe.client, logger),
    operations: createOperations(database, logger),
    audit: createAudit({ database, appSecret: config.appSecret }),
    mail: createMail({ config, database, logger, publicUrl, findBrand: (query, id) => findCompany({ query }, id) }),
    catalog: createCatalog({ database }),
    hasPasskeys,
    hasExternalLogins,
    nameUsers,
    auditRetentionDays: config.auditRetentionDays,
    providers: configuredProviders(config),
    listCardUses,
    hasOpenInvoice,
    findPaidWith,
    findDevicesInUse,
    findSeats,
    billingFacts,
    deliver,
    deliverOrder,
    findLicenseNumbers,
    accountPeople: { hasOperators, findUserNames, endSessionsOfAccount },
    devices: licenseDevices,
  };
}

/** Whether an account's owner is mailed when the vendor's staff act as one of its users (ACC-11). */
const wantsActingMail = async (on: Queryable, accountId: number) =>
  (await findAccountSettings(on, accountId)).notifyActing;

/** Orders come before licenses, so that they are given this. */
async function findLicenseNumbers(on: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const found = await findLicenses(on, ids);
  return new Map([...found].map(([id, { number }]) => [id, number]));
}

/** The sandbox has a page in demo mode only, where everybody knows everybody's password. */
function hasSandboxPage({ config, stripe }: AppOptions): boolean {
  return config.mode === 'demo' && stripe.sandboxUrl !== undefined;
}

/** The pages under /dev that exist here. */
function devPages(options: AppOptions) {
  return { hasSandboxPage: hasSandboxPage(options), hasOutbox: options.config.mode === 'demo' };
}

function openSandboxControl(options: AppOptions): SandboxControl | undefined {
  const { sandboxUrl } = options.stripe;
  if (sandboxUrl === undefined || !hasSandboxPage(options)) return undefined;
  return createSandboxControl({ url: sandboxUrl, secretKey: sandboxKeys.secretKey });
}

/** Every module with its routes, jobs and operations. A new module is a line here. */
function listModules(
  portal: PortalContext,
  parts: {
    options: AppOptions;
    documents: Documents;
    control: SandboxControl | undefined;
    history: DemonstrationHistory | undefined;
  },
): readonly PortalModule[] {
  const { config, database, gateway, operations } = portal;
  const { options, documents, control, history } = parts;
  const { sessions, pages, notices } = documents;
  return [
    { jobs: [operationJob(operations) as JobDefinition<never>, ...portal.mail.jobs] },
    mirrorModule(portal),
    mailModule(portal),
    catalogModule({
      ...portal,
      holdings: createAccountHoldings(database, portal),
      listBuyers,
      contactUrl: config.contactUrl,
    }),
    customersModule(portal),
    deliveryModule(portal),
    cardsModule(portal),
    couponsModule({
      ...portal,
      assertCouponFits: (asking, ...selected) => assertCouponFits({ ...portal, ...asking }, ...selected),
    }),
    purchaseModule(portal),
    subscriptionsModule(portal),
    invoicesModule(portal),
    attentionModule(portal),
    trialModule(portal),
    paymentsModule(portal),
    licensesModule(portal),
    devicesModule(portal),
    operationsModule(portal),
    operatorSearchModule(portal),
    ordersModule(portal),
    accountsModule(portal),
    accountOverviewsModule(portal),
    cockpitModule(portal),
    healthModule(portal),
    operatorsModule(portal),
    usersModule({ ...portal, findDefaults, endSessionsOf, findSecondFactorUsers, removeSecondFactors, inviteUser }),
    actingModule({ ...portal, sessions, wantsActingMail }),
    accountSettingsModule(portal),
    auditModule(portal),
    userReportModule(portal),
    userImportsModule(portal),
    invitationsModule(portal),
    defaultPermissionsModule(portal),
    linksModule(portal),
    legalModule(config),
    passkeysModule({ ...portal, sessions }),
    externalLoginsModule({ ...portal, sessions, notices }),
    profileModule({ ...portal, sessions }),
    sessionModule({ database, sessions, renderSignIn: createRenderSignIn(pages) }),
    secondFactorModule({ ...portal, sessions: secondFactorSessions, writeRenewed: sessions.writeRenewed }),
    pagesModule({ pages, sessions, ...devPages(options) }),
    ...(control ? [sandboxModule({ control, refresh: gateway.mirror.refresh })] : []),
    ...(history ? [demonstrationModule(history)] : []),
  ];
}

interface Documents {
  readonly sessions: Sessions;
  readonly notices: Notices;
  readonly pages: ReturnType<typeof createPages>;
}

/** Installs sessions, and prepares the documents that browsers load. */
function installDocuments(
  http: FastifyInstance,
  { database, config, audit, mail, hasPasskeys, providers, catalog }: PortalContext,
  from: { options: AppOptions; web: DevelopmentWeb | undefined; history: DemonstrationHistory | undefined },
): Documents {
  const { options, web, history } = from;
  const { stripe, dist = builtWeb } = options;
  const publicUrl = () => options.publicUrl;
  const productOrigins = async () => linkedOrigins(await catalog.findProducts());
  const sessions = installSessions(http, {
    database,
    config,
    audit,
    mail,
    hasPasskeys,
    publicUrl,
    linkedOrigins: productOrigins,
  });
  const notices = createNotices({ publicUrl: options.publicUrl, providers });
  const pages = createPages({
    database,
    config,
    sessions,
    stripe: {
      publishableKey: stripe.publishableKey,
      scriptUrl: stripe.sandboxUrl ? '/stripe-sandbox/stripe.js' : 'https://js.stripe.com/endive/stripe.js',
    },
    ...devPages(options),
    historyPercent: (session) => history?.percentFor(session) ?? null,
    switcherProducts: async (session, locale) =>
      session ? switcherProducts(await catalog.findProducts(), locale) : [],
    version,
    dist,
    ...(web && { developmentDocument: web.document }),
    realStripe: stripe.sandboxUrl === undefined,
    publicUrl,
    linkedOrigins: productOrigins,
    identityOrigins: providers.all.map(({ origin }) => origin),
    externalProviders: providers.all.map(({ name, displayName }) => ({ name, displayName })),
    takeNotice: notices.take,
    offersPasskey: (session) => mayBeOffered(database.query, session),
  });
  return { sessions, notices, pages };
}

/** Registers what the modules serve, and what belongs to none. */
async function registerRoutes(
  http: FastifyInstance,
  { database, stripe, queueIsRunning, dist = builtWeb }: AppOptions,
  modules: readonly PortalModule[],
): Promise<void> {
  registerHealth(http, { database, queueIsRunning });
  registerApiDocumentation(http, version);
  for (const { routes = [] } of modules) for (const route of routes) route.bind(http);
  await registerWebhook(http, {
    database,
    client: stripe.client,
    secret: stripe.webhookSecret,
    livemode: stripe.publishableKey.startsWith('pk_live_'),
  });
  if (stripe.sandboxUrl)
    await registerSandboxProxy(http, { sandboxUrl: stripe.sandboxUrl, publishableKey: stripe.publishableKey });
  await registerStaticFiles(http, dist);
}
