import { createHash } from 'node:crypto';
import Fastify, { type FastifyRequest } from 'fastify';
import pg from 'pg';

/**
 * What the servers share that lists are compared with: Fastify and pg alone. One prepared statement finds the session, one reads twenty rows by index;
 * nothing is counted, checked, logged or kept from caches.
 */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
export const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
export const app = Fastify();

export const text = { type: 'string' } as const;
export const textOrNull = { type: 'string', nullable: true } as const;
export const integer = { type: 'integer' } as const;
export const boolean = { type: 'boolean' } as const;

/** How the answer with a page of rows is written. */
export const pageOf = (properties: object) => ({
  type: 'object',
  properties: {
    items: { type: 'array', items: { type: 'object', properties } },
    total: integer,
    totalPages: integer,
    page: integer,
    pageSize: integer,
  },
});

/** A column of who asks: of their row `u` in users, or of what is `joined` to it. @throws for who is signed out. */
async function ofSession<Value>({ headers }: FastifyRequest, column: string, joined: string): Promise<Value> {
  const id = /(?:^|; )portico_session=([^;]+)/.exec(headers.cookie ?? '')?.[1] ?? '';
  const { rows } = await pool.query({
    name: 'session',
    text: `select ${column} as value from sessions s join users u on u.id = s.user_id ${joined} where s.id_hash = $1 and s.expires_at > now()`,
    values: [createHash('sha256').update(id).digest()],
  });
  const value: Value | undefined = rows[0]?.value;
  if (!value) throw new Error('signed out');
  return value;
}

/** The id of the account of who asks. */
export const accountOf = (request: FastifyRequest) => ofSession<number>(request, 'u.account_id', '');

/** The payment provider's customer of the account of who asks. */
export const customerOf = (request: FastifyRequest) =>
  ofSession<string>(request, 'a.stripe_customer_id', 'join accounts a on a.id = u.account_id');

/** Serves what was added to `app` until the process is ended. */
export async function serve(): Promise<void> {
  app.get('/readyz', async () => ({ status: 'ok' }));
  await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
  process.once('SIGTERM', () =>
    app
      .close()
      .then(() => pool.end())
      .then(() => process.exit(0)),
  );
}
