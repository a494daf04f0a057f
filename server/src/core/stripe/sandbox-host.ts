import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createMinuteLog } from '../minute-log.ts';
import { webhookEvents } from './events/webhook-events.ts';

export interface SandboxHost {
  /** The sandbox's API, for the gateway. */
  readonly apiBase: string;
  close(): Promise<void>;
}

export interface SandboxHostOptions {
  readonly databaseUrl: string;
  readonly port: number;
  /** The path under which browsers reach it through the portal. */
  readonly browserBase: string;
  /**
   * The portal's endpoint, which replaces the endpoint of an earlier start. Left out by a command, which receives no
   * events; all endpoints then stay.
   */
  readonly webhook?: { readonly url: string; readonly secret: string };
  readonly logger: Logger;
}

/** The sandbox's keys. They need not be secret, because it is only reachable from this machine and has no money. */
export const sandboxKeys = { secretKey: 'sk_test_sandbox', publishableKey: 'pk_test_sandbox' } as const;

/** Another program listens on the sandbox's port. */
export class SandboxPortError extends Error {}

/** Milliseconds after which a waiting process asks again whether the sandbox is still run elsewhere. */
const waitingInterval = 1_000;

/** The webhook secret of the sandbox: the same in every process that shares the application's secret. */
export function sandboxWebhookSecret(appSecret: string): string {
  return `whsec_${createHmac('sha256', appSecret).update('stripe sandbox webhook').digest('hex')}`;
}

/** A production image or an installation without development packages has no sandbox (RUN-22). */
export class SandboxMissingError extends Error {}

/** Loads the sandbox's program without starting it. @throws SandboxMissingError */
export async function loadSandbox() {
  try {
    // The built server contains the sandbox, but only an installation with development packages may run it.
    import.meta.resolve('@portico/stripe-sandbox');
    return await import('@portico/stripe-sandbox');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    const keys = 'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET';
    throw new SandboxMissingError(
      `This installation has no Stripe sandbox. Set ${keys}; keys of Stripe's test mode charge nobody.`,
      {
        cause: error,
      },
    );
  }
}

/**
 * Runs the sandbox in this process. If another process on the same database already runs it, waits and takes over
 * when that process ends, because all of its state is in the database.
 * @throws SandboxPortError if another program uses the port.
 */
export async function startSandboxHost(options: SandboxHostOptions): Promise<SandboxHost> {
  const { startSandbox, findInstanceId } = await loadSandbox();
  const start = () =>
    startSandbox({
      databaseUrl: options.databaseUrl,
      port: options.port,
      ...sandboxKeys,
      browserBase: options.browserBase,
      ...(options.webhook && { webhookEndpoints: [{ ...options.webhook, enabledEvents: [...webhookEvents] }] }),
      log: (line) => options.logger.debug(line, 'stripe sandbox'),
    });
  const tryStart = async () => {
    try {
      return await start();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      return undefined;
    }
  };

  const first = await tryStart();
  if (first) return { apiBase: first.url, close: () => first.close() };

  const url = `http://127.0.0.1:${options.port}`;
  if ((await instanceAt(url)) !== (await findInstanceId(options.databaseUrl))) {
    throw new SandboxPortError(
      `Port ${options.port} is taken by another program. Give the sandbox another with STRIPE_SANDBOX_PORT.`,
    );
  }
  options.logger.info({ url }, 'another process runs the sandbox; waiting to take over');
  const logFailure = createMinuteLog<unknown>((count, err) =>
    options.logger.warn({ err, count }, 'could not take over the sandbox yet'),
  );
  let closed = false;
  let running: Awaited<ReturnType<typeof start>> | undefined;
  const standBy = (async () => {
    while (!closed && !running) {
      await pause(waitingInterval, undefined, { ref: false });
      // Starting a sandbox on each try, only to find its port taken, would keep a core busy.
      if (closed || !(await isRefused(url))) continue;
      running = await tryStart().catch((error) => {
        logFailure(error);
        return undefined;
      });
    }
    if (running) options.logger.info({ url }, 'took over the sandbox');
  })();
  return {
    apiBase: url,
    close: async () => {
      closed = true;
      await standBy;
      await running?.close();
    },
  };
}

const askHealth = (url: string) => fetch(`${url}/_sandbox/health`, { signal: AbortSignal.timeout(2_000) });

/** Whether nothing listens at an address of this machine. */
async function isRefused(url: string): Promise<boolean> {
  try {
    await (await askHealth(url)).arrayBuffer();
    return false;
  } catch (error) {
    return ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED';
  }
}

async function instanceAt(url: string): Promise<string | undefined> {
  try {
    const answer = await askHealth(url);
    return ((await answer.json()) as { instance?: string }).instance;
  } catch {
    return undefined;
  }
}
