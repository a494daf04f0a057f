import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { childEnvironment } from '../test/child-environment.ts';
import { createTestDatabase } from '../test/database.ts';
import { testSecret } from '../test/full-portal.ts';
import { ownPort } from '../test/own-port.ts';
import { seedDemonstrationPeople } from './accounts/index.ts';
import { claimDatabase } from './core/db/installation.ts';

const main = fileURLToPath(new URL('main.ts', import.meta.url));
const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
  // Nobody listens there.
  STRIPE_API_BASE: 'http://127.0.0.1:9',
};

// Each start is a process of its own.
describe('a portal that is started', { timeout: 300_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-start-'));
  const [port, sandboxPort] = [await ownPort(), await ownPort()];
  const running = new Set<ChildProcess>();
  afterAll(() => {
    for (const child of running) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  function start(environment: Record<string, string>) {
    const child = spawn(process.execPath, [main], {
      env: childEnvironment({
        PORT: String(port),
        STRIPE_SANDBOX_PORT: String(sandboxPort),
        DATA_DIR: folder,
        APP_SECRET: testSecret,
        EXAMPLE_PRODUCT_PORT: 'off',
        ...environment,
      }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const closed = once(child, 'close').then(([code]) => {
      running.delete(child);
      return code as number | null;
    });
    return { child, closed, output: () => output };
  }

  test.each([
    ['a database and a Stripe account', stripe],
    ['a database alone', {}],
  ])('for customers, with %s, refuses a demonstration’s database in plain words', async (_what, settings) => {
    const database = await createTestDatabase();
    await claimDatabase(database, 'demonstration');
    await seedDemonstrationPeople(database);
    const { closed, output } = start({ DATABASE_URL: database.url, ...settings });
    expect(await closed).toBe(1);
    expect(output()).toContain('Portico cannot start: This database was made as a demonstration');
    expect(output()).toContain('another database with DATABASE_URL');
    expect(output()).not.toContain('    at ');
    // Nothing was made at the sandbox either.
    const { rows } = await database.pool.query("select to_regnamespace('stripe_sandbox') as sandbox");
    expect(rows).toEqual([{ sandbox: null }]);
  });

  test('for customers without a Stripe account says that nobody is charged, and makes a license key but nobody up', async () => {
    const database = await createTestDatabase();
    const { child, closed, output } = start({ DATABASE_URL: database.url });
    await ready(closed);
    // It is ready a moment before it says so.
    await vi.waitFor(() => expect(output()).toMatch(/^Payments go to the sandbox: nobody is charged\./m), 30_000);
    // In the log too, as a line of its own.
    expect(output()).toMatch(/^\{.*"level":40.*payments go to the sandbox; nobody is charged/m);
    child.kill('SIGTERM');
    expect(await closed).toBe(0);
    const { rows } = await database.pool.query('select count(*)::int as people from users');
    expect(rows).toEqual([{ people: 0 }]);
    const keys = () => database.pool.query('select id from license_keys').then((found) => found.rows);
    const made = await keys();
    expect(made).toHaveLength(1);

    const other = start({ DATABASE_URL: database.url, ...stripe });
    await ready(other.closed);
    await vi.waitFor(() => expect(other.output()).toContain('Portico is ready at'), 30_000);
    expect(other.output()).not.toContain('nobody is charged');
    other.child.kill('SIGTERM');
    await other.closed;
    expect(await keys()).toEqual(made);
  });

  const postmaster = () => {
    try {
      return Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    } catch {
      return undefined;
    }
  };

  test('ends in order when it is told to while it starts, and leaves no PostgreSQL', async () => {
    const { child, closed, output } = start({});
    await vi.waitFor(() => expect(postmaster()).toBeGreaterThan(0), 60_000);
    child.kill('SIGTERM');
    child.kill('SIGINT');
    expect(await closed).toBe(0);
    expect(output()).not.toContain('Portico is ready');
    expect(postmaster()).toBeUndefined();
  });

  test('serves again seconds after its embedded PostgreSQL was killed, and takes the new one along though a request never ends', async () => {
    const { child, closed, output } = start({ DEMO_HISTORY: 'off' });
    await vi.waitFor(() => expect(output()).toContain('Portico is ready at'), 120_000);
    const killed = postmaster() ?? 0;
    process.kill(killed, 'SIGKILL');
    await vi.waitFor(() => expect(output()).toContain('the embedded PostgreSQL started again'), 120_000);
    await ready(closed);
    expect(postmaster()).not.toBe(killed);
    const request = connect(port, '127.0.0.1').on('error', () => {});
    request.write(
      'POST /api/User/Current HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n',
    );
    // The portal asks for the rest, which never comes.
    await once(request, 'data');
    child.kill('SIGTERM');
    expect(await closed).toBe(0);
    expect(output()).toContain('ends before everything is closed');
    // The portal does not wait for PostgreSQL's last checkpoint. A server that was not told to stop never ends.
    await vi.waitFor(() => expect(postmaster()).toBeUndefined(), 150_000);
  });

  async function ready(closed: Promise<unknown>): Promise<void> {
    let isOver = false;
    void closed.then(() => (isOver = true));
    for (const begin = Date.now(); !isOver && Date.now() - begin < 120_000; await pause(50)) {
      if ((await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok) return;
    }
    throw new Error('the portal did not become ready');
  }
});
