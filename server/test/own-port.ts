import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the range from which systems assign ports: to listeners on any port, and to connections. */
const range = [20_000, 32_000] as const;
/** Maximum number of workers in a run. Worker n uses every port with the same remainder. */
const maxWorkers = 16;

/** A port of loopback for this worker of Vitest: see `ownPorts`. */
export async function ownPort(): Promise<number> {
  const [port = 0] = await ownPorts(1, Number(process.env.VITEST_POOL_ID ?? 0));
  return port;
}

/**
 * Free ports on loopback, all different. Each worker has its own, so that no other uses them, not even much later or
 * after a kill. @throws if there are more workers than that
 */
export async function ownPorts(count: number, worker: number): Promise<number[]> {
  if (worker >= maxWorkers)
    throw new Error(`own-port.ts has ports for ${maxWorkers} workers, but this is worker ${worker}`);
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(range[0] / maxWorkers, range[1] / maxWorkers) * maxWorkers + worker;
    if (!ports.has(port) && (await isFree(port))) ports.add(port);
  }
  return [...ports];
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
