import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  accountSettingsModule,
  accountsModule,
  auditModule,
  companiesModule,
  defaultPermissionsModule,
  findAccountSettings,
  findContact,
  findDefaults,
  installRefusalAudit,
  linksModule,
  listBuyers,
  userReportModule,
  usersModule,
} from './accounts/index.ts';
import { createPortalContext, type PortalContext } from './app/context.ts';
import { type Documents, installDocuments } from './app/documents.ts';
import { type AppOptions, builtWeb, devPages, hasSandboxPage } from './app/options.ts';
import { planHolders } from './app/plan-holders.queries.ts';
import {
  assertCouponFits,
  billingDetailsModule,
  billingOverviewsModule,
  cancellationOffersModule,
  cancellationReasonsModule,
  cardsModule,
  couponsModule,
  createAccountHoldings,
  customersModule,
  followMirror,
  invoicesModule,
  operationsModule,
  paymentsModule,
  purchaseModule,
  subscriptionsModule,
  trialModule,
} from './billing/index.ts';
import { catalogModule } from './catalog/index.ts';
import type { Queryable } from './core/db/database.ts';
import { installAdmission } from './core/http/admission.ts';
import { registerApiDocumentation } from './core/http/api-documentation.ts';
import { type DevelopmentWeb, installDevelopmentWeb } from './core/http/development.ts';
import { registerHealth } from './core/http/health.ts';
import { installHostCheck } from './core/http/host-check.ts';
import { registerSandboxProxy } from './core/http/sandbox-proxy.ts';
import { installSecurityHeaders } from './core/http/security-headers.ts';
import { createHttpServer } from './core/http/server.ts';
import { registerStaticFiles } from './core/http/static-files.ts';
import type { JobDefinition } from './core/jobs/queue.ts';
import { type Operations, operationJob, registerOperations } from './core/operations/index.ts';
import type { PortalModule } from './core/portal-module.ts';
import {
  createSandboxControl,
  type Gateway,
  registerWebhook,
  type SandboxControl,
  sandboxKeys,
} from './core/stripe/index.ts';
import { version } from './core/version.ts';
import { createDemonstrationHistory, type DemonstrationHistory, demonstrationModule } from './demonstration/history.ts';
import {
  actingModule,
  endSessionsOf,
  externalLoginsModule,
  externalProvidersModule,
  hasBreakGlassCode,
  invitationsModule,
  inviteUser,
  makeBreakGlassCode,
  passkeysModule,
  profileModule,
  removeSecondFactors,
  secondFactorModule,
  secondFactorSessions,
  sessionModule,
  signOnOf,
  singleSignOnModule,
  userImportsModule,
} from './identity/index.ts';
import {
  deliveryModule,
  devicesModule,
  licensesModule,
  licensingModule,
  offlineRequestsModule,
  ordersModule,
  productDashboardsModule,
  productTokensModule,
  provideKey,
} from './licensing/index.ts';
import {
  attentionModule,
  billingRecipientsModule,
  expiryNoticesModule,
  latePaymentsModule,
  listNoticeContacts,
} from './notices/index.ts';
import { firstStepsModule, keepIdentity, type SignUpIdentity, signUpModule } from './onboarding/index.ts';
import {
  accountOverviewsModule,
  cockpitModule,
  healthModule,
  mailModule,
  mirrorModule,
  operatorSearchModule,
  operatorsModule,
  sandboxModule,
} from './operators/index.ts';
import { createRenderSignIn, createRenderSignUp, legalModule, pagesModule } from './site/index.ts';

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

/** How many queries for each connection may be ahead of a request's own. They take some tenths of a second. */
const waitingPerConnection = 10;

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
    waitingBefore: database.waitingBefore,
    mayWait: waitingPerConnection * config.databasePoolSize,
  });
  return web;
}

/** Whether an account's owner is mailed when the vendor's staff act as one of its users (ACC-11). */
const wantsActingMail = async (on: Queryable, accountId: number) =>
  (await findAccountSettings(on, accountId)).notifyActing;

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
  const { sessions, pages } = documents;
  return [
    { jobs: [operationJob(operations) as JobDefinition<never>, ...portal.mail.jobs] },
    mirrorModule(portal),
    mailModule(portal),
    catalogModule({
      ...portal,
      ...planHolders,
      holdings: createAccountHoldings(database, portal),
      listBuyers,
      findContact: (on, companyId) => findContact(on, companyId, config),
    }),
    customersModule(portal),
    deliveryModule(portal),
    cardsModule(portal),
    billingDetailsModule(portal),
    billingRecipientsModule(portal),
    couponsModule({
      ...portal,
      assertCouponFits: (asking, ...selected) => assertCouponFits({ ...portal, ...asking }, ...selected),
    }),
    purchaseModule(portal),
    subscriptionsModule(portal),
    cancellationReasonsModule(portal),
    cancellationOffersModule(portal),
    invoicesModule(portal),
    attentionModule(portal),
    billingOverviewsModule(portal),
    trialModule(portal),
    firstStepsModule(portal),
    paymentsModule(portal),
    latePaymentsModule(portal),
    productTokensModule({ ...portal, holdings: createAccountHoldings(database, portal) }),
    ...listLicensing(portal),
    operationsModule(portal),
    operatorSearchModule(portal),
    ordersModule(portal),
    accountsModule(portal),
    accountOverviewsModule(portal),
    companiesModule(portal),
    cockpitModule(portal),
    healthModule(portal),
    operatorsModule(portal),
    usersModule({ ...portal, findDefaults, endSessionsOf, removeSecondFactors, inviteUser }),
    actingModule({ ...portal, sessions, wantsActingMail }),
    accountSettingsModule(portal),
    auditModule(portal),
    userReportModule(portal),
    userImportsModule(portal),
    invitationsModule(portal),
    defaultPermissionsModule(portal),
    linksModule(portal),
    legalModule(config),
    profileModule({ ...portal, sessions }),
    ...listWaysIn(portal, documents),
    pagesModule({ pages, sessions, ...devPages(options) }),
    ...(control ? [sandboxModule({ control, refresh: gateway.mirror.refresh })] : []),
    ...(history ? [demonstrationModule(history)] : []),
  ];
}

/** The modules of licenses, of what products report of them, and of what tells in time that they end. */
function listLicensing(portal: PortalContext): readonly PortalModule[] {
  return [
    licensesModule(portal),
    devicesModule(portal),
    offlineRequestsModule(portal),
    productDashboardsModule(portal),
    expiryNoticesModule({ ...portal, listNoticeContacts }),
    licensingModule(portal),
  ];
}

/** The modules by which people get in. */
function listWaysIn(
  portal: PortalContext,
  { sessions, pages, notices, ssoNotices }: Documents,
): readonly PortalModule[] {
  const externalLogins = {
    ...portal,
    sessions,
    notices,
    keepSignUpIdentity: (reply: FastifyReply, identity: SignUpIdentity) => keepIdentity(portal, reply, identity),
  };
  return [
    passkeysModule({ ...portal, sessions }),
    externalLoginsModule(externalLogins),
    externalProvidersModule({
      ...portal,
      holdings: createAccountHoldings(portal.database, portal),
      hasBreakGlassCode,
      makeBreakGlassCode: (asking) => makeBreakGlassCode({ ...portal, ...asking }),
    }),
    singleSignOnModule({ ...portal, findDefaults, sessions, notices: ssoNotices }),
    signUpModule({ ...portal, ...signOnOf(portal), sessions, externalLogins, renderForm: createRenderSignUp(pages) }),
    sessionModule({ database: portal.database, sessions, renderSignIn: createRenderSignIn(pages) }),
    secondFactorModule({ ...portal, sessions: secondFactorSessions, writeRenewed: sessions.writeRenewed }),
  ];
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
