import type { FastifyInstance } from 'fastify';
import { registerInvoicePages } from './browser/invoice-pages.ts';
import { registerPages } from './browser/pages.ts';
import { type Engine, startEngine } from './engine/engine.ts';
import { startDeliverer } from './events/deliver.ts';
import { Hosts } from './hosts.ts';
import { ENDPOINTS } from './resources/index.ts';
import { type OptionEndpoint, syncOptionEndpoints } from './resources/webhook-endpoints.ts';
import { buildServer, type ServerOptions } from './server.ts';
import { type Database, instanceId, openDatabase } from './storage/database.ts';
import { inTransaction } from './storage/transaction.ts';
import type { Site } from './storage/work.ts';

export interface SandboxOptions {
  /** PostgreSQL. The sandbox uses a schema of its own and may share the database with other processes. */
  databaseUrl: string;
  /** The port of the API. 0 takes any free port. */
  port: number;
  /** The address on which it listens. Default 127.0.0.1, which only this machine reaches. */
  listenAddress?: string;
  /** Further accepted host names, without a port, beside localhost, 127.0.0.1, [::1] and that of `browserBase`. */
  allowedHosts?: string[];
  /** Default `sk_test_sandbox`. */
  secretKey?: string;
  /** Default `pk_test_sandbox`. */
  publishableKey?: string;
  /** Prefix under which browsers reach the sandbox, for example `http://localhost:3000/stripe-sandbox`. Default: its own origin. */
  browserBase?: string;
  /**
   * Required endpoints, identified by URL. Endpoints of an earlier start that are missing here are removed; endpoints
   * that the API created stay. Undefined changes nothing.
   */
  webhookEndpoints?: OptionEndpoint[];
  /** Receives one object per request and per failure. The object never contains a card number. */
  log?: (line: object) => void;
}

export interface Sandbox {
  /** The address of the API. */
  url: string;
  /**
   * The id of the sandbox, the same for every process on one database. `GET /_sandbox/health` returns it as
   * `instance`.
   */
  instanceId: string;
  close(): Promise<void>;
}

/**
 * Stripe's searches, which the sandbox lacks. Without this list such an address would mean an object with the id
 * 'search'.
 */
const SEARCHES = ['charges', 'customers', 'invoices', 'payment_intents', 'prices', 'products', 'subscriptions'];

/**
 * Starts a sandbox on a PostgreSQL database. Rejects with the system's error, such as EADDRINUSE, when it cannot
 * listen. Nothing keeps running then.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const log = options.log ?? (() => {});
  const database = await openDatabase(options.databaseUrl);
  const site: Site = { browserBase: (options.browserBase ?? '').replace(/\/$/, '') };
  const deliverer = startDeliverer({ database, log });
  const onEvents = () => deliverer.wake();
  let engine: Engine | undefined;
  try {
    const instance = await instanceId(database);
    const onDue = () => engine?.wake();
    const server = buildSite(options, { database, site, instanceId: instance, onEvents, onDue, log });
    const url = await listen(server, options, { database, site });
    engine = startEngine({ database, site, onEvents, log });
    // Does the work that fell due while no sandbox ran.
    engine.wake();
    return {
      url,
      instanceId: instance,
      async close() {
        // Connections that become idle after their last request would otherwise stay open until their keep-alive
        // ends.
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

/** The server with the API, the control API and the pages for browsers. */
function buildSite(
  options: SandboxOptions,
  given: Omit<ServerOptions, 'hosts' | 'keys' | 'endpoints'>,
): FastifyInstance {
  const { database, site } = given;
  const keys = {
    secret: options.secretKey ?? 'sk_test_sandbox',
    publishable: options.publishableKey ?? 'pk_test_sandbox',
  };
  const hosts = new Hosts(site, options.allowedHosts ?? []);
  const server = buildServer({ ...given, hosts, keys, endpoints: ENDPOINTS });
  for (const name of SEARCHES) server.get(`/v1/${name}/search`, (_request, reply) => reply.callNotFound());
  registerPages(server, { keys, hosts });
  registerInvoicePages(server, { database, site, keys });
  return server;
}

/** Opens the port, then registers the endpoints of the start options. Requests wait until both are done. */
async function listen(
  server: FastifyInstance,
  { webhookEndpoints, listenAddress, port }: SandboxOptions,
  { database, site }: { database: Database; site: Site },
): Promise<string> {
  const registered = Promise.withResolvers<void>();
  server.addHook('onRequest', () => registered.promise);
  const url = await server.listen({ host: listenAddress ?? '127.0.0.1', port });
  if (site.browserBase === '') site.browserBase = url;
  try {
    if (webhookEndpoints !== undefined) {
      await inTransaction(database, site, async (work) => {
        await syncOptionEndpoints(work, webhookEndpoints);
        await work.flush();
      });
    }
  } catch (error) {
    await server.close();
    throw error;
  } finally {
    registered.resolve();
  }
  return url;
}

/** The instance id of the sandbox in a database, as `GET /_sandbox/health` returns it. */
export async function findInstanceId(databaseUrl: string): Promise<string> {
  const database = await openDatabase(databaseUrl);
  try {
    return await instanceId(database);
  } finally {
    await database.end();
  }
}
