import type { Aim, Row } from './row.ts';

/** Requests that are timed, after some that make everything warm. */
const timed = 400;
const warming = 40;

/**
 * Milliseconds within which 95 of 100 answers come, of requests that are made one after another.
 * @param paths are taken in turn @throws for an answer that is no success
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

/** Milliseconds within which all of a page's calls are answered in 95 of 100 rounds; the calls of a round are made at once. @throws as above */
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

/** A row of it, for a reader who asks one thing after another. */
export async function answerTimes(
  figure: string,
  { url, paths, cookie }: { url: string; paths: readonly string[]; cookie: string },
  aim: Aim,
): Promise<Row> {
  return { figure: `${figure}, 95 of 100 within`, ours: await slowestOf95(url, paths, cookie), unit: 'ms', aim };
}

/** Whether the portal serves a path as something else than a page. One that it does not have is left out, and said. */
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
