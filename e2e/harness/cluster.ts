import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@portico/postgres';
import { readConfig } from '../../server/src/core/config.ts';
import { openDatabase } from '../../server/src/core/db/database.ts';
// Adds the server's types to those of Fastify.
import type {} from '../../server/src/core/http/server.ts';
import { createLogger } from '../../server/src/core/logger.ts';
import { createStripeClient } from '../../server/src/core/stripe/client.ts';
import { seedDemonstration } from '../../server/src/demonstration/seed.ts';
import { type Portal, startPortal } from './portal.ts';
import { freePorts } from './ports.ts';

/** Two portals on one database behind a load balancer: a small production installation. */
export interface Cluster {
  /** The load balancer's address, which is PUBLIC_URL of both portals. */
  readonly url: string;
  readonly portals: readonly [Portal, Portal];
  readonly databaseUrl: string;
  readonly sandboxPort: number;
  /** Requests that each portal answered, in the order of `portals`. */
  answered(): readonly number[];
  remove(): Promise<void>;
}

export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-cluster-'));
  const [proxyPort = 0, sandbox = 0, ...portalPorts] = await freePorts(4);
  const postgres = await startEmbeddedPostgres(folder);
  const url = `http://localhost:${proxyPort}`;
  const settings = {
    DATABASE_URL: postgres.connectionString,
    PUBLIC_URL: url,
    APP_SECRET: randomBytes(32).toString('base64url'),
    TRUSTED_PROXIES: '127.0.0.1',
  };
  const start = (portal = 0) => startPortal({ dataDir: folder, settings, ports: { portal, sandbox } });
  const portals: [Portal, Portal] = [await start(portalPorts[0]), await start(portalPorts[1])];
  await seed(postgres.connectionString, sandbox, settings);
  const balancer = await balance(proxyPort, portalPorts);
  return {
    url,
    portals,
    databaseUrl: postgres.connectionString,
    sandboxPort: sandbox,
    answered: () => balancer.answered,
    async remove() {
      await balancer.close();
      for (const portal of portals) await portal.stop();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** A production portal starts empty, so the story adds users and a catalog. */
async function seed(databaseUrl: string, sandboxPort: number, settings: Record<string, string>): Promise<void> {
  const database = openDatabase(databaseUrl, 2, () => {});
  try {
    const client = createStripeClient({ secretKey: 'sk_test_sandbox', apiBase: `http://127.0.0.1:${sandboxPort}` });
    await seedDemonstration(readConfig(settings), database, client, createLogger('silent'));
  } finally {
    await database.close();
  }
}

function onceOnly(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}

/** Sends each request to the next portal in turn, or to the other one if that portal is down. */
async function balance(port: number, targets: readonly number[]) {
  const answered = targets.map(() => 0);
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk) => chunks.push(chunk));
    incoming.on('end', () => {
      turn = (turn + 1) % targets.length;
      pass(incoming, Buffer.concat(chunks), outgoing, turn, targets.length - 1);
    });
  });

  function pass(
    incoming: IncomingMessage,
    body: Buffer,
    outgoing: ServerResponse,
    index: number,
    others: number,
  ): void {
    const { method, url, headers } = incoming;
    const passOn = onceOnly(() => {
      if (others > 0) pass(incoming, body, outgoing, (index + 1) % targets.length, others - 1);
      else outgoing.destroy();
    });
    const forwarded = request(
      {
        host: '127.0.0.1',
        port: targets[index],
        method,
        path: url,
        headers: { ...headers, 'x-forwarded-for': '127.0.0.1' },
        agent: false,
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('error', passOn);
        // Sends a response only when it is complete: a portal may be killed in the middle.
        answer.on('end', () => {
          answered[index] = (answered[index] ?? 0) + 1;
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          outgoing.end(Buffer.concat(chunks));
        });
      },
    );
    forwarded.on('error', passOn);
    forwarded.end(body);
  }

  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    answered,
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
