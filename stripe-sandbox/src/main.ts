import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { OwnPostgres } from '@portico/postgres';
import { type Sandbox, startSandbox } from './index.ts';
import { StartError, startOwnPostgres } from './own-postgres.ts';
import { API_VERSION } from './version.ts';

const USAGE = `A Stripe of your own: npm run sandbox -- [options]

  --port 12111               where the API listens, on 127.0.0.1; 0 takes a free one
  --allow-host NAME          a host name under which it may be reached, beside localhost; may be given several times
  --listen 127.0.0.1         the address on which it listens; 0.0.0.0 lets other machines in
  --data-dir var-sandbox     where its state is kept, in a PostgreSQL of its own
  --database-url postgres://…  another PostgreSQL 15 or newer, in place of its own
  --webhook-url http://…     an endpoint that hears of events; may be given several times
  --webhook-secret whsec_…   what signs deliveries to those endpoints; default whsec_sandbox
  --webhook-events a,b       the types they hear of; default all
  --secret-key sk_test_…     default sk_test_sandbox
  --publishable-key pk_test_…  default pk_test_sandbox
  --browser-base http://…    prefix under which browsers reach it; default its own origin
  --quiet                    no line for each request
`;

/** Reads the command line. Prints errors and exits with 2. */
function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        'allow-host': { type: 'string', multiple: true, default: [] },
        'browser-base': { type: 'string' },
        'data-dir': { type: 'string', default: 'var-sandbox' },
        'database-url': { type: 'string' },
        help: { type: 'boolean' },
        listen: { type: 'string', default: '127.0.0.1' },
        port: { type: 'string', default: '12111' },
        'publishable-key': { type: 'string', default: 'pk_test_sandbox' },
        quiet: { type: 'boolean' },
        'secret-key': { type: 'string', default: 'sk_test_sandbox' },
        'webhook-events': { type: 'string', default: '*' },
        'webhook-secret': { type: 'string', default: 'whsec_sandbox' },
        'webhook-url': { type: 'string', multiple: true, default: [] },
      },
    });
    if (values.help) {
      process.stdout.write(USAGE);
      process.exit(0);
    }
    if (!/^\d{1,5}$/.test(values.port)) throw new Error(`--port wants a number, not '${values.port}'.`);
    if (isIP(values.listen) === 0) throw new Error(`--listen wants an IP address, not '${values.listen}'.`);
    for (const name of values['allow-host']) {
      if (!/^([a-z\d_-]+(\.[a-z\d_-]+)*|\[[\da-f:.]+\])$/i.test(name))
        throw new Error(`--allow-host wants a name without a port, not '${name}'.`);
    }
    for (const url of values['webhook-url']) {
      if (!/^https?:\/\//.test(url) || !URL.canParse(url))
        throw new Error(`--webhook-url wants an address, not '${url}'.`);
    }
    return values;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${USAGE}`);
    process.exit(2);
  }
}

const options = readOptions();

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
    throw new StartError(`Port ${options.port} is taken by another program. Choose another with --port.`);
  }
}

/** The addresses, keys and code samples for a new user. */
function introduction(url: string): string {
  const { hostname, port } = new URL(url);
  const browserBase = options['browser-base']?.replace(/\/$/, '') ?? url;
  const webhooks = options['webhook-url'];
  return `
A Stripe of your own is ready at ${url}  (API ${API_VERSION})

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
