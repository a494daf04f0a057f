import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';
import { closeAfterTests } from './clean-up.ts';

/**
 * A fault of a call:
 * - `drop` does the work and loses the response; `do, then silence` does the work and never responds;
 * - `refuse` breaks the connection, `silence` never responds, and a number is answered, all without the work;
 * - `fail and keep` and `do, fail and keep` answer 500, and repeat it for the same idempotency key, like Stripe;
 * - `429 with retry` asks the SDK to repeat the call; `card error` is a declining bank.
 */
export type Fault =
  | 'drop'
  | 'refuse'
  | 'silence'
  | 'do, then silence'
  | 'fail and keep'
  | 'do, fail and keep'
  | '429 with retry'
  | 'card error'
  | number;

export interface FaultyProxy {
  readonly url: string;
  /** Chooses a fault for each call; undefined forwards it. */
  decide: (method: string, path: string, key: string) => Fault | undefined | Promise<Fault | undefined>;
  /** Runs after the work, before the response is sent. */
  beforeAnswer: (method: string, path: string, key: string) => Promise<void> | undefined;
  /** Received calls, as 'METHOD /path'. */
  readonly calls: string[];
  /** Stops listening, so that connections are refused. */
  close(): Promise<void>;
  /** Listens again on the same port. */
  open(): Promise<void>;
}

/** The message of the declining bank. */
export const cardErrorMessage = 'Your card was declined by a fault.';

const serverError = { type: 'api_error', message: 'An error on our side.' };
const cardError = {
  type: 'card_error',
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: cardErrorMessage,
};

/** A proxy between the gateway and the sandbox. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const keptFailures = new Set<string>();
  const server = createServer(async (incoming, outgoing) => {
    const method = incoming.method ?? 'GET';
    const path = incoming.url ?? '/';
    proxy.calls.push(`${method} ${path.split('?')[0]}`);
    const key = String(incoming.headers['idempotency-key'] ?? '');
    const fail = (status: number, headers: Record<string, string> = {}, error: object = serverError) => {
      incoming.resume();
      outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
      outgoing.end(JSON.stringify({ error }));
    };
    if (keptFailures.has(key)) return fail(500, { 'idempotent-replayed': 'true' });
    const fault = await proxy.decide(method, path, key);
    if (fault === 'refuse') return incoming.socket.destroy();
    if (fault === 'silence') return incoming.resume();
    if (fault === '429 with retry') return fail(429, { 'stripe-should-retry': 'true' });
    if (fault === 'card error') return fail(402, {}, cardError);
    if (typeof fault === 'number') return fail(fault);
    if (key && (fault === 'fail and keep' || fault === 'do, fail and keep')) keptFailures.add(key);
    if (fault === 'fail and keep') return fail(500);
    const upstream = forward(new URL(path, target), { method, headers: incoming.headers }, async (answer) => {
      await proxy.beforeAnswer(method, path, key);
      if (fault === 'drop' || fault === 'do, fail and keep' || fault === 'do, then silence') {
        answer.resume();
        answer.once('end', () => {
          if (fault === 'drop') incoming.socket.destroy();
          if (fault === 'do, fail and keep') fail(500);
        });
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    upstream.once('error', () => incoming.socket.destroy());
    incoming.pipe(upstream);
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as { port: number }).port;
  };
  const close = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  const port = await listen(0);
  const proxy: FaultyProxy = {
    url: `http://127.0.0.1:${port}`,
    decide: () => undefined,
    beforeAnswer: () => undefined,
    calls: [],
    close,
    open: async () => void (await listen(port)),
  };
  closeAfterTests(close);
  return proxy;
}
