import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Creates a separate Fastify instance at the first request, for a rarely used part with large libraries. Headers set
 * by the portal's hooks are kept.
 * @param make loads the libraries. If it fails, the next request calls it again.
 */
export function nestServer(make: () => Promise<FastifyInstance>) {
  let made: Promise<FastifyInstance> | undefined;
  const ready = () => {
    made ??= make()
      .then(async (server) => {
        await server.ready();
        return server;
      })
      .catch((error) => {
        made = undefined;
        throw error;
      });
    return made;
  };
  return {
    ready,
    /** Answers the request. The handler's result must not be sent again. */
    async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const server = await ready();
      reply.header('x-request-id', request.id).hijack();
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      server.routing(request.raw, reply.raw);
      return reply;
    },
    async close(): Promise<void> {
      await (await made?.catch(() => undefined))?.close();
    },
  };
}
