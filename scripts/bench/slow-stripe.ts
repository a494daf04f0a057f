import { once } from 'node:events';
import { Agent, createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A proxy between a portal and its sandbox that counts calls and delays them like a distant Stripe. */
export interface SlowStripe {
  readonly url: string;
  /** Milliseconds added to each call. */
  delay: number;
  /** Received calls, as 'METHOD /path'. */
  readonly calls: string[];
  stop(): Promise<void>;
}

export async function startSlowStripe(target: string): Promise<SlowStripe> {
  const agent = new Agent({ keepAlive: true });
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming;
    slow.calls.push(`${method} ${url.split('?')[0]}`);
    if (slow.delay > 0) await pause(slow.delay);
    const upstream = forward(new URL(url, target), { method, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    upstream.once('error', () => incoming.socket.destroy());
    incoming.pipe(upstream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const slow: SlowStripe = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    delay: 0,
    calls: [],
    async stop() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return slow;
}
