import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that systems hand out by themselves: to whoever asks for any port, and to each connection that is made. */
const range = [20_000, 32_000] as const;

/**
 * A port of loopback that nobody listens on, and that nobody else of this run takes until it is used, be it much later: those of one worker are even,
 * those of the other odd.
 */
export async function ownPort(): Promise<number> {
  const worker = Number(process.env.VITEST_POOL_ID ?? 0) % 2;
  for (;;) {
    const port = randomInt(range[0] / 2, range[1] / 2) * 2 + worker;
    if (await isFree(port)) return port;
  }
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
