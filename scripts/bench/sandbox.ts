import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@portico/postgres';
import autocannon from 'autocannon';
import { freePort, type Server, startServer } from './processes.ts';
import { median, type Row } from './row.ts';

const secretKey = 'sk_test_sandbox';
const authorization = `Bearer ${secretKey}`;
/** Number of concurrent clients on kept-alive connections, each of which sends the next request after a response. */
const connections = 10;
/** Number of customers between two measurements of the lists. */
const step = 1_000;
const maxCustomers = 10_000;
const listSeconds = 2;

interface LoneSandbox extends Server {
  readonly secretKey: string;
}

/**
 * Runs `use` with a sandbox in its own process, on a PostgreSQL with the settings of the portal's embedded one, and
 * stops both.
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

/** Customers created and listed a second, with a growing number of customers up to 10,000. */
export async function measureSandbox(folder: string): Promise<Row[]> {
  return withSandbox(folder, async ({ url }) => {
    // A ready process is not warm yet, because the first calls compile its code.
    await create(url, 200);
    await list(url, 1);
    const [created, listed]: [number[], number[]] = [[], []];
    for (let there = 0; there < maxCustomers; there += step) {
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

/** Creates `amount` customers, each with its own idempotency key, like the SDK. @returns customers a second. */
async function create(url: string, amount: number): Promise<number> {
  return measureRate({
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

/** Lists the newest ten customers, like `customers.list()`. @returns lists a second. */
async function list(url: string, duration: number): Promise<number> {
  return measureRate({ url: `${url}/v1/customers`, headers: { authorization }, duration });
}

/** @throws for any response that is not a 2xx, because refusals are fast and would distort the rate. */
async function measureRate(options: autocannon.Options): Promise<number> {
  const begin = performance.now();
  let end = begin;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon({ ...options, connections }, (error, done) => (error ? reject(error) : resolve(done)));
    // autocannon's own clock has a resolution of one second.
    running.on('response', () => {
      end = performance.now();
    });
  });
  if (result.non2xx > 0 || result.errors > 0 || result['2xx'] === 0) {
    throw new Error(`${options.url}: ${result['2xx']} good answers, ${result.non2xx} others, ${result.errors} errors`);
  }
  return (result['2xx'] * 1000) / (end - begin);
}
