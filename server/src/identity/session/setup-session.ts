import type { Proof } from '@portico/contract';
import type { Queryable } from '../../core/db/database.ts';
import { UnauthorizedError } from '../../core/http/app-error.ts';
import type { Session } from '../../core/http/session-context.ts';
import { hashSecret, newSecret } from '../../core/secrets.ts';
import { replaceSessionId } from './open-sessions.queries.ts';

/** A session under its new id. */
export interface RenewedSession {
  readonly id: string;
  /** Unchanged, so that open tabs keep working. */
  readonly marker: string;
  /** Seconds for which its cookies survive browser restarts; null for cookies that end with the browser. */
  readonly maxAge: number | null;
}

/**
 * Gives a session a new id after a new second factor or password (PRF-12). The old id stops working. @param proof of the second factor, which turns a setup
 * session into a full one (MFA-12); null leaves that unchanged @throws UnauthorizedError if the session has ended
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
