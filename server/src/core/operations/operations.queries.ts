import { randomUUID } from 'node:crypto';
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { stripeOperations } from '../db/schema/operations.gen.ts';

export type Operation = typeof stripeOperations.$inferSelect;

/** The number in a step's idempotency key, and since when it is in use (UTC, ISO 8601). */
export type Attempt = Operation['attempts'][string];

export interface NewOperation {
  readonly accountId: number;
  readonly userId: number | null;
  readonly kind: string;
  /** The subject of the change. An account has at most one unsettled operation of a subject (OPS-4). */
  readonly subject: string;
  /**
   * An account never has two operations of a kind with the same key. Left out if the same change may be requested
   * again.
   */
  readonly requestKey?: string;
  readonly request: object;
  /** The author of the change, for the audit log. */
  readonly actor?: object;
}

const live = ['pending', 'requires_action'] as const;

export const operationQueries = {
  /**
   * @throws a unique violation of `stripe_operations_one_live_key` if another operation of the subject is unsettled.
   */
  async insert(on: Queryable, { actor, requestKey = randomUUID(), ...operation }: NewOperation): Promise<Operation> {
    const [inserted] = await on
      .insert(stripeOperations)
      .values({ ...operation, requestKey, actor: actor as Record<string, unknown> | undefined })
      .returning();
    if (!inserted) throw new Error('No operation was written');
    return inserted;
  },
  /** Writes the outcome unless the operation is already settled. */
  async settle(
    on: Queryable,
    id: string,
    outcome: Pick<Operation, 'state' | 'result' | 'error'>,
  ): Promise<Operation | undefined> {
    const final = outcome.state === 'succeeded' || outcome.state === 'failed';
    const [settled] = await on
      .update(stripeOperations)
      .set({ ...outcome, settledAt: final ? sql`now()` : null })
      .where(and(eq(stripeOperations.id, id), isNull(stripeOperations.settledAt)))
      .returning();
    return settled;
  },
  /**
   * Begins the next attempt of a step, unless another process has done so.
   * @param known number of the previous attempt; 0 before the first.
   * @returns the current attempt.
   */
  async nextAttempt(on: Queryable, id: string, step: string, known: number): Promise<Attempt> {
    const number = sql`coalesce((${stripeOperations.attempts} -> ${step}::text ->> 'number')::int, 0)`;
    await on
      .update(stripeOperations)
      .set({
        attempts: sql`${stripeOperations.attempts} || jsonb_build_object(${step}::text, ${JSON.stringify({ number: known + 1, since: new Date().toISOString() })}::jsonb)`,
      })
      .where(and(eq(stripeOperations.id, id), eq(number, known)));
    const attempt = (await this.find(on, id))?.attempts[step];
    if (!attempt) throw new Error(`The attempt of ${step} could not be written: operation ${id} does not exist`);
    return attempt;
  },
  async find(on: Queryable, id: string): Promise<Operation | undefined> {
    const [found] = await on.select().from(stripeOperations).where(eq(stripeOperations.id, id));
    return found;
  },
};

/** @returns undefined also for an operation of another account. */
export async function findOperation(on: Queryable, id: string, accountId: number): Promise<Operation | undefined> {
  const [found] = await on
    .select()
    .from(stripeOperations)
    .where(and(eq(stripeOperations.id, id), eq(stripeOperations.accountId, accountId)));
  return found;
}

/** The unsettled operation of a subject, of any kind. */
export async function findLiveOperation(
  on: Queryable,
  accountId: number,
  subject: string,
): Promise<Operation | undefined> {
  const [found] = await on
    .select()
    .from(stripeOperations)
    .where(
      and(
        eq(stripeOperations.accountId, accountId),
        eq(stripeOperations.subject, subject),
        inArray(stripeOperations.state, [...live]),
      ),
    );
  return found;
}

/** The newest operation of a kind, in any state. */
export async function findLastOperation(
  on: Queryable,
  { accountId, kind }: { readonly accountId: number; readonly kind: string },
): Promise<Operation | undefined> {
  const [found] = await on
    .select()
    .from(stripeOperations)
    .where(and(eq(stripeOperations.accountId, accountId), eq(stripeOperations.kind, kind)))
    .orderBy(desc(stripeOperations.createdAt), desc(stripeOperations.id))
    .limit(1);
  return found;
}

/** The unsettled operations of an account, newest first. */
export function listLiveOperations(on: Queryable, accountId: number, limit: number): Promise<Operation[]> {
  return on
    .select()
    .from(stripeOperations)
    .where(and(eq(stripeOperations.accountId, accountId), inArray(stripeOperations.state, [...live])))
    .orderBy(desc(stripeOperations.createdAt), desc(stripeOperations.id))
    .limit(limit);
}
