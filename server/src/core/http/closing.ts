import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Milliseconds between two checks for idle connections. */
const sweepInterval = 50;

/**
 * Prepares a server for closing. Must be called before the server listens.
 * @returns a function that closes it: running requests finish, idle connections close immediately. Node.js (as of 24)
 * would not close unused ones.
 */
export function prepareClosing(http: FastifyInstance): () => Promise<void> {
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
