import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { multiplyAccount, sizes } from './mirror-account.ts';
import { type Server, startPortal } from './processes.ts';
import { appSecret, prepareProduction } from './production-portal.ts';
import type { Row } from './row.ts';

/** Number of concurrent deliveries, because Stripe sends many. */
const deliveriesAtOnce = 32;
const events = 5_000;

/**
 * The mirror of an account with a history: first the backfill, then a burst of webhooks. Portal and sandbox are
 * separate processes, so that the portal's memory is measured alone.
 */
export async function measureMirror(folder: string): Promise<Row[]> {
  await using opened = new AsyncDisposableStack();
  const production = opened.use(await prepareProduction(folder, 'mirror'));
  const { databaseUrl } = production;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  opened.defer(() => client.end());
  await multiplyAccount(client, production.sandboxUrl);

  const portal = await startPortal(production.installation);
  opened.defer(() => portal.stop());
  return [...(await fillMirror(client, portal)), ...(await sendWebhookBurst(client, portal))];
}

/** Samples the portal's memory during the backfill, which starts by itself. */
async function fillMirror(client: pg.Client, portal: Server): Promise<Row[]> {
  const begin = performance.now();
  const memory: number[] = [];
  for (;;) {
    memory.push(await residentMegabytes(portal.pid));
    const { rows } = await client.query("select state, error from stripe_mirror_runs where kind = 'backfill'");
    if (rows[0]?.state === 'failed') throw new Error(`the backfill failed: ${rows[0].error}`);
    if (rows[0]?.state === 'done') break;
    await pause(250);
  }
  const seconds = (performance.now() - begin) / 1000;
  const { rows } = await client.query(
    'select (select count(*) from stripe_customers) as customers, (select count(*) from stripe_invoices) as invoices',
  );
  if (rows[0].customers < sizes.customers || rows[0].invoices < sizes.invoices)
    throw new Error('the mirror is incomplete');
  const maximum = (part: readonly number[]) => Math.max(...part);
  const half = Math.floor(memory.length / 2);
  const account = `backfill of ${sizes.customers.toLocaleString('en')} customers with ${sizes.invoices.toLocaleString('en')} invoices`;
  return [
    { figure: account, ours: seconds, unit: 's', aim: 'none' },
    { figure: 'its peak memory, of the whole portal', ours: maximum(memory), unit: 'MB', aim: 'none' },
    // Memory is constant if the second half needs no more than the first.
    {
      figure: 'its peak in the second half to that in the first',
      ours: maximum(memory.slice(half)) / maximum(memory.slice(0, half)),
      unit: '',
      aim: { atMost: 1.15 },
    },
  ];
}

/**
 * Sends signed events about as many invoices, created in a row as in renewals, and measures how long the queue takes to
 * empty.
 */
async function sendWebhookBurst(client: pg.Client, portal: Server): Promise<Row[]> {
  const { rows } = await client.query<{ data: object }>(
    'select data from stripe_invoices order by created desc, id limit $1',
    [events],
  );
  const bodies = rows.map(({ data }, index) =>
    JSON.stringify({
      id: `evt_bench_${index}`,
      object: 'event',
      type: 'invoice.updated',
      created: Math.floor(Date.now() / 1000),
      livemode: false,
      data: { object: data },
    }),
  );
  const agent = new Agent({ keepAlive: true, maxSockets: deliveriesAtOnce });
  const begin = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: deliveriesAtOnce }, async () => {
      for (let body = bodies[next++]; body; body = bodies[next++]) await deliver(agent, portal.url, body);
    }),
  );
  const taken = (performance.now() - begin) / 1000;
  for (;;) {
    const { rows: left } = await client.query(
      'select count(*) as waiting, count(failed_at) as dead from stripe_events where applied_at is null',
    );
    if (left[0].dead > 0) throw new Error('some events could not be applied');
    if (Number(left[0].waiting) === 0) break;
    await pause(100);
  }
  const applied = (performance.now() - begin) / 1000;
  agent.destroy();
  return [
    { figure: 'webhook events taken a second', ours: events / taken, unit: '', aim: 'none' },
    { figure: 'webhook events applied a second, the queue emptying', ours: events / applied, unit: '', aim: 'none' },
  ];
}

const webhookSecret = `whsec_${createHmac('sha256', appSecret).update('stripe sandbox webhook').digest('hex')}`;

function deliver(agent: Agent, url: string, body: string): Promise<void> {
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', webhookSecret).update(`${time}.${body}`).digest('hex');
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/stripe/webhook`, {
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` },
    });
    sent.once('response', (response) => {
      response.resume();
      response.once('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`the webhook answered ${response.statusCode}`)),
      );
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** Memory of one process in units of 2^20 bytes. */
async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined);
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(status ?? '')?.[1];
  if (kilobytes) return Number(kilobytes) / 1024;
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) / 1024;
}
