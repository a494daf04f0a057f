import { setTimeout as pause } from 'node:timers/promises';
import { residentMegabytes } from './memory.ts';
import type { Server } from './processes.ts';
import type { Row } from './row.ts';

interface Report {
  readonly figure: string;
  readonly path: string;
  readonly cookie: string;
  /** Minimum number of lines. */
  readonly rows: number;
}

/** Measures a report as a CSV file: its duration, and how much the server's memory grows during it. */
export async function measureCsv({ url, pid }: Server, { figure, path, cookie, rows }: Report): Promise<Row[]> {
  // The first report compiles the code.
  await readReport(url + path, cookie);
  const before = await residentMegabytes(pid);
  let [peak, isOver] = [before, false];
  const watching = (async () => {
    for (; !isOver; await pause(50)) peak = Math.max(peak, await residentMegabytes(pid));
  })();
  const begin = performance.now();
  const lines = await readReport(url + path, cookie).finally(() => {
    isOver = true;
  });
  const took = performance.now() - begin;
  await watching;
  if (lines < rows) throw new Error(`the report has ${lines} lines`);
  return [
    { figure, ours: took / 1000, unit: 's', aim: 'none' },
    { figure: `${figure}, memory added`, ours: peak - before, unit: 'MB', aim: { atMost: 40 } },
  ];
}

/** Reads the report like a browser that saves it. @returns the number of lines */
async function readReport(url: string, cookie: string): Promise<number> {
  const response = await fetch(url, { headers: { cookie } });
  if (!response.ok || !response.body) throw new Error(`${url} answers ${response.status}: ${await response.text()}`);
  let lines = 0;
  for await (const part of response.body) for (const byte of part) if (byte === 10) lines += 1;
  return lines;
}
