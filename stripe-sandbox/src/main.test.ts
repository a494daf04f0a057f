import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterAll, expect, test } from 'vitest';
import { customerWithCard } from '../test/sandbox.ts';

const folder = mkdtempSync(join(tmpdir(), 'lone-sandbox-'));
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** The sandbox as `npm run sandbox` starts it. */
function run(...parameters: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...parameters], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  // At this event, all output has been read.
  const end = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, exit, end, output: () => output };
}

async function ready(...parameters: string[]) {
  const process = run('--port', '0', ...parameters);
  await expect.poll(process.output, { timeout: 50_000 }).toContain('Ctrl-C ends it');
  const [, key] = process.output().match(/secret key +(\S+)/) ?? [];
  // The options that it prints for new users.
  const [, host = '', port = ''] = process.output().match(/host: '(\S+)', port: (\d+)/) ?? [];
  return { ...process, stripe: new Stripe(key ?? '', { protocol: 'http', host, port, telemetry: false }) };
}

test('serves the official SDK from its own PostgreSQL, delivers events and keeps all after a restart', {
  timeout: 300_000,
}, async () => {
  const events: Stripe.Event[] = [];
  const listener = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const signature = request.headers['stripe-signature'] ?? '';
      events.push(new Stripe('sk_test_sandbox').webhooks.constructEvent(body, signature, 'whsec_sandbox'));
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => listener.once('listening', resolve));
  const { port } = listener.address() as { port: number };
  const parameters = ['--data-dir', join(folder, 'state'), '--webhook-url', `http://127.0.0.1:${port}/hook`];

  const first = await ready(...parameters);
  const customer = await customerWithCard(first.stripe, 'pm_card_visa', { name: 'Ada' });
  const price = await first.stripe.prices.create({
    currency: 'usd',
    unit_amount: 1500,
    recurring: { interval: 'month' },
    product_data: { name: 'Gold' },
  });
  const subscription = await first.stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] });
  expect(subscription.status).toBe('active');
  await expect.poll(() => events.map(({ type }) => type as string), { timeout: 50_000 }).toContain('invoice.paid');

  const second = run('--port', '0', ...parameters);
  expect(await second.end).toBe(1);
  expect(second.output()).toContain('Another sandbox runs on');

  first.child.kill('SIGTERM');
  expect(await first.exit).toBe(0);
  const restarted = await ready(...parameters);
  expect(await restarted.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'active' });

  // PostgreSQL keeps running when its sandbox is killed. The next start takes it over.
  restarted.child.kill('SIGKILL');
  await restarted.exit;
  const [pid] = readFileSync(join(folder, 'state/postgres/postmaster.pid'), 'utf8').split('\n');
  const last = await ready(...parameters);
  expect(readFileSync(join(folder, 'state/postgres/postmaster.pid'), 'utf8').split('\n')[0]).toBe(pid);
  expect(await last.stripe.customers.retrieve(customer.id)).toMatchObject({ name: 'Ada' });
  last.child.kill('SIGINT');
  expect(await last.exit).toBe(0);
  const isAlive = () => {
    try {
      return process.kill(Number(pid), 0);
    } catch {
      return false;
    }
  };
  await expect.poll(isAlive).toBe(false);
  listener.close();
});

test.each([
  ['--help', 0, /^A local Stripe sandbox: npm run sandbox/],
  ['--surprise', 2, /^Unknown option '--surprise'.*\n\nA local Stripe sandbox: npm run sandbox/],
])('prints its usage for %s and starts nothing', async (option, code, words) => {
  const process = run(option);
  expect(await process.end).toBe(code);
  expect(process.output()).toMatch(words);
});
