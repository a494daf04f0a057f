import pg from 'pg';
import { isDatabaseUnavailable } from './database.ts';

/** The database of DATABASE_URL cannot be used. The message says what to do, and contains no password. */
export class DatabaseError extends Error {}

/** The oldest supported PostgreSQL. */
const oldestVersion = 15;

/**
 * Checks, before any other query, that the database answers and is new enough.
 * @throws DatabaseError naming the problem of DATABASE_URL or its database.
 */
export async function requireDatabase(pool: Pick<pg.Pool, 'query' | 'options'>): Promise<void> {
  let version: number;
  try {
    const { rows } = await pool.query<{ version: string }>("select current_setting('server_version_num') as version");
    version = Math.floor(Number(rows[0]?.version) / 10_000);
  } catch (error) {
    throw new DatabaseError(describe(error, pool.options.connectionString));
  }
  if (version < oldestVersion) {
    const { server } = parseConnection(pool.options.connectionString);
    throw new DatabaseError(
      `The PostgreSQL at ${server}, to which DATABASE_URL leads, is version ${version}: Portico needs ${oldestVersion} or newer.`,
    );
  }
}

/** Comparisons of two connections. A busy pooler may give them different sessions by chance. */
const comparisons = 3;

/**
 * Checks that a connection keeps its session, with its locks, settings, statements and notifications (RUN-19).
 * @throws DatabaseError if DATABASE_URL leads to a pooler whose connections share sessions.
 */
export async function requireOwnSessions(
  pool: Pick<pg.Pool, 'connect' | 'options'>,
  createClient = (options: pg.ClientConfig) => new pg.Client(options),
): Promise<void> {
  const { connectionString } = pool.options;
  const first = await pool.connect();
  const second = createClient({ ...(connectionString && { connectionString }), connectionTimeoutMillis: 3_000 });
  second.on('error', () => {});
  try {
    await second.connect();
    for (let count = 0; count < comparisons; count += 1) {
      if ((await findSession(first)) !== (await findSession(second))) continue;
      throw new DatabaseError(
        'DATABASE_URL leads to a pooler in transaction mode, which gives queries of one connection to several sessions. Use session mode, or the address of PostgreSQL itself.',
      );
    }
  } finally {
    first.release();
    await second.end();
  }
}

async function findSession(client: pg.ClientBase): Promise<number | undefined> {
  return (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
}

/** The part of the address that may be shown. The driver parses it, so the message names the address that was tried. */
function parseConnection(connectionString: string | undefined) {
  const { host, port, database, user } = new pg.Client({ ...(connectionString && { connectionString }) });
  return { server: host.startsWith('/') ? `${host} (port ${port})` : `${host}:${port}`, database, user };
}

function describe(error: unknown, connectionString: string | undefined): string {
  const { server, database, user } = parseConnection(connectionString);
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (code.startsWith('28') || /client password must be a/.test(message)) {
    return `PostgreSQL at ${server} refused the name or the password of DATABASE_URL (user ${user}).`;
  }
  if (code === '3D000') {
    return `PostgreSQL at ${server} has no database "${database}": DATABASE_URL should name one that is there.`;
  }
  // Too many connections, starting up, shutting down; or a pooler's refusal.
  if (/^(?:53|57P|08P)/.test(code))
    return `PostgreSQL at ${server} (DATABASE_URL) takes no connections now: ${message}.`;
  if (isDatabaseUnavailable(error) || code === 'EAI_AGAIN') {
    const reason = /^[A-Z_]+$/.test(code) ? code : 'no answer in time';
    return `No PostgreSQL can be reached at ${server} (${reason}): DATABASE_URL should lead to one that is running.`;
  }
  return `The database of DATABASE_URL, "${database}" at ${server}, cannot be used: ${message || code}.`;
}
