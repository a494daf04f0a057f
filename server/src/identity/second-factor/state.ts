import type { Challenge, SecondFactorMethod } from '@portico/contract';
import type { Config } from '../../core/config.ts';
import type { Queryable } from '../../core/db/database.ts';
import { sendPauseSeconds } from './limits.ts';
import { type FactorRow, selectFactors, selectRecovery, selectState } from './second-factor.queries.ts';

/** How the second factor of a user stands, for other modules. */
export interface SecondFactorState {
  readonly isEnabled: boolean;
  readonly methods: readonly SecondFactorMethod[];
  readonly hasRecoveryCodes: boolean;
  /** Whether the user has to have a second factor (MFA-11, OPR-8). */
  readonly isRequired: boolean;
}

/** How the second factor of a user stands. @param mode how the portal runs. */
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

/** What a waiting sign-in may be ended by. Closed methods are left out (MFA-5). */
export async function describeFactors(
  on: Queryable,
  { userId, purpose }: { userId: number; purpose: string },
): Promise<Pick<Challenge, 'methods' | 'suggested' | 'sentBy' | 'sendBlockedTo' | 'hasRecoveryCodes'>> {
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
  };
}

function latestBy(rows: readonly FactorRow[], timeOf: (row: FactorRow) => Date | null): FactorRow | undefined {
  return rows.filter((row) => timeOf(row) !== null).sort((a, b) => Number(timeOf(b)) - Number(timeOf(a)))[0];
}

/** Tells the user which address or number it is, and others little (MFA-3). */
export function maskTarget(method: SecondFactorMethod, target: string): string {
  if (method === 'Phone') return `•••• ${target.slice(-4)}`;
  const at = target.lastIndexOf('@');
  return `${target.slice(0, 1)}•••${target.slice(at)}`;
}
