import { join } from 'node:path';
import { freePort, prepareInstallation, type Server, startPortal, startServer } from './processes.ts';
import { median, type Row } from './row.ts';

const rounds = 5;

/** From starting the process to the first 200 of /readyz, on an installation that already has its demo data. */
export async function measureStartUp(folder: string): Promise<Row[]> {
  const installation = await prepareInstallation(folder, 'start-up');
  const times = { portal: [] as number[], npm: [] as number[], bare: [] as number[] };
  const timed = async (server: Promise<Server>) => {
    const { milliseconds, stop } = await server;
    await stop();
    return milliseconds;
  };
  // The first start creates the demo data, and the second is the first with compiled code.
  for (let count = 0; count < 2; count += 1) await timed(startPortal(installation));
  for (let round = 0; round < rounds; round += 1) {
    times.bare.push(await timed(startBare(folder)));
    times.portal.push(await timed(startPortal(installation)));
    times.npm.push(await timed(startPortal(installation, { npm: true })));
  }
  const limit = median(times.bare);
  return [
    { figure: 'start to ready', ours: median(times.portal), limit, unit: 'ms', aim: { atMost: 800 } },
    { figure: 'start to ready, npm included', ours: median(times.npm), limit, unit: 'ms', aim: 'none' },
  ];
}

async function startBare(folder: string): Promise<Server> {
  const port = await freePort();
  return startServer([process.execPath, join(import.meta.dirname, 'bare/hello.ts')], {
    port,
    path: '/readyz',
    env: { PORT: String(port) },
    logFile: join(folder, 'bare.log'),
  });
}
