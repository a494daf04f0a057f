import { registerInvoicePages } from './browser/invoice-pages.ts';
import { registerPages } from './browser/pages.ts';
import { type Engine, startEngine } from './engine/engine.ts';
import { startDeliverer } from './events/deliver.ts';
import { Hosts } from './hosts.ts';
import { ENDPOINTS } from './resources/index.ts';
import { keepOptionEndpoints, type OptionEndpoint } from './resources/webhook-endpoints.ts';
import { buildServer } from './server.ts';
import { instanceId, openDatabase } from './storage/database.ts';
import { inTransaction } from './storage/transaction.ts';
import type { Site } from './storage/work.ts';

export interface SandboxOptions {
  /** PostgreSQL. The sandbox keeps everything in its own schema there and may share it with other processes. */
  databaseUrl: string;
  /** Where the API listens; 0 takes any free port. */
  port: number;
  /** The address on which it listens. Default 127.0.0.1, which nobody but this machine reaches. */
  listenAddress?: string;
  /** Names under which it may be reached beside localhost, 127.0.0.1, [::1] and that of `browserBase`, without a port. */
  allowedHosts?: string[];
  /** Default `sk_test_sandbox`. */
  secretKey?: string;
  /** Default `pk_test_sandbox`. */
  publishableKey?: string;
  /** Prefix under which browsers reach the sandbox, for example `http://localhost:3000/stripe-sandbox`. Default: its own origin. */
  browserBase?: string;
  /**
   * Endpoints that must be there, found again by their URL. Those of an earlier start that are not among them go away; those that the API made
   * stay. Undefined leaves all as they are.
   */
  webhookEndpoints?: OptionEndpoint[];
  /** Receives one object per request and per failure; never a card number. */
  log?: (line: object) => void;
}

export interface Sandbox {
  /** Where the API listens. */
  url: string;
  /** The same for every process on one database; `GET /_sandbox/health` answers it too. */
  instanceId: string;
  close(): Promise<void>;
}

/** What could be searched at Stripe and cannot here: such an address is none of an object called 'search'. */
const SEARCHES = ['charges', 'customers', 'invoices', 'payment_intents', 'prices', 'products', 'subscriptions'];

/**
 * Starts a Stripe of its own on a PostgreSQL database. Rejects with the system's error, such as EADDRINUSE, when it cannot
 * listen; nothing is left running then.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const log = options.log ?? (() => {});
  const database = await openDatabase(options.databaseUrl);
  const site: Site = { browserBase: (options.browserBase ?? '').replace(/\/$/, '') };
  const keys = {
    secret: options.secretKey ?? 'sk_test_sandbox',
    publishable: options.publishableKey ?? 'pk_test_sandbox',
  };
  const deliverer = startDeliverer({ database, log });
  const onEvents = () => deliverer.wake();
  let engine: Engine | undefined;
  const onDue = () => engine?.wake();
  try {
    const instance = await instanceId(database);
    const hosts = new Hosts(site, options.allowedHosts ?? []);
    const server = buildServer({
      database,
      site,
      hosts,
      keys,
      endpoints: ENDPOINTS,
      instanceId: instance,
      onEvents,
      onDue,
      log,
    });
    for (const name of SEARCHES) server.get(`/v1/${name}/search`, (_request, reply) => reply.callNotFound());
    registerPages(server, { keys, hosts });
    registerInvoicePages(server, { database, site, keys });
    // Nothing is registered where the port is taken, and nothing is answered before the endpoints hear of it.
    const registered = Promise.withResolvers<void>();
    server.addHook('onRequest', () => registered.promise);
    const url = await server.listen({ host: options.listenAddress ?? '127.0.0.1', port: options.port });
    if (site.browserBase === '') site.browserBase = url;
    try {
      const { webhookEndpoints } = options;
      if (webhookEndpoints !== undefined) {
        await inTransaction(database, site, async (work) => {
          await keepOptionEndpoints(work, webhookEndpoints);
          await work.flush();
        });
      }
    } catch (error) {
      await server.close();
      throw error;
    } finally {
      registered.resolve();
    }
    engine = startEngine({ database, site, onEvents, log });
    // What fell due while nobody ran the sandbox.
    engine.wake();
    return {
      url,
      instanceId: instance,
      async close() {
        // A connection that falls idle after a last request would be waited for until its keep-alive runs out.
        const sweep = setInterval(() => server.server.closeIdleConnections(), 50);
        await server.close().finally(() => clearInterval(sweep));
        await engine?.stop();
        await deliverer.stop();
        await database.end();
      },
    };
  } catch (error) {
    await deliverer.stop();
    await database.end();
    throw error;
  }
}

/** Which sandbox a database holds: what `GET /_sandbox/health` of a process on it answers as `instance`. */
export async function findInstanceId(databaseUrl: string): Promise<string> {
  const database = await openDatabase(databaseUrl);
  try {
    return await instanceId(database);
  } finally {
    await database.end();
  }
}
