import { wasNeverOfferedPasskey } from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { confirmedUntil } from '../../core/http/access.ts';
import type { Session } from '../../core/http/session-context.ts';
import { countPasskeys } from './passkeys.queries.ts';

/** Whether a user has a passkey. It satisfies an account's requirement for a second factor (PSK-1). */
export async function hasPasskeys(on: Queryable, userId: number): Promise<boolean> {
  return (await countPasskeys(on, userId)) > 0;
}

/** Whether a page offers a passkey: once, in the first minutes after a sign-in with a password, to users without one (PSK-11). */
export async function mayBeOffered(on: Queryable, session: Session | null): Promise<boolean> {
  if (!session || session.isSetup || session.actingOperator || session.proofs[0] !== 'password') return false;
  // An older session was not just opened, so its pages skip the query.
  if (confirmedUntil(session) === null) return false;
  const [neverOffered, hasOne] = await Promise.all([
    wasNeverOfferedPasskey(on, session.user.id),
    hasPasskeys(on, session.user.id),
  ]);
  return neverOffered && !hasOne;
}
