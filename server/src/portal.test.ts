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
  // Nothing listens at this address.
  STRIPE_API_BASE: 'http://127.0.0.1:9',
};

// Each start is a process of its own.
describe('the portal’s process', { timeout: 300_000 }, async () => {
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
  ])('in production with %s, refuses a demo database with a clear message', async (_what, settings) => {
    const database = await createTestDatabase();
    await claimDatabase(database, 'demonstration');
    await seedDemonstrationPeople(database);
    const { closed, output } = start({ DATABASE_URL: database.url, ...settings });
    expect(await closed).toBe(1);
    expect(output()).toContain('Portico cannot start: This database was made as a demonstration');
    expect(output()).toContain('another database with DATABASE_URL');
    expect(output()).not.toContain('    at ');
    // The sandbox created nothing either.
    const { rows } = await database.pool.query("select to_regnamespace('stripe_sandbox') as sandbox");
    expect(rows).toEqual([{ sandbox: null }]);
  });

  test('in production without a Stripe account, prints that nobody is charged, and creates a license key but no users', async () => {
    const database = await createTestDatabase();
    const { child, closed, output } = start({ DATABASE_URL: database.url });
    await ready(closed);
    // The portal is ready a moment before it prints this.
    await vi.waitFor(() => expect(output()).toMatch(/^Payments go to the sandbox: nobody is charged\./m), 30_000);
    // The log has a line of its own.
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

    const wrong = start({
      DATABASE_URL: database.url,
      ...stripe,
      APP_SECRET: 'another secret, long enough for a start',
    });
    expect(await wrong.closed).toBe(1);
    expect(wrong.output()).toContain('Portico cannot start: APP_SECRET (');
    expect(wrong.output()).not.toContain('    at ');
  });

  const postmaster = () => {
    try {
      return Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    } catch {
      return undefined;
    }
  };

  test('stops in order when signaled during its start, and leaves no PostgreSQL', async () => {
    const { child, closed, output } = start({});
    await vi.waitFor(() => expect(postmaster()).toBeGreaterThan(0), 60_000);
    child.kill('SIGTERM');
    child.kill('SIGINT');
    expect(await closed).toBe(0);
    expect(output()).not.toContain('Portico is ready');
    expect(postmaster()).toBeUndefined();
  });

  test('serves again seconds after its embedded PostgreSQL was killed, and stops the new server even if a request never ends', async () => {
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
    // The portal waits for the rest of the body, which never comes.
    await once(request, 'data');
    child.kill('SIGTERM');
    expect(await closed).toBe(0);
    expect(output()).toContain('exits before everything is closed');
    // The portal does not wait for PostgreSQL's last checkpoint. A server without a stop signal would never end.
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
