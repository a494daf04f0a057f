import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that systems hand out by themselves: to whoever asks for any port, and to each connection that is made. */
const range = [20_000, 32_000] as const;
/** Workers that one run may have: each takes every so-manieth port. */
const lanes = 16;

/** A port of loopback for this worker of Vitest: see `ownPorts`. */
export async function ownPort(): Promise<number> {
  const [port = 0] = await ownPorts(1, Number(process.env.VITEST_POOL_ID ?? 0));
  return port;
}

/**
 * Ports of loopback that nobody listens on, all different, and that nobody else of this run takes until they are used, be it much later or again after
 * a kill: each worker has ports of its own. @throws when there are more workers than that
 */
export async function ownPorts(count: number, worker: number): Promise<number[]> {
  if (worker >= lanes) throw new Error(`own-port.ts has ports for ${lanes} workers, and this is number ${worker}`);
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(range[0] / lanes, range[1] / lanes) * lanes + worker;
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
