import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type pg from 'pg';
import type { Server } from './processes.ts';
import { median, type Row } from './row.ts';

const rounds = 5;
const exampleProduct = fileURLToPath(new URL('../../examples/cli/main.ts', import.meta.url));
const execute = promisify(execFile);

interface Licensed {
  readonly token: string;
  readonly serialNumber: string;
}

/**
 * The time from the start of the example product on a new device to its first yes. Baseline: a process that calls
 * /readyz once.
 */
export async function measureFirstYes(
  folder: string,
  client: pg.Client,
  { token, serialNumber }: Licensed,
  { url }: Server,
): Promise<Row> {
  await client.query('update licenses set quantity = used_quantity + $2 where serial_number = $1', [
    serialNumber,
    rounds + 1,
  ]);
  await client.query("delete from rate_limits where key like 'licensing%'");
  const [ours, limit]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    const state = join(folder, `example-${round}`);
    const activate = [exampleProduct, 'activate', '--serial-number', serialNumber, '--state', state];
    const device = ['--hardware-id', `new-${round}`, '--fingerprint', `board=new-${round}`];
    const yes = await runForMilliseconds([...activate, ...device], { PORTAL_URL: url, PORTAL_TOKEN: token });
    const bare = await runForMilliseconds(['--input-type=module', '--eval', askOnce(url)], {});
    // The first run compiles the code that later runs find compiled.
    if (round > 0) {
      ours.push(yes);
      limit.push(bare);
    }
  }
  return {
    figure: "the example product's first yes, from its start",
    ours: median(ours),
    limit: median(limit),
    unit: 'ms',
    aim: { atMost: 50 },
  };
}

const askOnce = (url: string) =>
  `await (await fetch('${url}/readyz')).text(); console.log(JSON.stringify({ milliseconds: performance.now() }))`;

/** Runs Node.js. @returns the milliseconds in its last line of JSON @throws if it fails */
async function runForMilliseconds(args: readonly string[], environment: Record<string, string>): Promise<number> {
  const { stdout } = await execute(process.execPath, [...args], { env: { ...process.env, ...environment } });
  const { milliseconds } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { milliseconds: number };
  return milliseconds;
}
