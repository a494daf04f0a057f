import Fastify from 'fastify';

/** As little as is a Fastify at all: what starting and memory are compared with. */
const app = Fastify();
app.get('/readyz', async () => ({ status: 'ok' }));
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.once('SIGTERM', () => app.close().then(() => process.exit(0)));
