import Fastify from 'fastify';

/** The smallest Fastify server, as a baseline for starting and for the first paint. */
const app = Fastify();
app.get('/readyz', async () => ({ status: 'ok' }));
app.get('/page', async (_request, reply) =>
  reply.type('text/html').send('<!doctype html><html lang="en"><title>Bare</title><h1>Bare</h1></html>'),
);
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.once('SIGTERM', () => app.close().then(() => process.exit(0)));
