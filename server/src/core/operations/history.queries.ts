import { and, count, desc, eq, gt, inArray, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { stripeOperations } from '../db/schema/operations.gen.ts';

/** An account's operations of one kind. */
export interface OperationsOfKind {
  readonly accountId: number;
  readonly kind: string;
}

function inState({ accountId, kind }: OperationsOfKind, state: 'pending' | 'failed'): SQL | undefined {
  return and(
    eq(stripeOperations.accountId, accountId),
    eq(stripeOperations.kind, kind),
    eq(stripeOperations.state, state),
  );
}

/** Whether an operation on another subject is making calls. One that requires authentication has finished its calls. */
export async function hasPendingElsewhere(
  on: Queryable,
  operations: OperationsOfKind,
  subject: string,
): Promise<boolean> {
  const found = await on
    .select({ id: stripeOperations.id })
    .from(stripeOperations)
    .where(and(inState(operations, 'pending'), ne(stripeOperations.subject, subject)))
    .limit(1);
  return found.length > 0;
}

/**
 * @param errorCode the error with which the operations failed.
 * @param newer the number of newer failed operations to skip.
 * @returns when the newest other failed operation of the last hour began; undefined without such an operation.
 */
export async function findFailureOfLastHour(
  on: Queryable,
  operations: OperationsOfKind,
  errorCode: string,
  newer: number,
): Promise<Date | undefined> {
  const [found] = await on
    .select({ createdAt: stripeOperations.createdAt })
    .from(stripeOperations)
    .where(
      and(
        inState(operations, 'failed'),
        sql`${stripeOperations.error} ->> 'code' = ${errorCode}`,
        gt(stripeOperations.createdAt, sql`now() - interval '1 hour'`),
      ),
    )
    .orderBy(desc(stripeOperations.createdAt))
    .offset(newer)
    .limit(1);
  return found?.createdAt;
}

/**
 * Counts operations that failed after an outcome at Stripe was stored, such as abandoned ones.
 * @param path of the field in their requests that contains `value`.
 */
export async function countFailedAfterOutcome(
  on: Queryable,
  operations: OperationsOfKind,
  path: readonly string[],
  value: string,
): Promise<number> {
  const [counted] = await on
    .select({ total: count() })
    .from(stripeOperations)
    .where(
      and(
        inState(operations, 'failed'),
        isNotNull(stripeOperations.result),
        sql`${stripeOperations.request} #>> ${`{${path.join(',')}}`}::text[] = ${value}`,
      ),
    );
  return counted?.total ?? 0;
}

/** Returns those `values` that a field of any outcome contains, whatever the state of its operation. */
export async function listOutcomeValues(
  on: Queryable,
  { accountId, kind }: OperationsOfKind,
  field: string,
  values: readonly string[],
): Promise<ReadonlySet<string>> {
  if (values.length === 0) return new Set();
  const value = sql<string>`${stripeOperations.result} ->> ${field}::text`;
  const found = await on
    .select({ value })
    .from(stripeOperations)
    .where(
      and(eq(stripeOperations.accountId, accountId), eq(stripeOperations.kind, kind), inArray(value, [...values])),
    );
  return new Set(found.map((row) => row.value));
}
