import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';

/**
 * What the list of users is compared with: Fastify and pg alone. One prepared statement finds the session, one reads twenty rows by index; nothing is
 * counted, checked, logged or kept from caches.
 */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = Fastify();

const text = { type: 'string' } as const;
const integer = { type: 'integer' } as const;
const boolean = { type: 'boolean' } as const;
const row = {
  id: integer,
  login: text,
  email: text,
  firstName: text,
  lastName: text,
  phone: text,
  comments: text,
  active: boolean,
  readOnly: boolean,
  admin: boolean,
  isOwner: boolean,
  lastLoginDate: { type: 'string', nullable: true },
} as const;
const answer = {
  type: 'object',
  properties: {
    items: { type: 'array', items: { type: 'object', properties: row } },
    total: integer,
    totalPages: integer,
    page: integer,
    pageSize: integer,
  },
};
const total = 10_000;

app.get('/readyz', async () => ({ status: 'ok' }));

app.get('/api/User/list', { schema: { response: { 200: answer } } }, async (request) => {
  const id = /(?:^|; )portico_session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  const sessions = await pool.query({
    name: 'session',
    text: `select u.account_id as account from sessions s join users u on u.id = s.user_id where s.id_hash = $1 and s.expires_at > now()`,
    values: [createHash('sha256').update(id).digest()],
  });
  const account: number | undefined = sessions.rows[0]?.account;
  if (!account) throw new Error('signed out');
  const { rows } = await pool.query({
    name: 'users',
    text: `
      select id, login, email, first_name as "firstName", last_name as "lastName", phone, comments, active, read_only as "readOnly",
             is_admin as admin, is_owner as "isOwner", last_login_at as "lastLoginDate"
      from users where account_id = $1 order by lower(login), id limit 20`,
    values: [account],
  });
  const items = rows.map((found) => ({ ...found, lastLoginDate: found.lastLoginDate?.toISOString() ?? null }));
  return { items, total, totalPages: total / 20, page: 1, pageSize: 20 };
});

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.once('SIGTERM', () =>
  app
    .close()
    .then(() => pool.end())
    .then(() => process.exit(0)),
);
