import { and, desc, eq, inArray, lt, ne, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../core/db/database.ts';
import { expiryOf, retention } from '../../core/db/retention.ts';
import { signUpRegistrations } from '../../core/db/schema/sign-up.gen.ts';

export type Registration = typeof signUpRegistrations.$inferSelect;

/** @throws a unique violation of `sign_up_registrations_one_live_key` if another registration of the address is in progress */
export async function insertRegistration(
  transaction: Queryable,
  registration: typeof signUpRegistrations.$inferInsert,
): Promise<Registration> {
  const [inserted] = await transaction.insert(signUpRegistrations).values(registration).returning();
  return inserted as Registration;
}

export async function findRegistration(on: Queryable, id: string): Promise<Registration | undefined> {
  const [found] = await on.select().from(signUpRegistrations).where(eq(signUpRegistrations.id, id));
  return found;
}

export async function findAccountRegistration(on: Queryable, accountId: number): Promise<Registration | undefined> {
  const [found] = await on.select().from(signUpRegistrations).where(eq(signUpRegistrations.accountId, accountId));
  return found;
}

/** The registration in progress for an address. */
export async function findLiveRegistration(on: Queryable, email: string): Promise<Registration | undefined> {
  const [found] = await on
    .select()
    .from(signUpRegistrations)
    .where(and(sql`${signUpRegistrations.emailKey} = comparison_key(${email})`, eq(signUpRegistrations.state, 'live')));
  return found;
}

/** Stores the outcome of a registration. Undefined if it was settled already. */
export async function settleRegistration(
  transaction: Queryable,
  operationId: string,
  outcome: Pick<Registration, 'state' | 'error'>,
): Promise<Registration | undefined> {
  const [settled] = await transaction
    .update(signUpRegistrations)
    .set({
      ...outcome,
      settledAt: sql`now()`,
      ...(outcome.state === 'succeeded' && { confirmationDue: sql`now() + interval '2 days'` }),
    })
    .where(and(eq(signUpRegistrations.operationId, operationId), eq(signUpRegistrations.state, 'live')))
    .returning();
  return settled;
}

/** Some registrations whose owners should have confirmed the address by now (SIGN-49). */
export function listDueRegistrations(on: Queryable): Promise<Registration[]> {
  return on
    .select()
    .from(signUpRegistrations)
    .where(lt(signUpRegistrations.confirmationDue, sql`now()`))
    .orderBy(signUpRegistrations.confirmationDue)
    .limit(500);
}

/** Records a reminder. @param days until the confirmation is due again */
export async function recordReminder(on: Queryable, id: string, days: number): Promise<void> {
  await on
    .update(signUpRegistrations)
    .set({ confirmationDue: sql`now() + make_interval(days => ${days})`, remindedAt: sql`now()` })
    .where(eq(signUpRegistrations.id, id));
}

/** Stops following the confirmation of registrations. */
export async function endConfirmations(on: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await on
    .update(signUpRegistrations)
    .set({ confirmationDue: null })
    .where(inArray(signUpRegistrations.id, [...ids]));
}

/** Whether a browser submitted the form that registered an account. @param visitorHash SHA-256 of its visitor cookie */
export async function isSignUpBrowser(on: Queryable, accountId: number, visitorHash: Buffer): Promise<boolean> {
  const where = and(eq(signUpRegistrations.accountId, accountId), eq(signUpRegistrations.visitorHash, visitorHash));
  return (await on.$count(signUpRegistrations, where)) > 0;
}

/** Deletes registrations that failed or succeeded long ago. */
export async function deleteOldRegistrations(on: Queryable): Promise<void> {
  await on
    .delete(signUpRegistrations)
    .where(
      and(
        inArray(signUpRegistrations.state, ['failed', 'succeeded']),
        lt(
          signUpRegistrations.settledAt,
          sql`case when ${signUpRegistrations.state} = 'failed' then ${expiryOf(retention.failedSignUp)} else ${expiryOf(retention.completedSignUp)} end`,
        ),
      ),
    );
}

/** The filters of the list of unfinished registrations. */
export interface UnregisteredSelection {
  readonly companyId?: number | undefined;
  readonly productId?: string | undefined;
  readonly page: number;
  readonly pageSize: number;
}

/** The latest form of each address that has not registered since, newest first (SIGN-30). Failed ones are kept for a week. */
export async function listUnregistered(
  on: Queryable,
  { companyId, productId, page, pageSize }: UnregisteredSelection,
): Promise<{ items: Registration[]; total: number }> {
  const key = signUpRegistrations.emailKey;
  const latest = on
    .selectDistinctOn([key])
    .from(signUpRegistrations)
    .where(
      and(
        ne(signUpRegistrations.state, 'succeeded'),
        companyId === undefined ? undefined : eq(signUpRegistrations.companyId, companyId),
        productId === undefined ? undefined : eq(signUpRegistrations.productId, productId),
      ),
    )
    .orderBy(key, desc(signUpRegistrations.createdAt))
    .as('latest');
  const later = alias(signUpRegistrations, 'later');
  const hasRegistered = on
    .select({ id: later.id })
    .from(later)
    .where(
      and(
        eq(later.emailKey, latest.emailKey),
        eq(later.state, 'succeeded'),
        sql`${later.createdAt} > ${latest.createdAt}`,
      ),
    );
  const [items, total] = await Promise.all([
    on
      .select()
      .from(latest)
      .where(notExists(hasRegistered))
      .orderBy(desc(latest.createdAt), latest.id)
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    on.$count(latest, notExists(hasRegistered)),
  ]);
  return { items, total };
}
