import { freePort, startEmbeddedPostgres } from '@portico/postgres';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from './core/config.ts';
import { type Database, openDatabase } from './core/db/database.ts';
import { claimDatabase } from './core/db/installation.ts';
import { lockDataDir } from './core/db/instance-lock.ts';
import { migrate } from './core/db/migrations.ts';
import { prepareClosing } from './core/http/closing.ts';
import type { CreateDevelopmentWeb } from './core/http/development.ts';
import { migrateQueue, type Queue, startQueue } from './core/jobs/queue.ts';
import { createLogger } from './core/logger.ts';
import { releaseStartupMemory } from './core/startup-memory.ts';
import type { StripeConnection } from './core/stripe/client.ts';
import { claimProvider } from './core/stripe/provider.ts';
import {
  loadSandbox,
  type SandboxHost,
  sandboxKeys,
  sandboxWebhookSecret,
  startSandboxHost,
} from './core/stripe/sandbox-host.ts';
import type { DemonstrationHistory } from './demonstration/history.ts';

/** Another program listens on the port of the portal. */
export class PortTakenError extends Error {}

/** Milliseconds that requests and jobs under way have to end after SIGTERM (RUN-2). */
const shutdownMilliseconds = 10_000;

export interface Portal {
  readonly publicUrl: string;
  stop(): Promise<void>;
}

/**
 * Starts everything in order, and prints the address when requests are accepted (RUN-2). On SIGTERM or SIGINT it completes what is under way and exits with
 * 0.
 * @throws EmbeddedPostgresError, DataDirInUseError, InstallationError, SandboxPortError, PortTakenError: their messages say what to do.
 */
export async function startPortal(
  config: Config,
  options: { development?: CreateDevelopmentWeb } = {},
): Promise<Portal> {
  const opened = new AsyncDisposableStack();
  const stopping = new AbortController();
  const atOnce: StartContext['atOnce'] = [];
  const context: StartContext = {
    config,
    logger: createLogger(config.logLevel),
    opened,
    atOnce,
    signal: stopping.signal,
  };
  // Everything is closed in the reverse order, also when a later step fails.
  const stop = onceOnly(() => opened.disposeAsync());
  const starting = open(context, options.development);
  stopOnSignals(context.logger, {
    stop: async () => {
      stopping.abort();
      await starting.catch(() => {});
      await stop();
    },
    endAtOnce: () => {
      for (const end of atOnce) end();
    },
  });
  try {
    const { publicUrl, beginHistory } = await starting;
    await announce(config, publicUrl, context.logger);
    beginHistory();
    return { publicUrl, stop };
  } catch (error) {
    // The handler of the signal ends the process.
    if (stopping.signal.aborted) return new Promise<never>(() => {});
    await stop();
    throw error;
  }
}

/** The context of each step of a start. */
interface StartContext {
  readonly config: Config;
  readonly logger: Logger;
  /** Collects what has to be closed. */
  readonly opened: AsyncDisposableStack;
  /** Collects what has to be done when the process ends before everything is closed. */
  readonly atOnce: (() => void)[];
  /** Aborted when the portal is stopped while it starts. */
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
  await migrate(database.pool);
  // Before anything is written, at the sandbox too, the database is checked to be this portal's.
  await claimDatabase(database, config.mode === 'demo' ? 'demonstration' : 'production');
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
  const history = historyMaker(app.history);
  opened.defer(history.end);
  opened.defer(releaseStartupMemory(stripe.client));
  signal.throwIfAborted();
  await listen(app.http, config.host, port);
  const product = await startExample(config, database, publicUrl, logger);
  opened.defer(async () => product?.close());
  // The first start reads everything that the Stripe account has.
  await app.gateway.mirrorMaintenance.runs.ensureBackfilled();
  return { publicUrl, beginHistory: history.begin };
}

/** The database in DATA_DIR, which only one portal may use. @param onStarting called while the server starts */
async function openEmbeddedPostgres(
  { config, logger, opened, atOnce }: StartContext,
  onStarting: () => void,
): Promise<string> {
  const lock = await lockDataDir(config.dataDir);
  opened.defer(() => lock.release());
  const embedded = await startEmbeddedPostgres(config.dataDir, {
    onStarting,
    onRestart: (event, error) => logger.error({ err: error }, `the embedded PostgreSQL ${event}`),
  });
  opened.defer(() => embedded.stop());
  atOnce.push(embedded.tellToStop);
  return embedded.connectionString;
}

/** Makes the history of the demo in the background. Users can sign in meanwhile. */
function historyMaker(history: DemonstrationHistory | undefined) {
  const ending = new AbortController();
  const say = (words: string) => process.stdout.write(`${words}\n`);
  let making: Promise<void> | undefined;
  let said = -25;
  const tell = (percent: number) => {
    if (percent < said + 25 || percent === 100) return;
    said = percent;
    say(`Making 14 months of history for Acme Security … ${percent} %`);
  };
  async function make(): Promise<void> {
    const begun = performance.now();
    if ((await history?.make(ending.signal, tell)) !== 'made') return;
    say(`The history is made (${((performance.now() - begun) / 1_000).toFixed(1)} s)`);
  }
  return {
    begin: () => {
      if (!ending.signal.aborted) making ??= make();
    },
    end: async () => {
      ending.abort();
      await making;
    },
  };
}

async function listen(http: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await http.listen({ host, port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new PortTakenError(`Port ${port} is taken by another program. Choose another with PORT.`);
  }
}

/** Whether this process is to run the sandbox. */
function hasOwnSandbox({ stripe }: Config): boolean {
  return stripe.kind === 'sandbox' && !stripe.apiBase;
}

async function startSandbox(
  config: Config,
  { databaseUrl, publicUrl, port, logger }: { databaseUrl: string; publicUrl: string; port: number; logger: Logger },
): Promise<SandboxHost | undefined> {
  if (config.stripe.kind !== 'sandbox' || !hasOwnSandbox(config)) return undefined;
  // Several portals on one database share the sandbox, so its events go to their public address.
  const webhookBase = config.databaseUrl ? publicUrl : `http://127.0.0.1:${port}`;
  return startSandboxHost({
    databaseUrl,
    port: config.stripe.port,
    browserBase: `${publicUrl}/stripe-sandbox`,
    webhook: { url: `${webhookBase}/stripe/webhook`, secret: sandboxWebhookSecret(config.appSecret) },
    logger,
  });
}

async function connectStripe(config: Config, sandbox: SandboxHost | undefined, logger: Logger) {
  const { createStripeClient } = await import('./core/stripe/client.ts');
  const onCall: StripeConnection['onCall'] = (call) => logger.debug(call, 'stripe call');
  if (config.stripe.kind === 'stripe') {
    const { secretKey, publishableKey, webhookSecret, apiBase } = config.stripe;
    return {
      client: createStripeClient({ secretKey, apiBase, onCall }),
      publishableKey,
      webhookSecret,
      sandboxUrl: undefined,
    };
  }
  const apiBase = sandbox?.apiBase ?? config.stripe.apiBase ?? '';
  return {
    client: createStripeClient({ secretKey: sandboxKeys.secretKey, apiBase, onCall }),
    publishableKey: sandboxKeys.publishableKey,
    webhookSecret: sandboxWebhookSecret(config.appSecret),
    sandboxUrl: apiBase,
  };
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

/** Prints what the operator has to know: without keys of Stripe, that nobody is charged (RUN-5). */
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

/** Ends the process in order at the first signal, also while it starts. Later signals are ignored. */
function stopOnSignals(
  logger: Logger,
  { stop, endAtOnce }: { readonly stop: () => Promise<void>; readonly endAtOnce: () => void },
): void {
  let isStopping = false;
  const exit = (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, 'stopping');
    // Whoever sent the signal may not wait longer. What is under way is taken up by the next start.
    setTimeout(() => {
      logger.warn('ends before everything is closed');
      endAtOnce();
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

function onceOnly(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}
