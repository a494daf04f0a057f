import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import type { Config } from '../src/config.ts';
import type { Database } from '../src/db/database.ts';
import { installSecurityHeaders } from '../src/http/security-headers.ts';
import { createHttpServer } from '../src/http/server.ts';
import { registerStaticFiles } from '../src/http/static-files.ts';
import { migrateQueue } from '../src/jobs/queue.ts';
import { createMail, type Mail } from '../src/mail/index.ts';
import { findMailTimeZone } from '../src/modules/account-settings/index.ts';
import { findBrand } from '../src/modules/accounts/index.ts';
import { type Audit, createAudit, installRefusalAudit } from '../src/modules/audit/index.ts';
import {
  createNotices,
  createRegistry,
  externalLoginsModule,
  hasExternalLogins,
  type ProviderRegistry,
} from '../src/modules/external-logins/index.ts';
import { legalModule } from '../src/modules/legal/index.ts';
import { createPages, createRenderSignIn, type PagesDependencies, pagesModule } from '../src/modules/pages/index.ts';
import { mayBeOffered, passkeysModule, hasPasskeys as userHasPasskeys } from '../src/modules/passkeys/index.ts';
import { secondFactorModule } from '../src/modules/second-factor/index.ts';
import { installSessions, type Sessions, secondFactorSessions, sessionModule } from '../src/modules/session/index.ts';
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
  /** Stands in for the passkeys that are there. */
  readonly hasPasskeys?: typeof userHasPasskeys;
  /** Providers of accounts elsewhere. */
  readonly providers?: ProviderRegistry;
  /** Binds further routes. */
  readonly extend?: (
    app: FastifyInstance,
    parts: { audit: Audit; mail: Mail; sessions: Sessions },
  ) => Promise<void> | void;
}

/** Signing in, pages and legal texts, without the rest of the portal and with a web build in miniature. */
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
    hasPasskeys = userHasPasskeys,
    providers = createRegistry([]),
    signOutProducts = [],
    extend,
  } = options;
  const app = await createHttpServer({ logger, trustedProxies, strictResponses: true });
  const audit = createAudit({ database, appSecret });
  installSecurityHeaders(app, () => publicUrl);
  installRefusalAudit(app, audit);
  await migrateQueue(database.pool);
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
    findTimeZone: findMailTimeZone,
  });
  const sessions = installSessions(app, {
    database,
    mail,
    hasPasskeys,
    config: { appSecret, features, mode },
    audit,
    publicUrl: () => publicUrl,
    linkedOrigins: async () => linkedOrigins,
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
    takeNotice: notices.take,
    offersPasskey: (session) => mayBeOffered(database.query, session),
  });
  const waysIn = { database, audit, mail, publicUrl, sessions, config: { appSecret, mode } };
  const modules = [
    sessionModule({ database, sessions, renderSignIn: createRenderSignIn(pages) }),
    passkeysModule({ ...waysIn, hasExternalLogins }),
    externalLoginsModule({ ...waysIn, providers, notices }),
    secondFactorModule({
      database,
      audit,
      mail,
      config: { appSecret, mode },
      hasPasskeys,
      sessions: secondFactorSessions,
      writeRenewed: sessions.writeRenewed,
    }),
    legalModule({ legalDir }),
    pagesModule({ pages, sessions, hasSandboxPage: mode === 'demo', hasOutbox: mode === 'demo' }),
  ];
  for (const route of modules.flatMap(({ routes = [] }) => routes)) route.bind(app);
  await extend?.(app, { audit, mail, sessions });
  await registerStaticFiles(app, dist);
  await app.ready();
  return app;
}

/** Keeps what is written to it, for tests that look into the log. */
export class MemoryLog extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}
