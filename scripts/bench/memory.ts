import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { load } from './load.ts';
import { type LoadedPortal, startBareList } from './loaded-portal.ts';
import { freePort, prepareInstallation, type Server, startPortal } from './processes.ts';
import type { Row } from './row.ts';

const path = '/api/Subscription/invoices?pageSize=20';

/**
 * Resident memory of the server's process, without PostgreSQL: half a minute after it is ready, and the maximum under
 * load.
 */
export async function measureMemory(folder: string, portal: LoadedPortal): Promise<Row[]> {
  const cookie = portal.cookies.hundredThousand;
  const bare = await startBareList(folder, portal.databaseUrl, await freePort());
  const installation = await prepareInstallation(folder, 'resting');
  // The first start creates the demo data, and the second is the first with compiled code. Both need memory that later
  // starts do not.
  for (let count = 0; count < 2; count += 1) await (await startPortal(installation)).stop();
  const resting = await startPortal(installation);
  try {
    await pause(30_000);
    const [ours, limit] = await Promise.all([resting, bare].map(({ pid }) => residentMegabytes(pid)));
    await resting.stop();
    const [peak, barePeak] = [
      await peakMemoryUnderLoad(portal.server, cookie),
      await peakMemoryUnderLoad(bare, cookie),
    ];
    return [
      {
        figure: 'memory at rest',
        ours: ours ?? Number.NaN,
        limit: limit ?? Number.NaN,
        unit: 'MB',
        aim: { atMost: 130 },
      },
      { figure: 'memory under load', ours: peak, limit: barePeak, unit: 'MB', aim: { atMost: 220 } },
    ];
  } finally {
    await Promise.all([bare.stop(), resting.stop()]);
  }
}

async function peakMemoryUnderLoad({ url, pid }: Server, cookie: string): Promise<number> {
  let peak = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      peak = Math.max(peak, await residentMegabytes(pid));
      await pause(200);
    }
  })();
  try {
    await load({ url: `${url}${path}`, headers: { cookie } }, 8);
  } finally {
    isOver = true;
    await watching;
  }
  return peak;
}

/** Memory of one process in units of 2^20 bytes. */
export async function residentMegabytes(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) / 1024;
}
