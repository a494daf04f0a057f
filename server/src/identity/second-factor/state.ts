import type { Challenge, SecondFactorMethod } from '@portico/contract';
import type { Config } from '../../core/config.ts';
import type { Queryable } from '../../core/db/database.ts';
import { sendPauseSeconds } from './limits.ts';
import { type FactorRow, selectFactors, selectRecovery, selectState } from './second-factor.queries.ts';

/** The state of a user's second factor, for other modules. */
export interface SecondFactorState {
  readonly isEnabled: boolean;
  readonly methods: readonly SecondFactorMethod[];
  readonly hasRecoveryCodes: boolean;
  /** Whether the user needs a second factor (MFA-11, OPR-8). */
  readonly isRequired: boolean;
}

/** Finds the state of a user's second factor. @param mode of the portal */
export async function findSecondFactorState(
  on: Queryable,
  userId: number,
  mode: Config['mode'],
): Promise<SecondFactorState> {
  const row = await selectState(on, userId, mode);
  if (!row) return { isEnabled: false, methods: [], hasRecoveryCodes: false, isRequired: false };
  return {
    isEnabled: row.methods.length > 0,
    methods: row.methods,
    hasRecoveryCodes: row.has_recovery_codes,
    isRequired: row.is_required,
  };
}

/** The methods that can complete a challenge. Closed methods are left out (MFA-5). */
export async function describeFactors(
  on: Queryable,
  { userId, purpose }: { userId: number; purpose: string },
): Promise<
  Pick<Challenge, 'methods' | 'suggested' | 'sentBy' | 'sendBlockedTo' | 'hasRecoveryCodes' | 'isMailRefused'>
> {
  const [rows, recovery] = await Promise.all([selectFactors(on, userId, purpose), selectRecovery(on, userId)]);
  const open = rows.filter((row) => !row.is_closed);
  const sent = latestBy(open, (row) => row.sent_at);
  const sendBlockedTo = sent?.sent_at ? new Date(sent.sent_at.getTime() + sendPauseSeconds * 1000) : null;
  return {
    methods: open.map((row) => ({
      name: row.method,
      target: row.target && maskTarget(row.method, row.target),
      needsCode: row.method !== 'Authenticator',
      blockedTo: row.blocked_until === null ? null : new Date(row.blocked_until).toISOString(),
    })),
    suggested: (latestBy(open, (row) => row.last_used_at) ?? open[0])?.method ?? null,
    sentBy: sent?.method ?? null,
    sendBlockedTo: sendBlockedTo && sendBlockedTo > new Date() ? sendBlockedTo.toISOString() : null,
    hasRecoveryCodes: recovery.left > 0,
    isMailRefused: rows.some((row) => row.closed_by_reset),
  };
}

function latestBy(rows: readonly FactorRow[], timeOf: (row: FactorRow) => Date | null): FactorRow | undefined {
  return rows.filter((row) => timeOf(row) !== null).sort((a, b) => Number(timeOf(b)) - Number(timeOf(a)))[0];
}

/** Masks an address or number so that only its owner recognizes it (MFA-3). */
export function maskTarget(method: SecondFactorMethod, target: string): string {
  if (method === 'Phone') return `•••• ${target.slice(-4)}`;
  const at = target.lastIndexOf('@');
  return `${target.slice(0, 1)}•••${target.slice(at)}`;
}
