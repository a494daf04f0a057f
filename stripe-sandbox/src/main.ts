import { resolve } from 'node:path';
import type { OwnPostgres } from '@portico/postgres';
import type { Sandbox } from './index.ts';
import { type Options, readOptions, usage } from './options.ts';
import { API_VERSION } from './version.ts';

/** The options of the command line. For help or a wrong option it prints the usage and ends the process instead. */
function readOptionsOrExit(): Options {
  try {
    const options = readOptions(process.argv.slice(2));
    if (options !== 'help') return options;
    process.stdout.write(usage);
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
}

const options = readOptionsOrExit();

// Loaded after the options were checked, so that help is shown fast.
const [{ startSandbox }, { StartError, startOwnPostgres }] = await Promise.all([
  import('./index.ts'),
  import('./own-postgres.ts'),
]);

/** One line per request, whole objects for failures. */
function log(line: object): void {
  if ('level' in line) process.stderr.write(`${JSON.stringify(line)}\n`);
  else if (!options.quiet) {
    const { method, path, status, ms, request } = line as Record<string, string | number>;
    process.stdout.write(`${method} ${path} ${status} ${ms} ms ${request}\n`);
  }
}

async function start(): Promise<{ sandbox: Sandbox; postgres: OwnPostgres | undefined }> {
  const given = options['database-url'];
  const postgres = given === undefined ? await startOwnPostgres(options['data-dir']) : undefined;
  try {
    const sandbox = await startSandbox({
      databaseUrl: given ?? postgres?.connectionString ?? '',
      port: Number(options.port),
      listenAddress: options.listen,
      allowedHosts: options['allow-host'],
      secretKey: options['secret-key'],
      publishableKey: options['publishable-key'],
      ...(options['browser-base'] === undefined ? {} : { browserBase: options['browser-base'] }),
      webhookEndpoints: options['webhook-url'].map((url) => ({
        url,
        secret: options['webhook-secret'],
        enabledEvents: options['webhook-events'].split(','),
      })),
      log,
    });
    return { sandbox, postgres };
  } catch (error) {
    await postgres?.stop();
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new StartError(`Port ${options.port} is in use by another program. Choose another with --port.`);
  }
}

/** The addresses, keys and code samples for a new user. */
function introduction(url: string): string {
  const { hostname, port } = new URL(url);
  const browserBase = options['browser-base']?.replace(/\/$/, '') ?? url;
  const webhooks = options['webhook-url'];
  return `
The local Stripe sandbox is ready at ${url}  (API ${API_VERSION})

  secret key       ${options['secret-key']}
  publishable key  ${options['publishable-key']}
  webhooks         ${
    webhooks.length > 0
      ? `${webhooks.join(', ')}, signed with ${options['webhook-secret']}`
      : 'none; --webhook-url http://localhost:3000/webhook sends every event there'
  }
  state            ${options['database-url'] === undefined ? `${resolve(options['data-dir'])} (delete it to start over)` : 'in the given database, schema stripe_sandbox'}

On the server:
  import Stripe from 'stripe';
  const stripe = new Stripe('${options['secret-key']}', { protocol: 'http', host: '${hostname}', port: ${port} });

In the browser, before your bundle; then loadStripe('${options['publishable-key']}') of @stripe/stripe-js/pure:
  <script src="${browserBase}/stripe.js"></script>

Pay with 4242 4242 4242 4242, any future date and any code. More cards, clocks, faults and what can be looked at:
stripe-sandbox/README.md. Ctrl-C ends it; what it knows stays.

`;
}

try {
  const { sandbox, postgres } = await start();
  process.stdout.write(introduction(sandbox.url));
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      void sandbox
        .close()
        .then(() => postgres?.stop())
        .then(() => process.exit(0));
    });
  }
} catch (error) {
  // Errors that the user can correct are shown as one sentence, all others in full.
  process.stderr.write(`${error instanceof StartError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
