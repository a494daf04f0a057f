import type { Aim, Row } from './row.ts';

/** Number of timed requests, after a warm-up. */
const timed = 400;
const warming = 40;

/**
 * The 95th percentile in milliseconds of sequential requests.
 * @param paths are used in turn @throws for an unsuccessful response
 */
export async function slowestOf95(url: string, paths: readonly string[], cookie: string): Promise<number> {
  const times: number[] = [];
  for (let count = -warming; count < timed; count += 1) {
    const path = paths[(count + warming) % paths.length] as string;
    const begin = performance.now();
    const response = await fetch(`${url}${path}`, { headers: { cookie, accept: 'application/json' } });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    if (count >= 0) times.push(performance.now() - begin);
  }
  return times.toSorted((a, b) => a - b)[Math.ceil(timed * 0.95) - 1] ?? Number.NaN;
}

/**
 * The 95th percentile in milliseconds of rounds, each of which makes all of a page's calls at once. @throws as above
 */
export async function slowestRoundOf95(url: string, paths: readonly string[], cookie: string): Promise<number> {
  const times: number[] = [];
  const headers = { cookie, accept: 'application/json' };
  for (let count = -warming; count < timed; count += 1) {
    const begin = performance.now();
    await Promise.all(
      paths.map(async (path) => {
        const response = await fetch(`${url}${path}`, { headers });
        await response.arrayBuffer();
        if (!response.ok) throw new Error(`${path}: ${response.status}`);
      }),
    );
    if (count >= 0) times.push(performance.now() - begin);
  }
  return times.toSorted((a, b) => a - b)[Math.ceil(timed * 0.95) - 1] ?? Number.NaN;
}

/** A table row with the 95th percentile, for a user who makes one request after another. */
export async function answerTimes(
  figure: string,
  { url, paths, cookie }: { url: string; paths: readonly string[]; cookie: string },
  aim: Aim,
): Promise<Row> {
  return { figure: `${figure}, 95 of 100 within`, ours: await slowestOf95(url, paths, cookie), unit: 'ms', aim };
}

/**
 * Whether the portal serves a path as something other than a page. If not, the measurement is skipped with a message.
 */
export async function isServed(url: string, path: string, cookie: string, what: string): Promise<boolean> {
  const response = await fetch(`${url}${path}`, {
    headers: { cookie, accept: 'application/json' },
    redirect: 'manual',
  });
  await response.arrayBuffer();
  if (response.status !== 404) return true;
  console.log(`The portal has no ${what}.`);
  return false;
}
