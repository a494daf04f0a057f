import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Milliseconds between two looks for connections that have fallen idle. */
const sweepInterval = 50;

/**
 * Prepares a server to be closed; call it before it listens.
 * @returns closes it: requests under way end, and connections that fall idle meanwhile are closed too, as each would be waited for until its keep-alive
 * runs out. So are those on which nothing was asked yet: browsers open some in advance, and Node.js (as of 24) does not take them for idle.
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
