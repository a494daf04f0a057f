import type { SecondFactorMethod } from '@portico/contract';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Config } from '../../core/config.ts';
import type { Queryable } from '../../core/db/database.ts';
import { resealColumn } from '../../core/db/reseal-column.ts';
import { authenticatorSetups, recoveryCodes, secondFactors } from '../../core/db/schema/second-factor.gen.ts';
import { maxMethodTries, triesKey } from './limits.ts';

export interface FactorRow extends Record<string, unknown> {
  method: SecondFactorMethod;
  target: string | null;
  created_at: Date;
  last_used_at: Date | null;
  is_closed: boolean;
  /** Whether a mailed link that set the password closed it (MFA-13). */
  closed_by_reset: boolean;
  /** Milliseconds since 1970; null if the method is not blocked. */
  blocked_until: number | null;
  /** When a code was last sent for this purpose. */
  sent_at: Date | null;
}

/** The methods of a user, at most one of each kind. @param purpose selects the sent codes to report */
export async function selectFactors(on: Queryable, userId: number, purpose: string): Promise<FactorRow[]> {
  const { rows } = await on.execute<FactorRow>(sql`
    select f.method, f.target, f.created_at, f.last_used_at, f.closed_at is not null as is_closed, f.closed_by_reset, l.expire as blocked_until, c.sent_at
    from second_factors f
    left join rate_limits l on l.key = ${triesKey(userId, '')} || f.method and l.points >= ${maxMethodTries} and l.expire > ${Date.now()}
    left join factor_codes c on c.user_id = f.user_id and c.method = f.method and c.purpose = ${purpose}
    where f.user_id = ${userId}
    order by f.method`);
  return rows.map((row) => ({
    ...row,
    created_at: new Date(row.created_at),
    last_used_at: row.last_used_at && new Date(row.last_used_at),
    sent_at: row.sent_at && new Date(row.sent_at),
  }));
}

export interface RecoveryRow extends Record<string, unknown> {
  left: number;
  total: number;
  made_at: Date | null;
  last_used_at: Date | null;
}

/** The number of recovery codes that a user has, and has left. */
export async function selectRecovery(on: Queryable, userId: number): Promise<RecoveryRow> {
  const { rows } = await on.execute<RecoveryRow>(sql`
    select count(*) filter (where used_at is null)::int as left, count(*)::int as total, max(created_at) as made_at,
           max(used_at) as last_used_at
    from recovery_codes where user_id = ${userId}`);
  const row = rows[0] as RecoveryRow;
  return {
    ...row,
    made_at: row.made_at && new Date(row.made_at),
    last_used_at: row.last_used_at && new Date(row.last_used_at),
  };
}

export interface StateRow extends Record<string, unknown> {
  methods: SecondFactorMethod[];
  has_recovery_codes: boolean;
  is_required: boolean;
}

/** The state of a user's second factor, and whether it is required: by the account (MFA-11), or for operators in production (OPR-8). @param mode of the portal */
export async function selectState(on: Queryable, userId: number, mode: Config['mode']): Promise<StateRow | undefined> {
  const { rows } = await on.execute<StateRow>(sql`
    select array(select f.method from second_factors f where f.user_id = u.id order by f.method) as methods,
           exists (select from recovery_codes r where r.user_id = u.id and r.used_at is null) as has_recovery_codes,
           a.second_factor_required or (u.is_operator and ${mode === 'production'}) as is_required
    from users u join accounts a on a.id = u.account_id where u.id = ${userId}`);
  return rows[0];
}

/** Stores a proved method, which replaces the user's method of the same kind. */
export async function upsertFactor(
  on: Queryable,
  factor: {
    userId: number;
    method: SecondFactorMethod;
    secret: Buffer | null;
    target: string | null;
    step: number | null;
  },
): Promise<void> {
  const { userId, method, secret, target, step } = factor;
  const fresh = { secret, target, lastStep: step, failures: 0, closedAt: null, closedByReset: false, lastUsedAt: null };
  await on
    .insert(secondFactors)
    .values({ userId, method, ...fresh })
    .onConflictDoUpdate({
      target: [secondFactors.userId, secondFactors.method],
      set: { ...fresh, createdAt: sql`now()` },
    });
}

/** Closes codes to an address whose mailed link set the password (MFA-13). */
export async function closeMailCodes(on: Queryable, userId: number, address: string): Promise<void> {
  await on
    .update(secondFactors)
    .set({ closedAt: sql`now()`, closedByReset: true })
    .where(
      and(
        eq(secondFactors.userId, userId),
        eq(secondFactors.method, 'Email'),
        isNull(secondFactors.closedAt),
        sql`comparison_key(${secondFactors.target}) = comparison_key(${address})`,
      ),
    );
}

/** Opens codes by mail again after the user proved another factor (MFA-13). */
export async function reopenMailCodes(on: Queryable, userId: number): Promise<void> {
  await on
    .update(secondFactors)
    .set({ closedAt: null, closedByReset: false })
    .where(and(eq(secondFactors.userId, userId), eq(secondFactors.closedByReset, true)));
}

/** Deletes a method. False if the user does not have it. */
export async function deleteFactor(on: Queryable, userId: number, method: SecondFactorMethod): Promise<boolean> {
  const { rowCount } = await on
    .delete(secondFactors)
    .where(and(eq(secondFactors.userId, userId), eq(secondFactors.method, method)));
  return (rowCount ?? 0) > 0;
}

/** Those of the given users who have set up a second factor. */
export async function findUsersWithFactors(on: Queryable, userIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (userIds.length === 0) return new Set();
  const rows = await on
    .select({ userId: secondFactors.userId })
    .from(secondFactors)
    .where(inArray(secondFactors.userId, [...userIds]))
    .groupBy(secondFactors.userId);
  return new Set(rows.map(({ userId }) => userId));
}

/** Deletes all methods and recovery codes, and unfinished setups. */
export async function deleteFactors(on: Queryable, userId: number): Promise<void> {
  await on.execute(sql`
    with setups as (delete from authenticator_setups where user_id = ${userId}),
    codes as (delete from factor_codes where user_id = ${userId}),
    recovery as (delete from recovery_codes where user_id = ${userId})
    delete from second_factors where user_id = ${userId}`);
}

/** Replaces the recovery codes of a user. */
export async function replaceRecoveryCodes(on: Queryable, userId: number, hashes: readonly Buffer[]): Promise<void> {
  await on.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await on.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash })));
}

/** The encrypted secret of an authenticator that is being set up, at most `minutes` old. */
export async function selectSetup(on: Queryable, userId: number, minutes: number): Promise<Buffer | undefined> {
  const [found] = await on
    .select({ secret: authenticatorSetups.secret })
    .from(authenticatorSetups)
    .where(
      and(
        eq(authenticatorSetups.userId, userId),
        sql`${authenticatorSetups.createdAt} > now() - make_interval(mins => ${minutes})`,
      ),
    );
  return found?.secret;
}

export async function upsertSetup(on: Queryable, userId: number, secret: Buffer): Promise<void> {
  await on
    .insert(authenticatorSetups)
    .values({ userId, secret })
    .onConflictDoUpdate({ target: authenticatorSetups.userId, set: { secret, createdAt: sql`now()` } });
}

export async function deleteSetup(on: Queryable, userId: number): Promise<void> {
  await on.delete(authenticatorSetups).where(eq(authenticatorSetups.userId, userId));
}

/** Seals the secrets of authenticators again, see `resealColumn`. */
export const resealAuthenticatorColumn = (on: Queryable, reseal: Parameters<typeof resealColumn>[2]) =>
  resealColumn(on, { table: secondFactors, key: secondFactors.userId, sealed: secondFactors.secret }, reseal);
