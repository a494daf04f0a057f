import type { PoolClient } from 'pg';
import type { Endpoint } from './endpoint.ts';
import { ApiError, documentationUrl, invalidRequest } from './errors.ts';
import { present } from './present/present.ts';
import { listReceivingEndpoints, lockForWriting } from './storage/connection.ts';
import type { Database } from './storage/database.ts';
import {
  type Answer,
  dropOldAnswers,
  findStoredAnswers,
  fingerprintOf,
  keyInUse,
  LONGEST_KEY,
  repeatedAnswer,
  type StoredAnswer,
  storageKey,
  storeAnswer,
} from './storage/idempotency.ts';
import { cannotRollBack } from './storage/transaction.ts';
import { type Site, Work } from './storage/work.ts';

/** An authenticated API call. */
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
  /** True when there may be webhooks to deliver. */
  hasEvents: boolean;
  headers: Record<string, string>;
}

/** A call in the queue. */
interface Waiting {
  request: Request;
  key: string | null;
  fingerprint: string;
  settle(executed: Executed): void;
  fail(error: unknown): void;
}

/** Limits of a shared transaction, in calls and milliseconds, so that the first caller does not wait for the last. */
const MAX_TOGETHER = 32;
const LONGEST = 25;
/** The interval between deletions of old idempotency keys, in milliseconds. */
const SWEEP = 10 * 60_000;

/**
 * Runs API calls. Reads run at once; writes run in order and may share a transaction. Each call is done whole or
 * rolled back, except refusals that keep their work, such as declines. An idempotency key is stored with its call.
 */
export class Executor {
  readonly #database: Database;
  readonly #site: Site;
  readonly #log: (line: object) => void;
  readonly #keysUnderWay = new Set<string>();
  #waiting: Waiting[] = [];
  #isBusy = false;
  #sweptAt = performance.now();

  constructor(database: Database, site: Site, log: (line: object) => void) {
    this.#database = database;
    this.#site = site;
    this.#log = log;
  }

  async execute(request: Request): Promise<Executed> {
    if (request.endpoint.method === 'GET') return this.#read(request);
    // A call with invalid parameters is rejected before anything is stored.
    request.endpoint.read(request.raw);
    const { idempotencyKey } = request;
    if (request.endpoint.method !== 'POST' || idempotencyKey === null) return this.#enqueue(request, null);
    if (idempotencyKey.length > LONGEST_KEY) {
      throw invalidRequest(`Idempotency keys can have up to ${LONGEST_KEY} characters.`);
    }
    const key = storageKey(idempotencyKey, request.isBrowser);
    if (this.#keysUnderWay.has(key)) throw keyInUse(idempotencyKey);
    this.#keysUnderWay.add(key);
    try {
      return await this.#enqueue(request, key);
    } finally {
      this.#keysUnderWay.delete(key);
    }
  }

  async #read(request: Request): Promise<Executed> {
    const { parameters, expand } = request.endpoint.read(request.raw);
    const work = new Work(this.#database, this.#site, undefined, 'read');
    const answer = await request.endpoint.run({ ...request, work, parameters });
    return done(JSON.stringify(await present(work, answer, expand)));
  }

  #enqueue(request: Request, key: string | null): Promise<Executed> {
    const fingerprint = key === null ? '' : fingerprintOf(request.endpoint.method, request.path, request.raw);
    return new Promise((settle, fail) => {
      this.#waiting.push({ request, key, fingerprint, settle, fail });
      if (!this.#isBusy) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    while (this.#waiting.length > 0) await this.#transact((room) => this.#next(room));
    this.#isBusy = false;
    if (performance.now() - this.#sweptAt < SWEEP) return;
    this.#sweptAt = performance.now();
    await dropOldAnswers(this.#database).catch((error) =>
      this.#log({ level: 'error', message: `old answers: ${String(error)}` }),
    );
  }

  /** Up to `room` calls from the front of the queue. A slow call gets a transaction of its own. */
  #next(room: number): Waiting[] {
    const long = this.#waiting.findIndex(({ request }) => request.endpoint.isLong);
    if (long === 0 && room === MAX_TOGETHER) return this.#waiting.splice(0, 1);
    return this.#waiting.splice(0, Math.min(room, long < 0 ? room : long));
  }

  /**
   * Runs the calls of `next` in one transaction. If it fails, each call runs again in a transaction of its own, so
   * that a failure affects one call only.
   */
  async #transact(next: (room: number) => Waiting[]): Promise<void> {
    const taken: Waiting[] = [];
    let connection: PoolClient | undefined;
    try {
      connection = await this.#database.connect();
      const results = await this.#runAll(connection, (room) => {
        const some = next(room);
        taken.push(...some);
        return some;
      });
      connection.release();
      for (const [index, executed] of results.entries()) taken[index]?.settle(executed);
    } catch (error) {
      // Without a connection no call was taken. The calls at the front of the queue are rejected.
      if (connection === undefined) for (const one of next(MAX_TOGETHER)) one.fail(error);
      connection?.release(await cannotRollBack(connection));
      if (taken.length === 1) taken[0]?.fail(error);
      else for (const one of taken) await this.#transact(once(one));
    }
  }

  async #runAll(connection: PoolClient, next: (room: number) => Waiting[]): Promise<Executed[]> {
    const started = performance.now();
    const results: Executed[] = [];
    const sent: Promise<unknown>[] = [];
    // These statements are sent without waiting for earlier answers.
    const begun = quietly(Promise.all([connection.query('begin'), lockForWriting(connection)]));
    void listReceivingEndpoints(connection);
    sent.push(begun);
    for (;;) {
      const isFull = performance.now() - started > LONGEST && results.length > 0;
      const calls = isFull ? [] : next(MAX_TOGETHER - results.length);
      if (calls.length === 0) break;
      const keys = calls.flatMap(({ key }) => (key === null ? [] : [key]));
      const kept = keys.length === 0 ? new Map<string, StoredAnswer>() : await findStoredAnswers(connection, keys);
      for (const call of calls) {
        const { executed, settled } = await this.#change(connection, call, kept);
        results.push(executed);
        sent.push(quietly(settled));
      }
    }
    sent.push(quietly(connection.query('commit')));
    for (const one of sent) await one;
    return results;
  }

  /** Makes one call in the transaction. `settled` rejects when a write failed. */
  async #change(
    connection: PoolClient,
    { request, key, fingerprint }: Waiting,
    kept: Map<string, StoredAnswer>,
  ): Promise<{ executed: Executed; settled: Promise<unknown> }> {
    const known = key === null ? undefined : kept.get(key);
    if (known !== undefined) return { executed: repeat(known, fingerprint, request), settled: Promise.resolve() };

    const work = new Work(connection, this.#site, { id: request.id, idempotencyKey: request.idempotencyKey }, 'call');
    let executed: Executed;
    try {
      const { parameters, expand } = request.endpoint.read(request.raw);
      const answer = await request.endpoint.run({ ...request, work, parameters });
      executed = done(JSON.stringify(await present(work, answer, expand)));
      if (work.isPreview) work.undo();
      else {
        await work.finish();
        executed.hasEvents = work.hasEvents;
      }
    } catch (error) {
      if (!(error instanceof ApiError)) {
        // After one database error all later statements fail too, so the first error is reported.
        await work.settled();
        throw error;
      }
      if (error.keepsWork) await work.finish();
      else work.undo();
      executed = { ...refused(error, request), hasEvents: error.keepsWork && work.hasEvents };
    }
    const stored = key === null ? undefined : storeAnswer(connection, { key, fingerprint, ...executed });
    return { executed, settled: Promise.all([work.settled(), stored]) };
  }
}

function done(body: string): Executed {
  return { status: 200, body, replayed: false, hasEvents: false, headers: {} };
}

function refused(error: ApiError, request: Request): Executed {
  const { status, headers } = error;
  return { status, body: errorBody(error, request.id), replayed: false, hasEvents: false, headers };
}

function repeat(kept: StoredAnswer, fingerprint: string, request: Request): Executed {
  try {
    const asked = { key: request.idempotencyKey ?? '', fingerprint };
    return { ...repeatedAnswer(kept, asked), replayed: true, hasEvents: false, headers: {} };
  } catch (error) {
    if (error instanceof ApiError) return refused(error, request);
    throw error;
  }
}

/** Returns one call, and then none. */
function once(call: Waiting): () => Waiting[] {
  const calls = [call];
  return () => calls.splice(0);
}

/** Returns the same promise and prevents an unhandled rejection until it is awaited. */
function quietly<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/** The response body of a refusal. */
export function errorBody(error: ApiError, requestId: string): string {
  const { message, type, ...detail } = error.body;
  return JSON.stringify({
    error: {
      ...(detail.code === undefined ? {} : { code: detail.code, doc_url: documentationUrl(detail.code) }),
      ...detail,
      message,
      request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}`,
      type,
    },
  });
}
