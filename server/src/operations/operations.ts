import { isDeepStrictEqual } from 'node:util';
import { mostLiveOperations, type OperationStatus } from '@portico/contract';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type Database, isUniqueViolation, type Queryable } from '../db/database.ts';
import { AppError, NotFoundError, UnavailableError } from '../http/app-error.ts';
import { enqueue, type JobDefinition } from '../jobs/queue.ts';
import { isFinal } from '../stripe/index.ts';
import type { OperationKind } from './define-operation.ts';
import { ChangeUnderWayError, failureOf, toFailure } from './errors.ts';
import {
  findLiveOperation,
  listLiveOperations,
  type NewOperation,
  type Operation,
  operationQueries,
} from './operations.queries.ts';
import { createStep } from './steps.ts';

/** How an operation stands for its caller. */
export interface OperationState extends Operation {
  readonly clientSecret: string | undefined;
}

/** A change that somebody asks for. */
export interface Change extends NewOperation {
  /** Looks, in the transaction that writes the row, whether the change may be made; what it throws is passed on. */
  readonly check?: (transaction: Queryable) => Promise<void>;
}

/** Changes at Stripe, and what performs them. */
export interface Operations {
  readonly database: Database;
  readonly logger: Logger;
  readonly kinds: Map<string, OperationKind>;
  /** Identical requests in one process wait for the same work; between processes the keys keep it from being done twice. */
  readonly running: Map<string, Promise<OperationState>>;
}

/** After this the worker looks whether the request that began an operation lived to end it. */
const resumeAfterMilliseconds = 10_000;
/** The time that a cardholder has to authenticate. */
const authenticationMilliseconds = 60 * 60 * 1000;
const dayMilliseconds = 24 * 60 * 60 * 1000;

const payload = z.object({ id: z.uuid(), abandon: z.boolean().default(false) });
const jobName = 'stripe-operation';
const maxAttempts = 25;

export function createOperations(database: Database, logger: Logger): Operations {
  return { database, logger, kinds: new Map(), running: new Map() };
}

/** Lets operations of these kinds be performed. */
export function registerOperations({ kinds }: Operations, added: readonly OperationKind[]): void {
  for (const kind of added) {
    if (kinds.has(kind.kind)) throw new Error(`Two modules perform operations of kind ${kind.kind}`);
    kinds.set(kind.kind, kind);
  }
}

/** The job that resumes what a crash, a timeout or a lost answer left open. */
export function operationJob(operations: Operations): JobDefinition<z.input<typeof payload>> {
  return {
    name: jobName,
    maxAttempts,
    run: async (input) => {
      const { id, abandon } = payload.parse(input);
      const operation = await operationQueries.find(operations.database.query, id);
      // An account that was deleted took its operations along.
      if (!operation || operation.settledAt || (operation.state === 'requires_action' && !abandon)) return;
      await performOrResumeLater(operations, id, abandon);
    },
  };
}

/** Writes the row and the job that will resume it; the caller commits, then runs it. */
export async function beginOperation(transaction: Queryable, operation: NewOperation): Promise<Operation> {
  const begun = await operationQueries.insert(transaction, operation);
  await enqueueAt(transaction, begun.id, resumeAfterMilliseconds);
  return begun;
}

/**
 * Makes a change: begins it, unless the same one is live already and is joined, so that identical requests, however many at once, are one.
 * One whose outcome is not known yet comes back as pending: the worker goes on with it.
 * @throws ChangeUnderWayError while something else is being changed at the subject; the error with which the change failed.
 */
export async function makeChange(operations: Operations, change: Change): Promise<OperationState> {
  const state = await runOperation(operations, (await beginOrJoin(operations, change)).id);
  if (state.state === 'failed') throw failureOf(state);
  return state;
}

/** Performs what is open of an operation that was begun. @throws NotFoundError where it is gone. */
export async function runOperation(
  operations: Operations,
  id: string,
  { abandon = false }: { abandon?: boolean } = {},
): Promise<OperationState> {
  const state = await performOrResumeLater(operations, id, abandon);
  if (!state) throw new NotFoundError();
  return state;
}

/**
 * The cards that live operations of the account hold; null stands for the default card.
 * @param subject what is changed at this subject itself counts for nothing.
 */
export async function listCardsHeld(
  { kinds }: Operations,
  on: Queryable,
  accountId: number,
  subject: string,
): Promise<ReadonlySet<string | null>> {
  const live = await listLiveOperations(on, accountId, mostLiveOperations);
  const others = live.filter((operation) => operation.subject !== subject);
  return new Set(others.flatMap((operation) => kinds.get(operation.kind)?.cardsHeldBy(operation) ?? []));
}

/** An operation's state as the contract spells it. */
export function statusOf({ state }: Pick<Operation, 'state'>): OperationStatus {
  return state === 'requires_action' ? 'requiresAction' : state;
}

async function beginOrJoin({ database }: Operations, { check, ...operation }: Change): Promise<Operation> {
  for (let attempt = 1; ; attempt++) {
    const live = await findLiveOperation(database.query, operation.accountId, operation.subject);
    if (live && isSameChange(live, operation)) return live;
    if (live) throw new ChangeUnderWayError(live.id);
    try {
      return await database.transaction(async (transaction) => {
        await check?.(transaction);
        return beginOperation(transaction, operation);
      });
    } catch (error) {
      // Somebody was quicker; once that one is settled, this one is looked at afresh.
      if (attempt === 3 || !isUniqueViolation(error, 'stripe_operations_one_live_key')) throw error;
    }
  }
}

/** Key order counts for nothing, and what is undefined is not there: the row went through JSON. */
function isSameChange(live: Operation, { kind, request }: NewOperation): boolean {
  return live.kind === kind && isDeepStrictEqual(live.request, JSON.parse(JSON.stringify(request)));
}

/** Performs what is open; where the outcome could not be learnt, the worker goes on with it and the operation comes back as it stands. */
async function performOrResumeLater(
  operations: Operations,
  id: string,
  abandon: boolean,
): Promise<OperationState | undefined> {
  const { database, logger } = operations;
  try {
    return await performOnce(operations, id, abandon);
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    logger.warn({ err: error, operation: id }, 'an operation is left to the worker');
    const operation = await operationQueries.find(database.query, id);
    if (!operation || operation.settledAt) return operation && { ...operation, clientSecret: undefined };
    // One that waits for the card's holder has its job: when their time is over.
    if (operation.state === 'pending' || abandon) {
      await enqueueAt(database.query, id, retryAfterMilliseconds(operation), abandon);
    }
    return { ...operation, clientSecret: undefined };
  }
}

function performOnce(operations: Operations, id: string, abandon: boolean): Promise<OperationState> {
  const { running } = operations;
  const key = `${id} ${abandon}`;
  const work = running.get(key) ?? perform(operations, id, abandon).finally(() => running.delete(key));
  running.set(key, work);
  return work;
}

async function perform(operations: Operations, id: string, abandon: boolean): Promise<OperationState> {
  const { database, logger, kinds } = operations;
  const operation = await operationQueries.find(database.query, id);
  if (!operation) throw new Error(`There is no operation ${id}`);
  const kind = kinds.get(operation.kind);
  if (!kind) throw new Error(`Nothing performs operations of kind ${operation.kind}`);
  if (operation.settledAt) return { ...operation, clientSecret: undefined };
  try {
    const performed = await kind.perform(operation, { abandon, step: createStep(database, operation) });
    const { state, outcome } = performed;
    const settled = await settle(operations, operation, { state, result: outcome, error: null });
    return { ...settled, clientSecret: state === 'requires_action' ? performed.clientSecret : undefined };
  } catch (error) {
    if (!isFinal(error)) throw error;
    if (!(error instanceof AppError)) logger.error({ err: error, operation: id }, 'Stripe refused an operation');
    const failure = { state: 'failed', result: operation.result, error: toFailure(error) } as const;
    return { ...(await settle(operations, operation, failure)), clientSecret: undefined };
  }
}

/** Writes the outcome, once; whoever comes later gets what is there. */
async function settle(
  { database, kinds }: Operations,
  operation: Operation,
  outcome: Pick<Operation, 'state' | 'result' | 'error'>,
): Promise<Operation> {
  const settled = await database.transaction(async (transaction) => {
    if (outcome.state === 'requires_action' && operation.state !== 'requires_action') {
      await enqueueAt(transaction, operation.id, authenticationMilliseconds, true);
    }
    const written = await operationQueries.settle(transaction, operation.id, outcome);
    if (written?.settledAt) await kinds.get(operation.kind)?.settled(transaction, written);
    return written;
  });
  return settled ?? (await operationQueries.find(database.query, operation.id)) ?? operation;
}

/** One job an operation: a new time replaces the one before. */
function enqueueAt(on: Queryable, id: string, milliseconds: number, abandon = false): Promise<void> {
  const runAt = new Date(Date.now() + milliseconds);
  return enqueue(on, { name: jobName, maxAttempts }, { id, abandon }, { key: `${jobName}-${id}`, runAt });
}

/**
 * When the worker goes on with an operation whose outcome could not be learnt: soon at first, then every half minute, so that nobody waits for
 * longer than that once Stripe answers again; after a day every ten minutes.
 */
function retryAfterMilliseconds({ createdAt }: Operation, now = Date.now()): number {
  const age = now - createdAt.getTime();
  if (age > dayMilliseconds) return 600_000;
  return Math.min(Math.max(1_000, age / 4), 30_000);
}
