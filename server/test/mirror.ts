import { pino } from 'pino';
import type { App } from '../src/app.ts';
import { prepareClosing } from '../src/core/http/closing.ts';
import { createHttpServer } from '../src/core/http/server.ts';
import { startQueue } from '../src/core/jobs/queue.ts';
import { registerWebhook } from '../src/core/stripe/events/webhook.ts';
import { createGateway, createStripeClient } from '../src/core/stripe/index.ts';
import { sandboxKeys, sandboxWebhookSecret } from '../src/core/stripe/sandbox-host.ts';
import { closeAfterTests } from './clean-up.ts';
import { createTestDatabase } from './database.ts';
import { type FullPortal, type FullPortalOptions, startTestSandbox, testSecret } from './full-portal.ts';
import { ownPort } from './own-port.ts';

/**
 * The parts that maintain the mirror: a database, a sandbox, the gateway with its jobs, and the webhook. No module
 * listens to it, and nobody can sign in.
 */
export interface TestMirror extends Pick<FullPortal, 'database' | 'sandbox' | 'stripe'> {
  readonly app: Pick<App, 'gateway' | 'http' | 'jobs'>;
}

export type MirrorOptions = Pick<FullPortalOptions, 'apiBase' | 'queue' | 'timeout'>;

/** Starts the parts that maintain the mirror, for tests that need no portal. */
export async function startMirror({ apiBase, queue = false, timeout }: MirrorOptions = {}): Promise<TestMirror> {
  const database = await createTestDatabase();
  const logger = pino({ level: 'silent' });
  const port = await ownPort();
  const sandbox = await startTestSandbox(database.url, queue ? port : undefined);
  const direct = createStripeClient({ secretKey: sandboxKeys.secretKey, apiBase: sandbox.url });
  const client = createStripeClient({
    secretKey: sandboxKeys.secretKey,
    apiBase: (await apiBase?.(sandbox.url)) ?? sandbox.url,
    ...(timeout !== undefined && { timeout }),
  });
  const gateway = createGateway(database, client, logger);
  const { jobs } = gateway.mirrorMaintenance;
  const http = await createHttpServer({ logger, trustedProxies: [], strictResponses: true });
  await registerWebhook(http, { database, client, secret: sandboxWebhookSecret(testSecret), livemode: false });
  closeAfterTests(prepareClosing(http));
  if (queue) {
    const running = await startQueue(database, jobs, logger);
    closeAfterTests(() => running.stop());
    await http.listen({ host: '127.0.0.1', port });
  }
  return { database, sandbox, stripe: await direct(), app: { gateway, http, jobs } };
}
