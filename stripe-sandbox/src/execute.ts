import type { PoolClient } from 'pg';
import type { Endpoint } from './endpoint.ts';
import { ApiError, documentationOf } from './errors.ts';
import { present } from './present/present.ts';
import type { Database } from './storage/database.ts';
import { type Answer, fingerprintOf, keepAnswer, takeKey } from './storage/idempotency.ts';
import { type Site, Work } from './storage/work.ts';

/** One API call, already authenticated. */
export interface Request {
  endpoint: Endpoint;
  ids: Record<string, string>;
  raw: Record<string, unknown>;
  path: string;
  id: string;
  idempotencyKey: string | null;
  isBrowser: boolean;
  clientIp: string | null;
}

export interface Executed extends Answer {
  replayed: boolean;
  /** True when there may be webhooks to deliver now. */
  hasEvents: boolean;
  headers: Record<string, string>;
}

/**
 * Runs one API call as one transaction. A refusal rolls back what was done, except for refusals that keep their work, such
 * as a declined payment. With an idempotency key the answer, also a refusal, is stored in the same transaction.
 */
export async function execute(database: Database, site: Site, request: Request): Promise<Executed> {
  const { endpoint } = request;
  const { parameters, expand } = endpoint.read(request.raw);
  const connection = await database.connect();
  try {
    await connection.query('begin');
    const executed =
      endpoint.method === 'GET'
        ? await read(connection, site, request, parameters, expand)
        : await change(connection, site, request, parameters, expand);
    await connection.query('commit');
    connection.release();
    return executed;
  } catch (error) {
    // A connection that cannot roll back is broken and must not be used again.
    const broken = await connection.query('rollback').then(
      () => false,
      () => true,
    );
    connection.release(broken);
    throw error;
  }
}

async function read(
  connection: PoolClient,
  site: Site,
  request: Request,
  parameters: object,
  expand: string[],
): Promise<Executed> {
  const work = new Work(connection, site);
  const answer = await request.endpoint.run({ ...request, work, parameters });
  return {
    status: 200,
    body: JSON.stringify(await present(work, answer, expand)),
    replayed: false,
    hasEvents: false,
    headers: {},
  };
}

async function change(
  connection: PoolClient,
  site: Site,
  request: Request,
  parameters: object,
  expand: string[],
): Promise<Executed> {
  const key = request.endpoint.method === 'POST' ? request.idempotencyKey : null;
  const fingerprint = fingerprintOf(request.endpoint.method, request.path, request.raw);
  if (key !== null) {
    const known = await takeKey(connection, key, fingerprint);
    if (known !== undefined) return { ...known, replayed: true, hasEvents: false, headers: {} };
  }

  const work = new Work(connection, site, { id: request.id, idempotencyKey: request.idempotencyKey });
  await work.lock();
  await connection.query('savepoint call');
  let executed: Executed;
  try {
    const answer = await request.endpoint.run({ ...request, work, parameters });
    await work.flush();
    const body = JSON.stringify(await present(work, answer, expand));
    if (work.isPreview) await connection.query('rollback to savepoint call');
    executed = { status: 200, body, replayed: false, hasEvents: work.hasEvents && !work.isPreview, headers: {} };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.keepsWork) await work.flush();
    else await connection.query('rollback to savepoint call');
    executed = {
      status: error.status,
      body: errorBody(error, request.id),
      replayed: false,
      hasEvents: error.keepsWork && work.hasEvents,
      headers: error.headers,
    };
  }
  if (key !== null) await keepAnswer(connection, key, fingerprint, executed);
  return executed;
}

/** A refusal as it goes over the wire. */
export function errorBody(error: ApiError, requestId: string): string {
  const { message, type, ...detail } = error.body;
  return JSON.stringify({
    error: {
      ...(detail.code === undefined ? {} : { code: detail.code, doc_url: documentationOf(detail.code) }),
      ...detail,
      message,
      request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}`,
      type,
    },
  });
}
