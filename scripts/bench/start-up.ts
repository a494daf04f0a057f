import { join } from 'node:path';
import { freePort, prepareInstallation, type Server, startPortal, startServer } from './processes.ts';
import { prepareProduction } from './production-portal.ts';
import { median, type Row } from './row.ts';

const rounds = 5;

/** From the start of the process to the first 200 of /readyz, on installations that already have data. */
export async function measureStartUp(folder: string): Promise<Row[]> {
  await using production = await prepareProduction(folder, 'start-up-production');
  const demonstration = await prepareInstallation(folder, 'start-up');
  const times = {
    production: [] as number[],
    demonstration: [] as number[],
    npm: [] as number[],
    bare: [] as number[],
  };
  const timed = async (server: Promise<Server>) => {
    const { milliseconds, stop } = await server;
    await stop();
    return milliseconds;
  };
  // The first start creates the data; the second one prepares the compiled code for later starts.
  for (const installation of [production.installation, demonstration])
    for (let count = 0; count < 2; count += 1) await timed(startPortal(installation));
  for (let round = 0; round < rounds; round += 1) {
    times.bare.push(await timed(startBare(folder)));
    times.production.push(await timed(startPortal(production.installation)));
    times.demonstration.push(await timed(startPortal(demonstration)));
    times.npm.push(await timed(startPortal(demonstration, { npm: true })));
  }
  const limit = median(times.bare);
  const row = (name: keyof typeof times, how: string, aim: Row['aim']): Row => ({
    figure: `start to ready, ${how}`,
    ours: median(times[name]),
    limit,
    unit: 'ms',
    aim,
  });
  return [
    row('production', 'production', { atMostTimes: 3.5 }),
    row('demonstration', 'demonstration', { atMostTimes: 4.5 }),
    row('npm', 'demonstration, npm included', 'none'),
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
