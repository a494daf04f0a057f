import type { Proof } from '@portico/contract';
import type { Queryable } from '../../core/db/database.ts';
import { UnauthorizedError } from '../../core/http/app-error.ts';
import type { Session } from '../../core/http/session-context.ts';
import { hashSecret, newSecret } from '../../core/secrets.ts';
import { replaceSessionId } from './open-sessions.queries.ts';

/** A session under its new id. */
export interface RenewedSession {
  readonly id: string;
  /** The same as before, so that open tabs stay. */
  readonly marker: string;
  /** Seconds for which its cookies survive a restart of the browser; null for cookies that end with it. */
  readonly maxAge: number | null;
}

/**
 * Gives a session a new id, because its user has set up a second factor or changed the password (PRF-12). The old id opens nothing any more.
 * @param proof of the second factor, which opens everything to a session that had to set it up (MFA-12); null leaves that as it is.
 * @throws UnauthorizedError when the session has ended.
 */
export async function renewSession(
  transaction: Queryable,
  session: Session,
  proof: Proof | null,
): Promise<RenewedSession> {
  const id = newSecret();
  const renewed = await replaceSessionId(transaction, session.idHash, { idHash: hashSecret(id), proof });
  if (!renewed) throw new UnauthorizedError();
  return { id, marker: session.marker, maxAge: renewed.isRemembered ? renewed.secondsLeft : null };
}
