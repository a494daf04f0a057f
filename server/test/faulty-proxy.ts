import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';
import { afterAll } from 'vitest';

/**
 * What goes wrong with a call: `drop` does the work and loses the answer, `refuse` does nothing, `silence` never answers, a number is answered
 * without doing it.
 * `fail and keep` and `do, fail and keep` answer 500, without or after the work, and ever after to the same idempotency key, as Stripe does.
 */
export type Fault = 'drop' | 'refuse' | 'silence' | 'fail and keep' | 'do, fail and keep' | number;

export interface FaultyProxy {
  readonly url: string;
  /** Decides for each call; undefined lets it through. */
  decide: (method: string, path: string, key: string) => Fault | undefined;
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
  const keptFailures = new Set<string>();
  const server = createServer((incoming, outgoing) => {
    const method = incoming.method ?? 'GET';
    const path = incoming.url ?? '/';
    proxy.calls.push(`${method} ${path.split('?')[0]}`);
    const key = String(incoming.headers['idempotency-key'] ?? '');
    const fail = (status: number, headers: Record<string, string> = {}) => {
      incoming.resume();
      outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
      outgoing.end(JSON.stringify({ error: { type: 'api_error', message: 'An error on our side.' } }));
    };
    if (keptFailures.has(key)) return fail(500, { 'idempotent-replayed': 'true' });
    const fault = proxy.decide(method, path, key);
    if (fault === 'refuse') return incoming.socket.destroy();
    if (fault === 'silence') return incoming.resume();
    if (typeof fault === 'number') return fail(fault);
    if (key && (fault === 'fail and keep' || fault === 'do, fail and keep')) keptFailures.add(key);
    if (fault === 'fail and keep') return fail(500);
    const upstream = forward(new URL(path, target), { method, headers: incoming.headers }, (answer) => {
      if (fault === 'drop' || fault === 'do, fail and keep') {
        answer.resume();
        answer.once('end', () => (fault === 'drop' ? incoming.socket.destroy() : fail(500)));
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
