import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * A separate Fastify that is made at the first request and answers in place of the portal's. It suits parts that are rarely used and load large
 * libraries. Headers that the portal's hooks have set are kept.
 * @param make loads the libraries. It is called again at the next request where it fails.
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
    /** Answers the request. The result of its handler is not sent again. */
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
