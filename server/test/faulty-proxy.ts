import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';
import { afterAll } from 'vitest';

/**
 * What goes wrong with a call: `drop` does the work and loses the answer, `refuse` does nothing, `silence` never answers, a number is answered
 * without doing it.
 */
export type Fault = 'drop' | 'refuse' | 'silence' | number;

export interface FaultyProxy {
  readonly url: string;
  /** Decides for each call; undefined lets it through. */
  decide: (method: string, path: string) => Fault | undefined;
  /** Calls that came, as 'METHOD /path'. */
  readonly calls: string[];
}

/** Stands between the gateway and the sandbox. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const proxy: { -readonly [Key in keyof FaultyProxy]: FaultyProxy[Key] } = {
    url: '',
    decide: () => undefined,
    calls: [],
  };
  const server = createServer((incoming, outgoing) => {
    const method = incoming.method ?? 'GET';
    const path = incoming.url ?? '/';
    proxy.calls.push(`${method} ${path.split('?')[0]}`);
    const fault = proxy.decide(method, path);
    if (fault === 'refuse') return incoming.socket.destroy();
    if (fault === 'silence') return incoming.resume();
    if (typeof fault === 'number') {
      incoming.resume();
      outgoing.writeHead(fault, { 'content-type': 'application/json' });
      return outgoing.end(JSON.stringify({ error: { type: 'api_error', message: 'An error on our side.' } }));
    }
    const upstream = forward(new URL(path, target), { method, headers: incoming.headers }, (answer) => {
      if (fault === 'drop') {
        answer.resume();
        answer.once('end', () => incoming.socket.destroy());
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    upstream.once('error', () => incoming.socket.destroy());
    incoming.pipe(upstream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy.url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return proxy;
}
