import { Agent, type RequestOptions, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { load } from './load.ts';
import type { LoadedPortal } from './loaded-portal.ts';
import { residentMegabytes } from './memory.ts';
import { type Burst, buyers, quoteAtOnce, signInBuyers } from './quote-burst.ts';
import { median, type Row } from './row.ts';

/** The requests of a signed-in browser, in order: a page, and the calls of its lists. */
const paths = ['/', '/api/Products/My', '/api/Subscription/list', '/api/Subscription/invoices?pageSize=20'];
const seconds = 4;
const rounds = 3;
const multiples = [1, 2, 3];
/** Milliseconds for which the flood around a burst of quotes lasts, and from the flood's start to the burst. */
const burstFlood = { milliseconds: 10_000, lead: 1_000 };

interface Flood extends Flooded, Probed {
  /** Successful responses a second with ten connections, measured just before. */
  readonly peak: number;
}

interface Probed {
  /** The slowest readiness check and the slowest operator's call in milliseconds; infinite if one was refused. */
  readonly readiness: number;
  readonly operator: number;
}

interface Flooded {
  /** Successful responses a second. */
  readonly served: number;
  /** The 95th percentile of successful responses, in milliseconds. */
  readonly servedWithin: number;
  readonly refused: number;
  /** The 95th percentile of refusals, in milliseconds; 0 without refusals. */
  readonly refusedWithin: number;
  /** Responses that were neither successful nor a refusal with a retry time. */
  readonly broken: number;
}

/** The served rate at one, two and three times the peak, and how fast the rest is refused. */
export async function measureOverload(_folder: string, portal: LoadedPortal): Promise<Row[]> {
  const { server, cookies } = portal;
  const full = {
    url: server.url,
    headers: { cookie: cookies.tenThousand, 'accept-encoding': 'br' },
    requests: paths.map((path) => ({ path })),
  };
  await load(full, seconds);
  const floods = new Map<number, Flood[]>(multiples.map((times) => [times, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [times, all] of floods) {
      // Measured just before each round, because a machine's speed varies.
      const peak = (await load(full, seconds)).rate;
      all.push(await floodBeside(portal, peak, peak * times));
    }
  }
  const recovery = await answerTime(`${server.url}/`, cookies.tenThousand);
  await pause(15_000);
  const memory = await residentMegabytes(server.pid);
  return [
    ...[...floods].flatMap(([times, all]) => rowsOf(times, all)),
    ...(await measureBursts(portal, full)),
    { figure: 'first answer after three times the peak', ours: recovery, unit: 'ms', aim: { atMost: 1_000 } },
    { figure: 'memory 15 s after it', ours: memory, unit: 'MB', aim: { atMost: 220 } },
  ];
}

/** Concurrent quotes of many accounts: alone, and while another account floods at twice the peak. */
async function measureBursts(portal: LoadedPortal, full: Parameters<typeof load>[0]): Promise<Row[]> {
  const { server, cookies } = portal;
  const clients = await signInBuyers(portal);
  const bursts: Record<'alone' | 'beside a flood', Burst[]> = { alone: [], 'beside a flood': [] };
  for (let round = 0; round < rounds; round += 1) {
    bursts.alone.push(await quoteAtOnce(clients));
    const { rate } = await load(full, seconds);
    const [burst] = await Promise.all([
      pause(burstFlood.lead).then(() => quoteAtOnce(clients)),
      flood(server.url, cookies.tenThousand, 2 * rate, burstFlood.milliseconds),
    ]);
    bursts['beside a flood'].push(burst);
  }
  return Object.entries(bursts).flatMap(([when, all]): Row[] => [
    {
      figure: `${buyers} quotes at once ${when}, served`,
      ours: Math.min(...all.map(({ served }) => served)),
      unit: '',
      aim: { atLeast: buyers },
    },
    {
      figure: `${buyers} quotes at once ${when}, the slowest`,
      ours: median(all.map(({ slowest }) => slowest)),
      unit: 'ms',
      aim: 'none',
    },
  ]);
}

/** Medians of the rounds. */
function rowsOf(times: number, floods: readonly Flood[]): Row[] {
  const of = (name: keyof Flood) => median(floods.map((flood) => flood[name]));
  const at = times === 1 ? 'at the peak' : `at ${times} times the peak`;
  return [
    { figure: `${at}, served`, ours: of('served'), limit: of('peak'), unit: 'a second', aim: { share: 0.9 } },
    { figure: `${at}, 95 of 100 served within`, ours: of('servedWithin'), unit: 'ms', aim: 'none' },
    { figure: `${at}, refused`, ours: of('refused'), unit: 'a second', aim: 'none' },
    { figure: `${at}, 95 of 100 refusals within`, ours: of('refusedWithin'), unit: 'ms', aim: { atMost: 100 } },
    { figure: `${at}, neither served nor refused`, ours: of('broken'), unit: '', aim: { atMost: 0 } },
    { figure: `${at}, readiness within`, ours: of('readiness'), unit: 'ms', aim: 'none' },
    { figure: `${at}, an operator's call within`, ours: of('operator'), unit: 'ms', aim: 'none' },
  ];
}

/** A flood, with health checks and operators' calls during it. */
async function floodBeside({ server, cookies }: LoadedPortal, peak: number, rate: number): Promise<Flood> {
  const [flooded, probed] = await Promise.all([
    flood(server.url, cookies.tenThousand, rate),
    probeDuring(server.url, cookies.operator),
  ]);
  return { peak, ...flooded, ...probed };
}

/**
 * Sends `rate` requests a second for a time, evenly and independent of responses, like independent users. Each uses a
 * free kept-alive connection, or a new one.
 */
async function flood(url: string, cookie: string, rate: number, milliseconds = seconds * 1_000): Promise<Flooded> {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const headers = { cookie, accept: 'text/html,application/json', 'accept-encoding': 'br' };
  const answers: Promise<Answer>[] = [];
  const begin = performance.now();
  for (let elapsed = 0; elapsed < milliseconds; elapsed = performance.now() - begin) {
    for (const due = (elapsed / 1_000) * rate; answers.length < due; ) {
      answers.push(send(`${url}${paths[answers.length % paths.length]}`, { agent, headers }));
    }
    await pause(1);
  }
  // Responses after the end of the flood count at their time, so that the rate is one that the service can sustain.
  const settled = await Promise.all(answers);
  agent.destroy();
  const last = Math.max(...settled.map(({ at }) => at)) - begin;
  const refusals = settled.filter(({ status }) => status === 503).map(({ milliseconds }) => milliseconds);
  const good = settled.filter(({ status }) => status === 200);
  return {
    served: (good.length / last) * 1_000,
    servedWithin: percentile(good.map(({ milliseconds }) => milliseconds)),
    refused: (refusals.length / milliseconds) * 1_000,
    refusedWithin: percentile(refusals),
    broken: settled.length - good.length - refusals.length,
  };
}

interface Answer {
  /** 0 without a response. */
  readonly status: number;
  readonly milliseconds: number;
  readonly at: number;
}

function send(url: string, options: RequestOptions): Promise<Answer> {
  const begin = performance.now();
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const end = (status: number) => resolve({ status, milliseconds: performance.now() - begin, at: performance.now() });
  request(url, options, (response) => {
    response.once('end', () => end(response.statusCode ?? 0)).resume();
  })
    .once('error', () => end(0))
    .end();
  return promise;
}

/** The 95th percentile; 0 without values. */
function percentile(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;
}

/** The slowest readiness check and the slowest operator's call, made in turn during a flood. */
async function probeDuring(url: string, cookie: string): Promise<Probed> {
  const slowest = { readiness: 0, operator: 0 };
  const end = performance.now() + (seconds - 1) * 1_000;
  while (performance.now() < end) {
    slowest.readiness = Math.max(slowest.readiness, await answerTime(`${url}/readyz`));
    slowest.operator = Math.max(slowest.operator, await answerTime(`${url}/api/Billing/Mirror`, cookie));
    await pause(200);
  }
  return slowest;
}

/** Milliseconds until a successful response; infinite for any other. */
async function answerTime(url: string, cookie = ''): Promise<number> {
  const begin = performance.now();
  const response = await fetch(url, { headers: { cookie } });
  await response.arrayBuffer();
  return response.status === 200 ? performance.now() - begin : Number.POSITIVE_INFINITY;
}
