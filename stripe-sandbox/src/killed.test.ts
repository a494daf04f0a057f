import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { clientOf, newDatabase } from '../test/sandbox.ts';
import { startSandbox } from './index.ts';

const program = fileURLToPath(new URL('./main.ts', import.meta.url));

/** Starts the process on a free port, which it prints. */
async function startProcess(databaseUrl: string) {
  const child = spawn(process.execPath, [program, '--database-url', databaseUrl, '--port', '0', '--quiet'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  await expect.poll(() => output).toContain('Ctrl-C ends it');
  return { child, port: /port: (\d+)/.exec(output)?.[1] ?? '' };
}

test('keeps every answered call after kill -9, and nothing of an unanswered call', async () => {
  const databaseUrl = await newDatabase();
  const { child, port } = await startProcess(databaseUrl);
  const stripe = new Stripe('sk_test_sandbox', {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
  const answered: string[] = [];
  const caller = async () => {
    for (;;) {
      const made = await stripe.customers.create({ payment_method: 'pm_card_visa' }).catch(() => null);
      if (made === null) return;
      answered.push(made.id);
      if (answered.length === 60) child.kill('SIGKILL');
    }
  };
  await Promise.all([once(child, 'exit'), ...Array.from({ length: 8 }, caller)]);

  const again = await startSandbox({ databaseUrl, port: 0 });
  const client = clientOf(again);
  const customers = (await client.customers.list({ limit: 100 })).data.map(({ id }) => id);
  const announced = (await client.events.list({ type: 'customer.created', limit: 100 })).data.map(
    (event) => (event.data.object as Stripe.Customer).id,
  );
  expect(answered.filter((id) => !customers.includes(id))).toEqual([]);
  expect([...announced].sort()).toEqual([...customers].sort());
  for (const id of customers) expect((await client.customers.listPaymentMethods(id)).data).toHaveLength(1);
  await again.close();
});
