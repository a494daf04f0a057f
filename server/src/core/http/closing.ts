import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Milliseconds between two checks for idle connections. */
const sweepInterval = 50;

/**
 * Prepares a server to be closed. Call it before the server listens.
 * @returns a function that closes it: requests under way end, and idle connections are closed at once instead of at their keep-alive limit. Unused
 * connections, which browsers open in advance, are closed too; Node.js (as of 24) does not count them as idle.
 */
export function closingOf(http: FastifyInstance): () => Promise<void> {
  const unused = new Set<Socket>();
  http.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  http.server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket));
  const closeIdle = () => {
    http.server.closeIdleConnections();
    for (const socket of unused) socket.destroy();
  };
  return async () => {
    const sweep = setInterval(closeIdle, sweepInterval);
    try {
      await http.close();
    } finally {
      clearInterval(sweep);
    }
  };
}
