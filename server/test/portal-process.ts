import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { sandboxKeys, sandboxWebhookSecret } from '../src/core/stripe/sandbox-host.ts';
import type { Reached } from './browser.ts';
import { childEnvironment } from './child-environment.ts';
import { testSecret } from './full-portal.ts';

/** The portal in a separate process, on a database and a Stripe that outlive it. The caller must kill it. */
export interface PortalProcess extends Reached {
  /** Starts it, even after a kill, and waits until it is ready. @throws with its output if it ends instead. */
  start(): Promise<void>;
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
  /** Its output since the last start. */
  written(): string;
}

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const startMilliseconds = 120_000;

export interface ProcessSettings {
  readonly databaseUrl: string;
  readonly apiBase: string;
  readonly port: number;
  /** Arguments for Node.js before the program's. */
  readonly nodeArguments?: readonly string[];
  /** Further environment variables. */
  readonly environment?: Readonly<Record<string, string>>;
}

export function portalProcess(settings: ProcessSettings): PortalProcess {
  const origin = `http://127.0.0.1:${settings.port}`;
  let child: ChildProcess | undefined;
  let log = '';

  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }

  return {
    kill,
    written: () => log,
    async start() {
      const started = spawn(process.execPath, [...(settings.nodeArguments ?? []), main], {
        env: childEnvironment({
          PORT: String(settings.port),
          PUBLIC_URL: `http://localhost:${settings.port}`,
          DATABASE_URL: settings.databaseUrl,
          // Each held request uses a connection.
          DATABASE_POOL_SIZE: '40',
          APP_SECRET: testSecret,
          STRIPE_SECRET_KEY: sandboxKeys.secretKey,
          STRIPE_PUBLISHABLE_KEY: sandboxKeys.publishableKey,
          STRIPE_WEBHOOK_SECRET: sandboxWebhookSecret(testSecret),
          STRIPE_API_BASE: settings.apiBase,
          LOG_LEVEL: 'warn',
          ...settings.environment,
        }),
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      log = '';
      for (const stream of [started.stdout, started.stderr]) stream?.on('data', (chunk) => (log += chunk));
      for (const begin = Date.now(); Date.now() - begin < startMilliseconds; await pause(50)) {
        if (started.exitCode !== null || started.signalCode !== null) break;
        if ((await fetch(`${origin}/readyz`).catch(() => undefined))?.ok) return;
      }
      await kill();
      throw new Error(`the portal did not become ready:\n${log.slice(-4_000)}`);
    },
    inject: (call) => request(origin, call),
  };
}

/** The part of `inject`'s response that tests of operations use. */
async function request(origin: string, call: InjectOptions): Promise<LightMyRequestResponse> {
  const cookies = Object.entries(call.cookies ?? {}).map(([name, value]) => `${name}=${value}`);
  const answer = await fetch(`${origin}${call.url}`, {
    method: call.method ?? 'GET',
    headers: {
      ...(call.headers as Record<string, string>),
      cookie: cookies.join('; '),
      ...(call.payload !== undefined && { 'content-type': 'application/json' }),
    },
    ...(call.payload !== undefined && { body: JSON.stringify(call.payload) }),
  });
  const body = await answer.text();
  return {
    statusCode: answer.status,
    body,
    json: () => JSON.parse(body),
    cookies: [],
  } satisfies Partial<LightMyRequestResponse> as unknown as LightMyRequestResponse;
}
