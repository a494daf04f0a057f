import { isDeepStrictEqual } from 'node:util';
import type { ErrorCode, OperationStatus } from '@portico/contract';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type Database, isUniqueViolation, type Queryable } from '../db/database.ts';
import { AppError, NotFoundError, UnavailableError } from '../http/app-error.ts';
import { enqueue, type JobDefinition } from '../jobs/queue.ts';
import type { MessageKey } from '../messages/index.ts';
import { CardError, ChangeUnderWayError, isFinal } from './errors.ts';
import { createStep, type Step } from './operation-steps.ts';
import { type NewOperation, type Operation, operationQueries } from './operations.queries.ts';

export type { NewOperation, Operation } from './operations.queries.ts';

/** What performing an operation came to. */
export type Outcome =
  | { readonly state: 'succeeded'; readonly result: object }
  /** Waits for the card's holder; `result` is kept, `clientSecret` is only passed on. */
  | { readonly state: 'requires_action'; readonly result: object; readonly clientSecret: string | undefined };

/** What an operation is performed with. */
export interface Performance {
  /** Makes one call that changes something. Readings need no step. */
  readonly step: Step;
  /** True when the card's holder has had their time. */
  readonly giveUp: boolean;
}

/**
 * What can be done at Stripe. `perform` is called until it returns or throws an error that is final; each call that changes something is a step,
 * so that being called again, also by two processes at once, repeats nothing.
 */
export interface OperationKind {
  readonly kind: string;
  perform(operation: Operation, performance: Performance): Promise<Outcome>;
  /** Runs once, in the transaction that settles the operation. */
  settled?(transaction: Queryable, operation: Operation): Promise<void>;
}

/** How an operation stands for its caller. */
export interface OperationState extends Operation {
  readonly clientSecret: string | undefined;
}

/** After this the worker looks whether the request that began an operation lived to end it. */
const resumeAfterMilliseconds = 10_000;
/** How long the card's holder has to confirm. */
const holderMilliseconds = 60 * 60 * 1000;
const dayMilliseconds = 24 * 60 * 60 * 1000;

/**
 * When the worker goes on with an operation whose outcome could not be learnt: soon at first, then every half minute, so that nobody waits for
 * longer than that once Stripe answers again; after a day every ten minutes.
 */
function retryAfterMilliseconds({ createdAt }: Operation, now = Date.now()): number {
  const age = now - createdAt.getTime();
  if (age > dayMilliseconds) return 600_000;
  return Math.min(Math.max(1_000, age / 4), 30_000);
}

const payload = z.object({ id: z.uuid(), giveUp: z.boolean().default(false) });
const jobName = 'stripe-operation';
const maxAttempts = 25;

/**
 * Changes at Stripe: a row first, then the calls with keys that derive from it, then the result. What a crash, a timeout or a lost answer leaves
 * open is resumed by the job.
 */
export function createOperations(database: Database, logger: Logger) {
  const kinds = new Map<string, OperationKind>();

  /** Writes the outcome, once; whoever comes later gets what is there. */
  async function settle(
    operation: Operation,
    outcome: Pick<Operation, 'state' | 'result' | 'error'>,
  ): Promise<Operation> {
    const settled = await database.transaction(async (transaction) => {
      if (outcome.state === 'requires_action' && operation.state !== 'requires_action') {
        await enqueueAt(transaction, operation.id, holderMilliseconds, true);
      }
      const written = await operationQueries.settle(transaction, operation.id, outcome);
      if (written?.settledAt) await kinds.get(operation.kind)?.settled?.(transaction, written);
      return written;
    });
    return settled ?? (await operationQueries.find(database.query, operation.id)) ?? operation;
  }

  /** Identical requests in one process wait for the same work; between processes the keys keep it from being done twice. */
  const running = new Map<string, Promise<OperationState>>();

  function runOnce(id: string, giveUp: boolean): Promise<OperationState> {
    const key = `${id} ${giveUp}`;
    const work = running.get(key) ?? run(id, giveUp).finally(() => running.delete(key));
    running.set(key, work);
    return work;
  }

  async function run(id: string, giveUp: boolean): Promise<OperationState> {
    const operation = await operationQueries.find(database.query, id);
    if (!operation) throw new Error(`There is no operation ${id}`);
    const kind = kinds.get(operation.kind);
    if (!kind) throw new Error(`Nothing performs operations of kind ${operation.kind}`);
    if (operation.settledAt) return { ...operation, clientSecret: undefined };
    try {
      const outcome = await kind.perform(operation, { giveUp, step: createStep(database, operation) });
      const settled = await settle(operation, { state: outcome.state, result: outcome.result, error: null });
      return { ...settled, clientSecret: outcome.state === 'requires_action' ? outcome.clientSecret : undefined };
    } catch (error) {
      if (!isFinal(error)) throw error;
      if (!(error instanceof AppError)) logger.error({ err: error, operation: id }, 'Stripe refused an operation');
      const failed = await settle(operation, { state: 'failed', result: operation.result, error: toFailure(error) });
      return { ...failed, clientSecret: undefined };
    }
  }

  /** Performs what is open; where the outcome could not be learnt, the worker goes on with it and the operation comes back as it stands. */
  async function runOrLeave(id: string, giveUp: boolean): Promise<OperationState | undefined> {
    try {
      return await runOnce(id, giveUp);
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      logger.warn({ err: error, operation: id }, 'an operation is left to the worker');
      const operation = await operationQueries.find(database.query, id);
      if (!operation || operation.settledAt) return operation && { ...operation, clientSecret: undefined };
      // One that waits for the card's holder has its job: when their time is over.
      if (operation.state === 'pending' || giveUp) {
        await enqueueAt(database.query, id, retryAfterMilliseconds(operation), giveUp);
      }
      return { ...operation, clientSecret: undefined };
    }
  }

  const job: JobDefinition<z.input<typeof payload>> = {
    name: jobName,
    maxAttempts,
    run: async (input) => {
      const { id, giveUp } = payload.parse(input);
      const operation = await operationQueries.find(database.query, id);
      // An account that was deleted took its operations along.
      if (!operation || operation.settledAt || (operation.state === 'requires_action' && !giveUp)) return;
      await runOrLeave(id, giveUp);
    },
  };

  /** Writes the row and the job that will resume it; the caller commits, then runs it. */
  async function begin(transaction: Queryable, operation: NewOperation): Promise<Operation> {
    const begun = await operationQueries.insert(transaction, operation);
    await enqueueAt(transaction, begun.id, resumeAfterMilliseconds);
    return begun;
  }

  async function beginOrJoin(
    operation: NewOperation,
    check?: (transaction: Queryable) => Promise<void>,
  ): Promise<Operation> {
    for (let attempt = 1; ; attempt++) {
      const live = await operationQueries.findLive(database.query, operation.accountId, operation.subject);
      if (live && isSameChange(live, operation)) return live;
      if (live) throw new ChangeUnderWayError(live.id);
      try {
        return await database.transaction(async (transaction) => {
          await check?.(transaction);
          return begin(transaction, operation);
        });
      } catch (error) {
        // Somebody was quicker; once that one is settled, this one is looked at afresh.
        if (attempt === 3 || !isUniqueViolation(error, 'stripe_operations_one_live_key')) throw error;
      }
    }
  }

  async function perform(id: string, giveUp = false): Promise<OperationState> {
    const state = await runOrLeave(id, giveUp);
    if (!state) throw new NotFoundError();
    return state;
  }

  return {
    job,
    register: (kind: OperationKind): void => {
      kinds.set(kind.kind, kind);
    },
    begin,
    /**
     * Makes a change: begins it, unless the same one is live already and is joined, so that identical requests, however many at once, are one.
     * One whose outcome is not known yet comes back as pending: the worker goes on with it.
     * @param check looks, in the transaction that writes the row, whether the change may be made; what it throws is passed on.
     * @throws ChangeUnderWayError while something else is being changed at the subject; the error with which the change failed.
     */
    change: async (
      operation: NewOperation,
      check?: (transaction: Queryable) => Promise<void>,
    ): Promise<OperationState> => {
      const state = await perform((await beginOrJoin(operation, check)).id);
      if (state.state === 'failed') throw failureOf(state);
      return state;
    },
    /** Performs what is open of an operation that was begun. */
    run: (id: string, options: { giveUp?: boolean } = {}): Promise<OperationState> => perform(id, options.giveUp),
    find: (on: Queryable, id: string, accountId: number) => operationQueries.findOfAccount(on, id, accountId),
    findLive: (accountId: number, subject: string, on: Queryable = database.query) =>
      operationQueries.findLive(on, accountId, subject),
    /** What of an account is being confirmed, the newest first. */
    listLive: (accountId: number, limit: number) => operationQueries.listLive(database.query, accountId, limit),
  };
}

/** Key order counts for nothing, and what is undefined is not there: the row went through JSON. */
function isSameChange(live: Operation, { kind, request }: NewOperation): boolean {
  return live.kind === kind && isDeepStrictEqual(live.request, JSON.parse(JSON.stringify(request)));
}

/** One job an operation: a new time replaces the one before. */
function enqueueAt(on: Queryable, id: string, milliseconds: number, giveUp = false): Promise<void> {
  const runAt = new Date(Date.now() + milliseconds);
  return enqueue(on, { name: jobName, maxAttempts }, { id, giveUp }, { key: `${jobName}-${id}`, runAt });
}

/** What is kept of an error: the provider's words, or the key of ours, which is said in the reader's language; and the fields that it belongs to. */
function toFailure(error: unknown): NonNullable<Operation['error']> {
  if (!(error instanceof AppError)) return { code: 'InternalError', message: '' };
  const { code, said, propertyErrors } = error;
  return {
    code,
    ...('text' in said
      ? { message: said.text, ...(said.declineCode && { declineCode: said.declineCode }) }
      : { message: '', key: said.key }),
    ...(propertyErrors && { propertyErrors }),
  };
}

const failureStatuses: Partial<Record<ErrorCode, 404 | 409 | 422>> = {
  NotFound: 404,
  InvalidCoupon: 422,
  Conflict: 409,
  PriceChanged: 409,
  ValidationError: 422,
};

/** An operation's state as the contract spells it. */
export function statusOf({ state }: Pick<Operation, 'state'>): OperationStatus {
  return state === 'requires_action' ? 'requiresAction' : state;
}

/** The error with which a failed operation ended, as whoever asked for it is told. */
export function failureOf({ error }: Pick<Operation, 'error'>): AppError {
  const code = (error?.code ?? 'InternalError') as ErrorCode;
  const key = (error?.key ?? 'problem.internal') as MessageKey;
  if (error?.code === 'CardError') return new CardError(error.key ? { key } : error.message, error.declineCode);
  return new AppError({
    code,
    status: failureStatuses[code] ?? 500,
    message: error?.message ? { text: error.message } : { key },
    ...(error?.propertyErrors && { propertyErrors: error.propertyErrors }),
  });
}
