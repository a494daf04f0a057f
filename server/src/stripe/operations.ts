import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database, Queryable } from '../db/database.ts';
import { AppError, UnavailableError } from '../http/app-error.ts';
import { enqueue, type JobDefinition } from '../jobs/queue.ts';
import { isRefusal } from './errors.ts';
import { type NewOperation, type Operation, operationQueries } from './operations.queries.ts';

export type { NewOperation, Operation } from './operations.queries.ts';

/** What performing an operation came to. */
export type Outcome =
  | { readonly state: 'succeeded'; readonly result: object }
  /** Waits for the card's holder; `result` is kept, `clientSecret` is only passed on. */
  | { readonly state: 'requires_action'; readonly result: object; readonly clientSecret: string | undefined };

/**
 * What can be done at Stripe. `perform` is called until it returns or throws an error that is final; each of its calls uses keys derived from
 * the operation's id, so that being called again, also by two processes at once, repeats nothing.
 */
export interface OperationKind {
  readonly kind: string;
  perform(operation: Operation, options: { readonly giveUp: boolean }): Promise<Outcome>;
  /** Runs once, in the transaction that settles the operation. */
  settled?(transaction: Queryable, operation: Operation): Promise<void>;
}

/** How an operation stands for its caller. */
export interface OperationState extends Operation {
  readonly clientSecret: string | undefined;
}

/** After this the worker looks whether the request that began an operation lived to end it. */
const resumeAfterMilliseconds = 10_000;
/** After this it goes on with one whose outcome the request could not learn. */
const retryAfterMilliseconds = 1_000;
/** How long the card's holder has to confirm. */
const holderMilliseconds = 60 * 60 * 1000;

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

  function runOnce(id: string, giveUp = false): Promise<OperationState> {
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
      const outcome = await kind.perform(operation, { giveUp });
      const settled = await settle(operation, { state: outcome.state, result: outcome.result, error: null });
      return { ...settled, clientSecret: outcome.state === 'requires_action' ? outcome.clientSecret : undefined };
    } catch (error) {
      if (!isFinal(error)) throw error;
      if (!(error instanceof AppError)) logger.error({ err: error, operation: id }, 'Stripe refused an operation');
      const failure =
        error instanceof AppError
          ? { code: error.code, message: error.message }
          : { code: 'InternalError', message: '' };
      const failed = await settle(operation, { state: 'failed', result: operation.result, error: failure });
      return { ...failed, clientSecret: undefined };
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
      await runOnce(id, giveUp);
    },
  };

  return {
    job,
    register: (kind: OperationKind): void => {
      kinds.set(kind.kind, kind);
    },
    /** Writes the row and the job that will resume it; the caller commits, then runs it. An identical request gets the operation that is there. */
    begin: async (transaction: Queryable, operation: NewOperation): Promise<Operation> => {
      const begun = await operationQueries.insert(transaction, operation);
      await enqueueAt(transaction, begun.id, resumeAfterMilliseconds);
      return begun;
    },
    /**
     * Performs what is open of an operation. One whose outcome is not known yet comes back as pending: the worker goes on with it.
     */
    run: async (id: string, options: { giveUp?: boolean } = {}): Promise<OperationState> => {
      try {
        return await runOnce(id, options.giveUp);
      } catch (error) {
        if (!(error instanceof UnavailableError)) throw error;
        logger.warn({ err: error, operation: id }, 'an operation is left to the worker');
        await enqueueAt(database.query, id, retryAfterMilliseconds);
        const operation = await operationQueries.find(database.query, id);
        if (!operation) throw error;
        return { ...operation, clientSecret: undefined };
      }
    },
    find: (on: Queryable, id: string, accountId: number) => operationQueries.findOfAccount(on, id, accountId),
    findLive: (accountId: number, kind: string, subject: string) =>
      operationQueries.findLive(database.query, accountId, kind, subject),
  };
}

/** One job an operation: a new time replaces the one before. */
function enqueueAt(on: Queryable, id: string, milliseconds: number, giveUp = false): Promise<void> {
  const runAt = new Date(Date.now() + milliseconds);
  return enqueue(on, { name: jobName, maxAttempts }, { id, giveUp }, { key: `${jobName}-${id}`, runAt });
}

/** Errors after which trying again makes no sense: a rule's, a declined card's, a request that Stripe does not take. */
function isFinal(error: unknown): boolean {
  if (error instanceof UnavailableError) return false;
  return error instanceof AppError || isRefusal(error);
}
