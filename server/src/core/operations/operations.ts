import { isDeepStrictEqual } from 'node:util';
import { maxLiveOperations, type OperationStatus } from '@portico/contract';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type Database, isUniqueViolation, type Queryable } from '../db/database.ts';
import { AppError, NotFoundError, UnavailableError } from '../http/app-error.ts';
import { enqueue, type JobDefinition } from '../jobs/queue.ts';
import { isFinal, recordRefusal } from '../stripe/index.ts';
import type { OperationKind } from './define-operation.ts';
import { ChangeUnderWayError, toFailure, toOperationError } from './errors.ts';
import {
  findLiveOperation,
  listLiveOperations,
  type NewOperation,
  type Operation,
  operationQueries,
} from './operations.queries.ts';
import { createStep } from './steps.ts';

/** The state of an operation, for its caller. */
export interface OperationState extends Operation {
  readonly clientSecret: string | undefined;
}

/** A requested change. */
export interface Change extends NewOperation {
  /** Checks, in the transaction that writes the row, whether the change may be made. Its error is passed on. */
  readonly check?: (transaction: Queryable) => Promise<void>;
}

/** This process's operations at Stripe, with the kinds that it can perform. */
export interface Operations {
  readonly database: Database;
  readonly logger: Logger;
  readonly kinds: Map<string, OperationKind>;
  /**
   * Identical requests in one process wait for the same work. Between processes, idempotency keys prevent duplicates.
   */
  readonly running: Map<string, Promise<OperationState>>;
}

/** Delay after which the worker resumes an operation whose request did not settle it. */
const resumeAfterMilliseconds = 10_000;
/** The time that a cardholder has to authenticate (PUR-19). */
const authenticationMilliseconds = 60 * 60 * 1000;
const dayMilliseconds = 24 * 60 * 60 * 1000;

const payload = z.object({ id: z.uuid(), abandon: z.boolean().default(false) });
const jobName = 'stripe-operation';
const maxAttempts = 25;

export function createOperations(database: Database, logger: Logger): Operations {
  return { database, logger, kinds: new Map(), running: new Map() };
}

/** Registers kinds of operations that can be performed. */
export function registerOperations({ kinds }: Operations, added: readonly OperationKind[]): void {
  for (const kind of added) {
    if (kinds.has(kind.kind)) throw new Error(`Two modules registered operations of kind ${kind.kind}`);
    kinds.set(kind.kind, kind);
  }
}

/** The job that resumes operations after a crash, a timeout or a lost answer. */
export function operationJob(operations: Operations): JobDefinition<z.input<typeof payload>> {
  return {
    name: jobName,
    maxAttempts,
    run: async (input) => {
      const { id, abandon } = payload.parse(input);
      const operation = await operationQueries.find(operations.database.query, id);
      // The operations of a deleted account are deleted too.
      if (!operation || operation.settledAt || (operation.state === 'requires_action' && !abandon)) return;
      await performOrResumeLater(operations, id, abandon);
    },
  };
}

/** Writes the row and the job that resumes it (OPS-1). The caller commits both, then runs the operation. */
export async function beginOperation(transaction: Queryable, operation: NewOperation): Promise<Operation> {
  const begun = await operationQueries.insert(transaction, operation);
  await enqueueAt(transaction, begun.id, resumeAfterMilliseconds);
  return begun;
}

/**
 * Begins a change and runs it. An identical unsettled change is joined (OPS-5). A change with an unknown outcome is
 * returned as pending, and the worker resumes it (OPS-7).
 * @throws ChangeUnderWayError if another change of the subject is unsettled; the error of the change.
 */
export async function makeChange(operations: Operations, change: Change): Promise<OperationState> {
  const state = await runOperation(operations, (await beginOrJoin(operations, change)).id);
  if (state.state === 'failed') throw toOperationError(state);
  return state;
}

/** Performs an operation that was begun, if it is unsettled. @throws NotFoundError if it does not exist. */
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
 * The cards that unsettled operations of the account hold; null is the default card.
 * @param subject operations on this subject are ignored.
 */
export async function listCardsHeld(
  { kinds }: Operations,
  on: Queryable,
  accountId: number,
  subject: string,
): Promise<ReadonlySet<string | null>> {
  const live = await listLiveOperations(on, accountId, maxLiveOperations);
  const others = live.filter((operation) => operation.subject !== subject);
  return new Set(others.flatMap((operation) => kinds.get(operation.kind)?.cardsHeldBy(operation) ?? []));
}

/** An operation's state in the terms of the contract. */
export function toOperationStatus({ state }: Pick<Operation, 'state'>): OperationStatus {
  return state === 'requires_action' ? 'requiresAction' : state;
}

/** Writes the change, or joins an identical unsettled one (OPS-4, OPS-5). @throws ChangeUnderWayError */
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
      // The check may refuse because of an identical request that began meanwhile. This request then joins it.
      const since =
        error instanceof AppError && (await findLiveOperation(database.query, operation.accountId, operation.subject));
      if (since && isSameChange(since, operation)) return since;
      // Another process began a change of the subject. The next try joins it, or refuses this change.
      if (attempt === 3 || !isUniqueViolation(error, 'stripe_operations_one_live_key')) throw error;
    }
  }
}

/** Ignores the order of keys and undefined values, because the stored request went through JSON. */
function isSameChange(live: Operation, { kind, request }: NewOperation): boolean {
  return live.kind === kind && isDeepStrictEqual(live.request, JSON.parse(JSON.stringify(request)));
}

/**
 * Performs an operation. If its outcome is unknown, the worker resumes it, and the operation is returned in its current
 * state.
 */
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
    // An operation that requires authentication already has a job for its timeout.
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
  const { database, kinds } = operations;
  const operation = await operationQueries.find(database.query, id);
  if (!operation) throw new Error(`Operation ${id} does not exist`);
  const kind = kinds.get(operation.kind);
  if (!kind) throw new Error(`No module registered operations of kind ${operation.kind}`);
  if (operation.settledAt) return { ...operation, clientSecret: undefined };
  try {
    const performed = await kind.perform(operation, { abandon, step: createStep(database, operation) });
    const { state, outcome } = performed;
    const settled = await settle(operations, operation, { state, result: outcome, error: null });
    return { ...settled, clientSecret: state === 'requires_action' ? performed.clientSecret : undefined };
  } catch (error) {
    if (!isFinal(error)) throw error;
    await recordRefusal(database.query, error, operation.accountId);
    const failure = { state: 'failed', result: operation.result, error: toFailure(error) } as const;
    return { ...(await settle(operations, operation, failure)), clientSecret: undefined };
  }
}

/** Writes the outcome once (OPS-6). A later caller receives the stored one. */
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

/** Sets the one job of an operation. A new time replaces the previous one. */
function enqueueAt(on: Queryable, id: string, milliseconds: number, abandon = false): Promise<void> {
  const runAt = new Date(Date.now() + milliseconds);
  return enqueue(on, { name: jobName, maxAttempts }, { id, abandon }, { key: `${jobName}-${id}`, runAt });
}

/**
 * Milliseconds until the worker resumes an operation whose outcome is unknown: one second at first, then up to 30 seconds, and ten minutes after a
 * day (OPS-7).
 */
function retryAfterMilliseconds({ createdAt }: Operation, now = Date.now()): number {
  const age = now - createdAt.getTime();
  if (age > dayMilliseconds) return 600_000;
  return Math.min(Math.max(1_000, age / 4), 30_000);
}
