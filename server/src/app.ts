import type { FastifyInstance } from 'fastify';
import { accountsDomain, installRefusalAudit } from './accounts/index.ts';
import { type Documents, installDocuments } from './app/documents.ts';
import { createInfrastructure, type Infrastructure } from './app/infrastructure.ts';
import { type AppOptions, builtWeb, devPages, hasSandboxPage } from './app/options.ts';
import { fillPorts } from './app/ports.ts';
import { billingDomain, createBillingContext } from './billing/index.ts';
import { catalogDomain, compareWithStripeSoon } from './catalog/index.ts';
import { forgetUntrustedProxy, recordUntrustedProxy } from './core/db/untrusted-proxies.ts';
import { installAdmission } from './core/http/admission.ts';
import { registerApiDocumentation } from './core/http/api-documentation.ts';
import { builtFilesJob, createFindSharedFile, shareBuiltFiles } from './core/http/built-files.ts';
import { type DevelopmentWeb, installDevelopmentWeb } from './core/http/development.ts';
import { registerHealth } from './core/http/health.ts';
import { installHostCheck } from './core/http/host-check.ts';
import { registerSandboxProxy } from './core/http/sandbox-proxy.ts';
import { installSecurityHeaders } from './core/http/security-headers.ts';
import { createHttpServer } from './core/http/server.ts';
import { registerStaticFiles } from './core/http/static-files.ts';
import { watchForUntrustedProxies } from './core/http/untrusted-proxies.ts';
import type { JobDefinition } from './core/jobs/queue.ts';
import { type Operations, operationJob, operationRetentionJob, registerOperations } from './core/operations/index.ts';
import type { PortalModule } from './core/portal-module.ts';
import {
  createSandboxControl,
  type Gateway,
  installRefusalReports,
  registerWebhook,
  type SandboxControl,
  sandboxKeys,
} from './core/stripe/index.ts';
import { version } from './core/version.ts';
import type { DemonstrationHistory } from './demonstration/history.ts';
import { createSignOnPorts, identityDomain } from './identity/index.ts';
import { createLicensingContext, licensingDomain, provideKey } from './licensing/index.ts';
import { noticesDomain } from './notices/index.ts';
import { onboardingDomain } from './onboarding/index.ts';
import { operatorsDomain } from './operators/index.ts';
import { createRenderSignIn, createRenderSignUp, siteDomain } from './site/index.ts';

export interface App {
  readonly http: FastifyInstance;
  readonly gateway: Gateway;
  readonly operations: Operations;
  readonly jobs: readonly JobDefinition<never>[];
  /** Creates what must exist before the first request: the key that signs license files, and stored built files. */
  readonly prepare: () => Promise<void>;
  /** The history that is generated after the portal listens; in demo mode only. */
  readonly history: DemonstrationHistory | undefined;
}

/** The infrastructure and the filled ports. Each domain builds its own context from them. */
export type Portal = Infrastructure & ReturnType<typeof fillPorts>;

/** Maximum number of queries per connection ahead of a request's own. Together they take some tenths of a second. */
const waitingPerConnection = 10;

/** Creates the portal: infrastructure first, then the modules, then the routes. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, database, logger, dist = builtWeb } = options;
  const http = await createHttpServer({
    logger,
    trustedProxies: config.trustedProxies,
    strictResponses: config.strictResponses,
  });
  const web = await installGuards(http, options);
  const infrastructure = createInfrastructure(options);
  const portal = { ...infrastructure, ...fillPorts(infrastructure) };
  installRefusalAudit(http, portal.audit);
  installRefusalReports(http, portal.database, compareWithStripeSoon);

  const control = openSandboxControl(options);
  const demonstration = control && (await loadHistory(portal, control));
  const history = demonstration?.history;
  const documents = installDocuments(http, portal, { options, web, history });
  const modules = [...listModules(portal, { options, documents, control }), ...(demonstration?.modules ?? [])];
  for (const { operations = [] } of modules) registerOperations(portal.operations, operations);
  await registerRoutes(http, options, modules);
  return {
    http,
    gateway: portal.gateway,
    operations: portal.operations,
    jobs: modules.flatMap(({ jobs = [] }) => jobs),
    prepare: async () => {
      await provideKey(portal);
      await forgetUntrustedProxy(database.query);
      await shareBuiltFiles(database.query, dist).catch((error) =>
        logger.warn(
          { err: error },
          'the built files are not stored, so processes of other versions cannot answer them',
        ),
      );
    },
    history,
  };
}

/** Installs what every request passes before its route. @returns the development server of the web, if there is one */
async function installGuards(http: FastifyInstance, options: AppOptions): Promise<DevelopmentWeb | undefined> {
  const { config, database, publicUrl } = options;
  watchForUntrustedProxies(http, (neighbor) => recordUntrustedProxy(database.query, neighbor));
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

function openSandboxControl(options: AppOptions): SandboxControl | undefined {
  const { sandboxUrl } = options.stripe;
  if (sandboxUrl === undefined || !hasSandboxPage(options)) return undefined;
  return createSandboxControl({ url: sandboxUrl, secretKey: sandboxKeys.secretKey });
}

/** The demonstration's history and its module. It is loaded on demand, because the production image has no demonstration (RUN-22). */
async function loadHistory(portal: Portal, control: SandboxControl) {
  const { createDemonstrationHistory, demonstrationModule } = await import('./demonstration/history.ts');
  const history = createDemonstrationHistory({ ...createLicensingContext(createBillingContext(portal)), control });
  return { history, modules: [demonstrationModule(history)] };
}

/** The modules of all domains, from the lowest level up. */
function listModules(
  portal: Portal,
  parts: {
    options: AppOptions;
    documents: Documents;
    control: SandboxControl | undefined;
  },
): readonly PortalModule[] {
  const { options, documents, control } = parts;
  const { pages } = documents;
  const context = { ...portal, ...documents, control };
  return [
    {
      jobs: [
        operationJob(portal.operations) as JobDefinition<never>,
        operationRetentionJob(portal.operations),
        builtFilesJob(portal.database, options.dist ?? builtWeb),
        ...portal.mail.jobs,
      ],
    },
    ...accountsDomain(context),
    ...catalogDomain(context),
    ...identityDomain({ ...context, renderSignIn: createRenderSignIn(pages) }),
    ...billingDomain(context),
    ...licensingDomain(context),
    ...noticesDomain(context),
    ...onboardingDomain({
      ...context,
      ...createSignOnPorts(portal),
      externalLogins: context,
      renderForm: createRenderSignUp(pages),
    }),
    ...operatorsDomain(context),
    ...siteDomain({ ...context, ...devPages(options) }),
  ];
}

/** Registers the routes of the modules, and the routes that belong to no module. */
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
  await registerStaticFiles(http, dist, createFindSharedFile(database));
}
