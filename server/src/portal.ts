import { freePort, startEmbeddedPostgres } from '@portico/postgres';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { findUnencryptedConnections } from './core/config/unencrypted.ts';
import type { Config } from './core/config.ts';
import { compareAppSecret } from './core/db/app-secret.ts';
import { type Database, openDatabase } from './core/db/database.ts';
import { claimDatabase } from './core/db/installation.ts';
import { lockDataDir } from './core/db/instance-lock.ts';
import { migrate } from './core/db/migrations.ts';
import { prepareClosing } from './core/http/closing.ts';
import type { CreateDevelopmentWeb } from './core/http/development.ts';
import { migrateQueue, type Queue, startQueue } from './core/jobs/queue.ts';
import { createLogger } from './core/logger.ts';
import { releaseStartupMemory } from './core/startup-memory.ts';
import { connectStripe, hasOwnSandbox, startSandbox } from './core/stripe/connect.ts';
import { claimProvider } from './core/stripe/provider.ts';
import { loadSandbox } from './core/stripe/sandbox-host.ts';
import type { DemonstrationHistory } from './demonstration/history.ts';

/** Another program listens on the portal's port. */
export class PortTakenError extends Error {}

/** Maximum milliseconds for active requests and jobs after SIGTERM (RUN-2). */
const shutdownMilliseconds = 10_000;

export interface Portal {
  readonly publicUrl: string;
  stop(): Promise<void>;
}

/**
 * Starts everything in order, and prints the address when the portal accepts requests (RUN-2). On SIGTERM or SIGINT, it finishes active work and
 * exits with 0. @throws EmbeddedPostgresError, DataDirInUseError, InstallationError, SandboxPortError, PortTakenError, with messages that say what to
 * do
 */
export async function startPortal(
  config: Config,
  options: { development?: CreateDevelopmentWeb } = {},
): Promise<Portal> {
  const opened = new AsyncDisposableStack();
  const stopping = new AbortController();
  const forcedExitActions: StartContext['forcedExitActions'] = [];
  const context: StartContext = {
    config,
    logger: createLogger(config.logLevel),
    opened,
    forcedExitActions,
    signal: stopping.signal,
  };
  // Everything is closed in reverse order, even if a later step fails.
  const stop = runOnce(() => opened.disposeAsync());
  const starting = open(context, options.development);
  stopOnSignals(context.logger, {
    stop: async () => {
      stopping.abort();
      await starting.catch(() => {});
      await stop();
    },
    runForcedExitActions: () => {
      for (const end of forcedExitActions) end();
    },
  });
  try {
    const { publicUrl, beginHistory } = await starting;
    await announce(config, publicUrl, context.logger);
    beginHistory();
    return { publicUrl, stop };
  } catch (error) {
    // The signal handler ends the process.
    if (stopping.signal.aborted) return new Promise<never>(() => {});
    await stop();
    throw error;
  }
}

/** The context of each step of a start. */
interface StartContext {
  readonly config: Config;
  readonly logger: Logger;
  /** Closed in reverse order when the portal stops. */
  readonly opened: AsyncDisposableStack;
  /** Called if the process ends before everything is closed. */
  readonly forcedExitActions: (() => void)[];
  /** Aborted if the portal is stopped during its start. */
  readonly signal: AbortSignal;
}

async function open(context: StartContext, development: CreateDevelopmentWeb | undefined) {
  const { config, logger, opened, signal } = context;
  const port = config.port || (await freePort());
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`;

  // Loading blocks the process, so it begins while PostgreSQL starts.
  let loading: Promise<typeof import('./app.ts')> | undefined;
  const load = () => {
    loading ??= import('./app.ts');
    loading.catch(() => {});
    if (hasOwnSandbox(config)) loadSandbox().catch(() => {});
    return loading;
  };
  const databaseUrl = config.databaseUrl ?? (await openEmbeddedPostgres(context, load));
  const database = openDatabase(databaseUrl, config.databasePoolSize, (error) =>
    logger.warn({ reason: error.message }, 'a database connection ended'),
  );
  opened.defer(() => database.close());
  signal.throwIfAborted();
  if (hasOwnSandbox(config)) await loadSandbox();
  await migrate(database.pool);
  // The database must be this portal's, before anything is written, even at the sandbox.
  await claimDatabase(database, config.mode === 'demo' ? 'demonstration' : 'production');
  await requireAppSecret(config, database);
  await claimProvider(database, config.stripe);
  const [sandbox] = await Promise.all([
    startSandbox(config, { databaseUrl, publicUrl, port, logger }).then((host) => {
      opened.defer(async () => host?.close());
      return host;
    }),
    migrateQueue(database.pool),
  ]);
  signal.throwIfAborted();
  const stripe = await connectStripe(config, sandbox, logger);
  if (config.mode === 'demo') await prepareDemonstration(config, database, stripe.client, logger);

  signal.throwIfAborted();
  let queue: Queue | undefined;
  const { createApp } = await load();
  const queueIsRunning = () => queue?.isRunning() ?? false;
  const app = await createApp({ config, database, logger, stripe, publicUrl, queueIsRunning, development });
  queue = await startQueue(database, app.jobs, logger);
  opened.defer(async () => queue?.stop());
  opened.defer(prepareClosing(app.http));
  await app.prepare();
  await app.history?.prepare();
  const history = createHistoryRunner(app.history);
  opened.defer(history.end);
  opened.defer(releaseStartupMemory(stripe.client));
  signal.throwIfAborted();
  await listen(app.http, config.host, port);
  const product = await startExample(config, database, publicUrl, logger);
  opened.defer(async () => product?.close());
  // The first start reads all objects of the Stripe account.
  await app.gateway.mirrorMaintenance.runs.ensureBackfilled();
  return { publicUrl, beginHistory: history.begin };
}

/** The database in DATA_DIR, which only one portal may use. @param onStarting called while the server starts */
async function openEmbeddedPostgres(
  { config, logger, opened, forcedExitActions }: StartContext,
  onStarting: () => void,
): Promise<string> {
  const lock = await lockDataDir(config.dataDir);
  opened.defer(() => lock.release());
  const embedded = await startEmbeddedPostgres(config.dataDir, {
    onStarting,
    onRestart: (event, error) => logger.error({ err: error }, `the embedded PostgreSQL ${event}`),
  });
  opened.defer(() => embedded.stop());
  forcedExitActions.push(embedded.tellToStop);
  return embedded.connectionString;
}

/** Generates the demo's history in the background. Users can sign in meanwhile. */
function createHistoryRunner(history: DemonstrationHistory | undefined) {
  const ending = new AbortController();
  const print = (line: string) => process.stdout.write(`${line}\n`);
  let running: Promise<void> | undefined;
  let printed = -25;
  const printProgress = (percent: number) => {
    if (percent < printed + 25 || percent === 100) return;
    printed = percent;
    print(`Making 14 months of history for Acme Security … ${percent} %`);
  };
  async function make(): Promise<void> {
    const begun = performance.now();
    if ((await history?.make(ending.signal, printProgress)) !== 'made') return;
    print(`The history is made (${((performance.now() - begun) / 1_000).toFixed(1)} s)`);
  }
  return {
    begin: () => {
      if (!ending.signal.aborted) running ??= make();
    },
    end: async () => {
      ending.abort();
      await running;
    },
  };
}

/** @throws InstallationError if the database was set up with another APP_SECRET (RUN-17) */
async function requireAppSecret({ appSecret }: Config, database: Database): Promise<void> {
  if (await compareAppSecret(database, appSecret)) return;
  // Loads two domains, so only the first start loads it.
  const { proveAppSecret } = await import('./app/secrets/first-check.ts');
  await proveAppSecret(database, appSecret);
  await compareAppSecret(database, appSecret);
}

async function listen(http: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await http.listen({ host, port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new PortTakenError(`Port ${port} is taken by another program. Choose another with PORT.`);
  }
}

async function prepareDemonstration(
  ...[config, database, client, logger]: [
    Config,
    Database,
    Parameters<typeof import('./demonstration/seed.ts').seedDemonstration>[2],
    Logger,
  ]
): Promise<void> {
  const { isDemonstrationReady, seedDemonstration } = await import('./demonstration/seed.ts');
  if (await isDemonstrationReady(database)) return;
  process.stdout.write('Making the demonstration …\n');
  await seedDemonstration(config, database, client, logger);
}

async function startExample(config: Config, database: Database, publicUrl: string, logger: Logger) {
  if (config.mode !== 'demo') return undefined;
  const { runExampleProduct } = await import('./demonstration/example-product.ts');
  return runExampleProduct({ config, database, publicUrl, logger });
}

/** Prints the address, and without Stripe keys that nobody is charged (RUN-5). */
async function announce(config: Config, publicUrl: string, logger: Logger): Promise<void> {
  const lines = [`Portico is ready at ${publicUrl}`];
  if (config.mode === 'production' && config.stripe.kind === 'sandbox') {
    logger.warn('payments go to the sandbox; nobody is charged');
    lines.push(
      '',
      'Payments go to the sandbox: nobody is charged.',
      'For a Stripe account set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET.',
    );
  }
  if (config.mode === 'production' && config.mail.smtpUrl === undefined) {
    logger.warn('mail is stored and not sent');
    lines.push('', 'Mail is stored and not sent, so nobody can confirm an address. Set SMTP_URL and MAIL_FROM.');
  }
  const unencrypted = findUnencryptedConnections(config);
  if (unencrypted.length > 0) {
    logger.warn({ connections: unencrypted }, 'connections to other hosts may be unencrypted');
    lines.push('', `Not encrypted: connections to other hosts for ${unencrypted.join(', ')}. See docs/operations.md.`);
  }
  if (config.mode === 'demo') {
    const { demonstrationPassword, demonstrationUsers } = await import('./accounts/index.ts');
    const { translate } = await import('./core/messages/index.ts');
    lines.push(
      '',
      'Sign in as',
      ...demonstrationUsers.map(({ email, label }) => `  ${email.padEnd(28)} ${translate('en', label)}`),
      `with the password ${demonstrationPassword}`,
    );
    if (config.stripe.kind === 'sandbox') {
      lines.push('', `As the operator you can let a month pass at the payment provider: ${publicUrl}/dev/stripe`);
    }
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Stops the process in order at the first signal, even during the start. Later signals are ignored. */
function stopOnSignals(
  logger: Logger,
  { stop, runForcedExitActions }: { readonly stop: () => Promise<void>; readonly runForcedExitActions: () => void },
): void {
  let isStopping = false;
  const exit = (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, 'stopping');
    // The sender of the signal may not wait longer. The next start resumes unfinished work.
    setTimeout(() => {
      logger.warn('exits before everything is closed');
      runForcedExitActions();
      process.exit(0);
    }, shutdownMilliseconds).unref();
    stop().then(
      () => process.exit(0),
      (error) => {
        logger.error({ err: error }, 'did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', exit);
  process.on('SIGINT', exit);
}

function runOnce(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}
