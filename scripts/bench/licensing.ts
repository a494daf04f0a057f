import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@portico/postgres';
import autocannon from 'autocannon';
import pg from 'pg';
import { readConfig } from '../../server/src/core/config.ts';
import { openDatabase } from '../../server/src/core/db/database.ts';
import { createLogger } from '../../server/src/core/logger.ts';
import { createStripeClient } from '../../server/src/core/stripe/index.ts';
import { seedDemonstration } from '../../server/src/demonstration/seed.ts';
import { loadEvenly } from './even-load.ts';
import { measureFirstYes } from './first-yes.ts';
import { anyDevice, type Device, devicesEach, insertDevices, type License } from './licensing-devices.ts';
import type { Load } from './load.ts';
import { startBareList, waitForBackfill } from './loaded-portal.ts';
import {
  childrenOf,
  cpuTimes,
  freePort,
  type Installation,
  parentOf,
  prepareInstallation,
  type Server,
  startPortal,
} from './processes.ts';
import { median, type Row } from './row.ts';

/** An even number, because portal and baseline swap their order in every second round. */
const rounds = 4;
const seconds = 4;
/** Connections to each of the two processes. */
const connections = 10;
/** Number of different requests that a process gets in turn. */
const requestsEach = 2_000;
/** Heartbeats a second of 1,000,000 devices that each send one every 15 minutes. */
const steadyRate = 1_111;
const steadySeconds = 15;
const races = 10;
const racers = 50;

const secret = 'a secret of the benchmarks, long enough';
type Call = 'validations' | 'heartbeats';

/**
 * The licensing API with two processes on one database with many devices, compared with a baseline. Also the CPU use of
 * steady heartbeats from 1,000,000 devices, races for the last seat of a license, and the time until a product may work.
 */
export async function measureLicensing(folder: string): Promise<Row[]> {
  await using opened = new AsyncDisposableStack();
  const data = join(folder, 'licensing');
  const postgres = await startEmbeddedPostgres(data);
  opened.defer(() => postgres.stop());
  const databaseUrl = postgres.connectionString;
  const portals = await startTwo(folder, databaseUrl, opened);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  opened.defer(() => client.end());
  await waitForBackfill(client);
  const licenses = await insertDevices(client);
  const bare: Server[] = [];
  for (const port of [await freePort(), await freePort()]) {
    const server = await startBareList(folder, databaseUrl, port, 'licensing');
    opened.defer(() => server.stop());
    bare.push(server);
  }
  return [
    ...(await measureRates('validations', licenses, portals, bare)),
    ...(await measureRates('heartbeats', licenses, portals, bare)),
    await measureSteady(licenses, portals, await backendParent(client)),
    await measureRaces(client, licenses, portals),
    await measureFirstYes(folder, client, anyDevice(licenses), portals[0] as Server),
  ];
}

async function startTwo(folder: string, databaseUrl: string, opened: AsyncDisposableStack): Promise<Server[]> {
  const sandboxPort = String(await freePort());
  const env = { DATABASE_URL: databaseUrl, APP_SECRET: secret, STRIPE_SANDBOX_PORT: sandboxPort };
  const started: Server[] = [];
  for (const name of ['first', 'second']) {
    const installation: Installation = await prepareInstallation(folder, `licensing-${name}`, env);
    const server = await startPortal(installation);
    opened.defer(() => server.stop());
    started.push(server);
  }
  await seed(databaseUrl, sandboxPort);
  return started;
}

/** A production portal starts empty, so users and catalog are inserted from the demo. */
async function seed(databaseUrl: string, sandboxPort: string): Promise<void> {
  const database = openDatabase(databaseUrl, 2, () => {});
  try {
    const client = createStripeClient({ secretKey: 'sk_test_sandbox', apiBase: `http://127.0.0.1:${sandboxPort}` });
    const config = readConfig({ DATABASE_URL: databaseUrl, APP_SECRET: secret });
    await seedDemonstration(config, database, client, createLogger('silent'));
  } finally {
    await database.close();
  }
}

/**
 * A request from a randomly chosen device. Its timestamp comes from this machine's clock, so it stays valid for some
 * minutes.
 */
function createRequest(call: Call, licenses: readonly License[]) {
  const { token, ...device } = anyDevice(licenses);
  const counted = call === 'heartbeats' ? { checks: 3, counters: { pages: 12 } } : {};
  return {
    method: 'POST' as const,
    path: `/api/licensing/v1/${call}`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      nonce: randomBytes(18).toString('base64url'),
      time: new Date().toISOString(),
      version: '5.4.1',
      ...device,
      ...counted,
    }),
  };
}

/**
 * Loads both processes simultaneously. @throws Error for an unsuccessful response: refusals are fast and would distort
 * the rate
 */
async function loadBoth(
  servers: readonly Server[],
  call: Call,
  licenses: readonly License[],
  duration: number,
): Promise<Load> {
  const results = await Promise.all(
    servers.map(({ url }) =>
      autocannon({
        url,
        connections,
        duration,
        requests: Array.from({ length: requestsEach }, () => createRequest(call, licenses)),
      }),
    ),
  );
  for (const { non2xx, errors, url } of results) {
    if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} answers failed, ${errors} errors`);
  }
  return {
    rate: results.reduce((sum, result) => sum + result['2xx'] / result.duration, 0),
    p99: Math.max(...results.map(({ latency }) => latency.p99)),
  };
}

async function measureRates(
  call: Call,
  licenses: readonly License[],
  portals: readonly Server[],
  bare: readonly Server[],
): Promise<Row[]> {
  const [ours, limit]: [Load[], Load[]] = [[], []];
  for (const servers of [bare, portals]) await loadBoth(servers, call, licenses, 3);
  for (let round = 0; round < rounds; round += 1) {
    const turns = [
      async () => ours.push(await loadBoth(portals, call, licenses, seconds)),
      async () => limit.push(await loadBoth(bare, call, licenses, seconds)),
    ];
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn();
  }
  const rate = (loads: Load[]) => median(loads.map((one) => one.rate));
  const p99 = (loads: Load[]) => median(loads.map((one) => one.p99));
  const within = await loadPortals(call, licenses, portals, { rate: rate(ours) * 0.7, duration: seconds * 2 });
  return [
    { figure: `${call}, two processes`, ours: rate(ours), limit: rate(limit), unit: 'a second', aim: { share: 0.6 } },
    { figure: `${call}, 99 of 100 within`, ours: p99(ours), limit: p99(limit), unit: 'ms', aim: 'none' },
    { figure: `${call} at 70 % of this rate, 99 of 100 within`, ours: within, unit: 'ms', aim: { atMost: 25 } },
  ];
}

/** Loads the portals in turn at an even rate. @returns the 99th percentile in milliseconds */
function loadPortals(
  call: Call,
  licenses: readonly License[],
  portals: readonly Server[],
  { rate, duration }: { rate: number; duration: number },
): Promise<number> {
  return loadEvenly(rate, duration, (index) => {
    const { path, ...request } = createRequest(call, licenses);
    return { url: `${portals[index % portals.length]?.url}${path}`, ...request };
  });
}

/** The CPU use of 1,000,000 devices as a share of two cores, including PostgreSQL, minus the use at rest. */
async function measureSteady(
  licenses: readonly License[],
  portals: readonly Server[],
  postmaster: number,
): Promise<Row> {
  const times = () => cpuTimes([...portals.map(({ pid }) => pid), postmaster, ...childrenOf(postmaster)]);
  const timeSince = (before: ReadonlyMap<number, number>) =>
    [...times()].reduce((sum, [pid, time]) => sum + time - (before.get(pid) ?? 0), 0);
  const resting = times();
  await pause(steadySeconds * 1_000);
  const rest = timeSince(resting);
  const before = times();
  await loadPortals('heartbeats', licenses, portals, { rate: steadyRate, duration: steadySeconds });
  const share = (timeSince(before) - rest) / (2 * steadySeconds * 1_000);
  return {
    figure: '1,000,000 devices with a heartbeat each 15 minutes, of two cores',
    ours: share * 100,
    unit: '%',
    aim: { below: 25 },
  };
}

/** Races of fifty devices for the last seat of a license. @returns the maximum number of winners */
async function measureRaces(client: pg.Client, licenses: readonly License[], portals: readonly Server[]): Promise<Row> {
  let maxWinners = 0;
  for (let race = 0; race < races; race += 1) {
    const device = anyDevice(licenses);
    await client.query('update licenses set quantity = $2 where serial_number = $1', [
      device.serialNumber,
      devicesEach + 1,
    ]);
    await client.query("delete from rate_limits where key like 'licensing%'");
    const statuses = await Promise.all(
      Array.from({ length: racers }, (_, index) => activate(portals[index % 2] as Server, device, `${race}-${index}`)),
    );
    maxWinners = Math.max(maxWinners, statuses.filter((status) => status === 200).length);
  }
  return { figure: 'activations at once on the last place, given', ours: maxWinners, unit: '', aim: { atMost: 1 } };
}

async function activate({ url }: Server, { token, serialNumber }: Device, hardwareId: string): Promise<number> {
  const response = await fetch(`${url}/api/licensing/v1/activations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      nonce: randomBytes(18).toString('base64url'),
      time: new Date().toISOString(),
      serialNumber,
      hardwareId,
    }),
  });
  await response.arrayBuffer();
  return response.status;
}

/** The parent process of all PostgreSQL processes. */
async function backendParent(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return parentOf(rows[0]?.pid as number);
}
