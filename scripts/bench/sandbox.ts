import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@portico/postgres';
import autocannon from 'autocannon';
import { freePort, type Server, startServer } from './processes.ts';
import { median, type Row } from './row.ts';

const secretKey = 'sk_test_sandbox';
const authorization = `Bearer ${secretKey}`;
/** Clients that call at once over connections that stay open, each as soon as it has its answer. */
const connections = 10;
/** Customers between one look at the lists and the next. */
const step = 1_000;
const most = 10_000;
const listSeconds = 2;

interface LoneSandbox extends Server {
  readonly secretKey: string;
}

/**
 * Runs `use` with a sandbox in a process of its own, on a PostgreSQL with the settings of the portal's embedded one, and ends
 * both.
 */
export async function withSandbox<T>(folder: string, use: (sandbox: LoneSandbox) => Promise<T>): Promise<T> {
  await mkdir(folder, { recursive: true });
  const postgres = await startEmbeddedPostgres(join(folder, 'sandbox'));
  try {
    const port = await freePort();
    const program = join(import.meta.dirname, '../../stripe-sandbox/src/main.ts');
    const sandbox = await startServer(
      [process.execPath, program, '--database-url', postgres.connectionString, '--port', String(port), '--quiet'],
      { port, path: '/_sandbox/health', env: { NODE_ENV: 'production' }, logFile: join(folder, 'sandbox.log') },
    );
    try {
      return await use({ ...sandbox, secretKey });
    } finally {
      await sandbox.stop();
    }
  } finally {
    await postgres.stop();
  }
}

/** Customers created and listed a second, while there are more and more of them, up to 10,000. */
export async function measureSandbox(folder: string): Promise<Row[]> {
  return withSandbox(folder, async ({ url }) => {
    // Ready is not warm: the first calls of a process compile it.
    await create(url, 200);
    await list(url, 1);
    const [created, listed]: [number[], number[]] = [[], []];
    for (let there = 0; there < most; there += step) {
      created.push(await create(url, step));
      listed.push(await list(url, listSeconds));
      const [creations, lists] = [created, listed].map((rates) => Math.round(rates.at(-1) ?? 0));
      console.log(`  ${there + step} customers: ${creations} created, ${lists} lists a second`);
    }
    return [
      { figure: 'sandbox, customers created', ours: median(created), unit: 'a second', aim: { atLeast: 1_000 } },
      {
        figure: 'sandbox, created at 10,000 against at 1,000',
        ours: late(created),
        limit: early(created),
        unit: 'a second',
        aim: { share: 0.9 },
      },
      { figure: 'sandbox, lists of customers', ours: median(listed), unit: 'a second', aim: { atLeast: 2_000 } },
      {
        figure: 'sandbox, lists at 10,000 against at 1,000',
        ours: late(listed),
        limit: early(listed),
        unit: 'a second',
        aim: { share: 0.9 },
      },
    ];
  });
}

const early = (rates: number[]) => median(rates.slice(0, 3));
const late = (rates: number[]) => median(rates.slice(-3));

let made = 0;

/** Makes `amount` customers, each with an idempotency key of its own, as the SDK sends one. @returns customers a second. */
async function create(url: string, amount: number): Promise<number> {
  return rateOf({
    url,
    amount,
    requests: [
      {
        method: 'POST',
        path: '/v1/customers',
        headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
        setupRequest(request) {
          made += 1;
          const body = new URLSearchParams({
            email: `jenny-${made}@rosen.example`,
            name: 'Jenny Rosen',
            description: `Account ${made}`,
            'address[line1]': '27 Fredrick Avenue',
            'address[city]': 'Brothers',
            'address[state]': 'OR',
            'address[postal_code]': '97712',
            'address[country]': 'US',
            'metadata[account_id]': String(made),
          });
          const headers = { ...request.headers, 'idempotency-key': `bench-${made}` };
          return { ...request, headers, body: body.toString() };
        },
      },
    ],
  });
}

/** Asks for the newest ten customers, as `customers.list()` does. @returns lists a second. */
async function list(url: string, duration: number): Promise<number> {
  return rateOf({ url: `${url}/v1/customers`, headers: { authorization }, duration });
}

/** @throws when any answer is not a 2xx: a refusal is fast and no figure. */
async function rateOf(options: autocannon.Options): Promise<number> {
  const begin = performance.now();
  let end = begin;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon({ ...options, connections }, (error, done) => (error ? reject(error) : resolve(done)));
    // Its own clock ticks once a second.
    running.on('response', () => {
      end = performance.now();
    });
  });
  if (result.non2xx > 0 || result.errors > 0 || result['2xx'] === 0) {
    throw new Error(`${options.url}: ${result['2xx']} good answers, ${result.non2xx} others, ${result.errors} errors`);
  }
  return (result['2xx'] * 1000) / (end - begin);
}
