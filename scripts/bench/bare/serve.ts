import { createHash } from 'node:crypto';
import Fastify, { type FastifyRequest } from 'fastify';
import pg from 'pg';

/**
 * Shared code of the baselines for lists: only Fastify and pg. One prepared statement finds the session, another reads
 * twenty rows with an index. No counts, checks, logs or caches.
 */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
export const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
export const app = Fastify();

export const text = { type: 'string' } as const;
export const textOrNull = { type: 'string', nullable: true } as const;
export const integer = { type: 'integer' } as const;
export const boolean = { type: 'boolean' } as const;

/** The schema of a response with a page of rows. */
export const pageSchema = (properties: object) => ({
  type: 'object',
  properties: {
    items: { type: 'array', items: { type: 'object', properties } },
    total: integer,
    totalPages: integer,
    page: integer,
    pageSize: integer,
  },
});

/** A column of the caller: of the row `u` in users, or of a `joined` table. @throws if signed out. */
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

/** The id of the caller's account. */
export const sessionAccount = (request: FastifyRequest) => ofSession<number>(request, 'u.account_id', '');

/** The payment provider's customer of the caller's account. */
export const sessionCustomer = (request: FastifyRequest) =>
  ofSession<string>(request, 'a.stripe_customer_id', 'join accounts a on a.id = u.account_id');

/** Serves the routes of `app` until the process ends. */
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
