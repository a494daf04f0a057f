import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { stripeOperations } from '../db/schema/index.ts';

export type Operation = typeof stripeOperations.$inferSelect;

export interface NewOperation {
  readonly accountId: number;
  readonly userId: number | null;
  readonly kind: string;
  /** What it is about; at most one live operation an account, kind and subject. */
  readonly subject: string;
  /** Identical requests share it. */
  readonly requestKey: string;
  readonly request: object;
}

const live = ['pending', 'requires_action'] as const;

export const operationQueries = {
  /** @throws a unique violation of `stripe_operations_one_live_key` while another one of the subject is live. */
  async insert(on: Queryable, operation: NewOperation): Promise<Operation> {
    const [inserted] = await on.insert(stripeOperations).values(operation).returning();
    if (!inserted) throw new Error('No operation was written');
    return inserted;
  },
  /** Writes the outcome unless the operation was settled meanwhile. */
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
  async find(on: Queryable, id: string): Promise<Operation | undefined> {
    const [found] = await on.select().from(stripeOperations).where(eq(stripeOperations.id, id));
    return found;
  },
  async findOfAccount(on: Queryable, id: string, accountId: number): Promise<Operation | undefined> {
    const [found] = await on
      .select()
      .from(stripeOperations)
      .where(and(eq(stripeOperations.id, id), eq(stripeOperations.accountId, accountId)));
    return found;
  },
  async findLive(on: Queryable, accountId: number, kind: string, subject: string): Promise<Operation | undefined> {
    const [found] = await on
      .select()
      .from(stripeOperations)
      .where(
        and(
          eq(stripeOperations.accountId, accountId),
          eq(stripeOperations.kind, kind),
          eq(stripeOperations.subject, subject),
          inArray(stripeOperations.state, [...live]),
        ),
      );
    return found;
  },
};
