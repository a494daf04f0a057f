import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import {
  type Audit,
  createAudit,
  findBrand,
  findDefaults,
  findMailReader,
  installRefusalAudit,
} from '../src/accounts/index.ts';
import { createCatalog } from '../src/catalog/index.ts';
import type { Config } from '../src/core/config.ts';
import type { Database } from '../src/core/db/database.ts';
import { createFindSharedFile } from '../src/core/http/built-files.ts';
import { installSecurityHeaders } from '../src/core/http/security-headers.ts';
import { createHttpServer } from '../src/core/http/server.ts';
import { registerStaticFiles } from '../src/core/http/static-files.ts';
import { createMail, type Mail } from '../src/core/mail/index.ts';
import { externalLoginsModule } from '../src/identity/external-logins/external-logins.routes.ts';
import {
  createNotices,
  createRegistry,
  createSsoNotices,
  hasExternalLogins,
  hasPasskeys,
  installSessions,
  mayBeOffered,
  type ProviderRegistry,
  type Sessions,
  secondFactorSessions,
} from '../src/identity/index.ts';
import { passkeysModule } from '../src/identity/passkeys/passkeys.routes.ts';
import { secondFactorModule } from '../src/identity/second-factor/second-factor.routes.ts';
import { sessionModule } from '../src/identity/session/session.routes.ts';
import { singleSignOnModule } from '../src/identity/single-sign-on/single-sign-on.routes.ts';
import { describeSignUp, hasFirstSteps, rememberIdentityForSignUp, remindToConfirm } from '../src/onboarding/index.ts';
import { createPages, createRenderSignIn, type PagesDependencies } from '../src/site/index.ts';
import { legalModule } from '../src/site/legal/legal.routes.ts';
import { pagesModule } from '../src/site/pages/pages.routes.ts';
import { writeTestDist } from './web-dist.ts';

export interface TestPortalOptions {
  readonly publicUrl?: string;
  readonly trustedProxies?: readonly string[];
  readonly linkedOrigins?: readonly string[];
  readonly signOutProducts?: readonly { id: string; name: string; url: string }[];
  readonly features?: Config['features'];
  readonly mode?: Config['mode'];
  readonly realStripe?: boolean;
  readonly appSecret?: string;
  readonly legalDir?: string;
  readonly dist?: string;
  readonly developmentDocument?: PagesDependencies['developmentDocument'];
  readonly logger?: Logger;
  /** Providers of external logins. */
  readonly providers?: ProviderRegistry;
  /** Origins of identity providers that may be private or without TLS. */
  readonly privateOrigins?: readonly string[];
  readonly accountProviders?: Partial<Config['accountProviders']>;
  /** Registers further routes. */
  readonly extend?: (
    app: FastifyInstance,
    parts: { audit: Audit; mail: Mail; sessions: Sessions },
  ) => Promise<void> | void;
}

/** Sign-in, pages and legal texts, without the rest of the portal and with a minimal web build. */
export async function createTestPortal(database: Database, options: TestPortalOptions = {}): Promise<FastifyInstance> {
  const {
    publicUrl = 'http://localhost:3000',
    trustedProxies = [],
    linkedOrigins = ['https://scan.veriscan.example'],
    features = ['customerAdmin', 'billing'],
    mode = 'demo',
    realStripe = false,
    appSecret = 'a secret of the tests, long enough',
    legalDir,
    developmentDocument,
    dist = writeTestDist(),
    logger = pino({ level: 'silent' }),
    providers = createRegistry([]),
    signOutProducts = [],
    privateOrigins = [],
    extend,
  } = options;
  const accountProviders = {
    entraAuthority: 'https://login.microsoftonline.com/{tenantId}/v2.0',
    oktaAuthority: 'https://{domain}.okta.com',
    nameServers: [],
    ...options.accountProviders,
  };
  const app = await createHttpServer({ logger, trustedProxies, strictResponses: true });
  const audit = createAudit({ database, appSecret });
  installSecurityHeaders(app, () => publicUrl);
  installRefusalAudit(app, audit);
  const mail = createMail({
    database,
    logger,
    config: {
      mode,
      mail: { smtpUrl: undefined, sender: 'portal@vendor.example', replyTo: null },
      texts: { url: undefined, service: 'webhook', from: '' },
    },
    publicUrl,
    findBrand,
    findReader: findMailReader,
    readPdf: async () => null,
  });
  const signOnContext = {
    database,
    publicUrl,
    config: { appSecret, features, identityProviders: { google: undefined, privateOrigins }, accountProviders },
  };
  const ssoNotices = createSsoNotices(signOnContext);
  const sessions = installSessions(app, {
    ...signOnContext,
    mail,
    config: { ...signOnContext.config, mode },
    audit,
    linkedOrigins: async () => linkedOrigins,
    remindToConfirm: (userId) => remindToConfirm({ database, mail }, userId),
    sharesSignOut: async () => signOutProducts.length > 0,
  });
  const notices = createNotices({ publicUrl, providers });
  const pages = createPages({
    database,
    config: {
      mode,
      knowledgeBaseUrl: 'https://help.veriscan.example/',
      contactUrl: 'mailto:sales@veriscan.example',
    },
    sessions,
    stripe: { publishableKey: 'pk_test_portal', scriptUrl: '/stripe-sandbox/v3/stripe.js' },
    hasSandboxPage: mode === 'demo',
    hasOutbox: mode === 'demo',
    historyPercent: () => null,
    switcherProducts: async () => [],
    signOutProducts: async () => [...signOutProducts],
    version: '1.2506.5.4',
    dist,
    ...(developmentDocument && { developmentDocument }),
    realStripe,
    publicUrl: () => publicUrl,
    linkedOrigins: async () => linkedOrigins,
    identityOrigins: providers.all.map(({ origin }) => origin),
    externalProviders: providers.all.map(({ name, displayName }) => ({ name, displayName })),
    takeNotice: (request, reply) => ({ ...notices.take(request, reply), ...ssoNotices.take(request, reply) }),
    describeSignUp: (request, state) =>
      describeSignUp(
        {
          database,
          catalog: createCatalog({ database }),
          config: { captcha: { kind: 'none' } },
          sessions,
          providers,
          publicUrl,
        },
        request,
        state,
      ),
    offersPasskey: (session) => mayBeOffered(database.query, session),
    hasFirstSteps: (session) => hasFirstSteps({ database }, session),
  });
  const waysIn = { database, audit, mail, publicUrl, sessions, config: { appSecret, mode } };
  const modules = [
    sessionModule({ database, sessions, renderSignIn: createRenderSignIn(pages) }),
    passkeysModule({ ...waysIn, hasExternalLogins }),
    externalLoginsModule({
      ...waysIn,
      providers,
      notices,
      rememberIdentityForSignUp: (reply, identity) =>
        rememberIdentityForSignUp({ database, publicUrl }, reply, identity),
    }),
    singleSignOnModule({
      ...signOnContext,
      audit,
      mail,
      sessions,
      notices: ssoNotices,
      catalog: createCatalog({ database }),
      findDefaults,
    }),
    secondFactorModule({
      database,
      audit,
      mail,
      config: { appSecret, mode },
      hasPasskeys,
      sessions: secondFactorSessions,
      writeRenewed: sessions.writeRenewed,
    }),
    legalModule({ database, audit, mail, legalDir, auditRetentionDays: 400 }),
    pagesModule({ pages, sessions, hasSandboxPage: mode === 'demo', hasOutbox: mode === 'demo' }),
  ];
  for (const route of modules.flatMap(({ routes = [] }) => routes)) route.bind(app);
  await extend?.(app, { audit, mail, sessions });
  await registerStaticFiles(app, dist, createFindSharedFile(database));
  await app.ready();
  return app;
}

/** Stores its input, for tests that read the log. */
export class MemoryLog extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}
