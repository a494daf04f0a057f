import type { Database, Queryable } from '../../core/db/database.ts';
import { UnauthorizedError } from '../../core/http/app-error.ts';
import type { RequestOrigin } from '../../core/http/request-origin.ts';
import type { Session } from '../../core/http/session-context.ts';
import { hashSecret, newSecret } from '../../core/secrets.ts';
import {
  deleteActingSession,
  insertActingSession,
  isParked,
  type ParkedSession,
  parkSession,
  resumeSession,
} from './acting.queries.ts';
import { UserCannotSignInError } from './session.errors.ts';
import { deleteSession, isLiveSession, touchSessions } from './session.queries.ts';
import type { RenewedSession } from './setup-session.ts';

/** Maximum duration of acting as a user, in minutes (SES-13). */
const actingMinutes = 60;

/** The hash under which an operator's session is parked while the session with cookie `id` acts. No cookie can have it, because it is not the hash of an id. */
export const parkedSessionHash = (id: string): Buffer => hashSecret(`parked ${id}`);

/** The user to act as, and the reason. */
export interface ActingStart {
  readonly userId: number;
  readonly reason: string;
  /** The page to return to; checked already (SES-12). */
  readonly returnUrl: string;
  readonly origin: RequestOrigin;
}

/**
 * Begins a session in which an operator acts as a user. Parks the operator's own session, whose id stops working (SES-19). @returns the session's cookies,
 * and when acting ends in UTC @throws UnauthorizedError if the operator's session has ended or acts already; UserCannotSignInError
 */
export async function startActing(
  transaction: Queryable,
  { idHash, user }: Session,
  { userId, reason, returnUrl, origin }: ActingStart,
): Promise<RenewedSession & { readonly until: Date }> {
  const id = newSecret();
  const marker = newSecret();
  const own = await parkSession(transaction, idHash, { parkedHash: parkedSessionHash(id), returnUrl });
  if (!own) throw new UnauthorizedError();
  const actingHash = hashSecret(id);
  const until = await insertActingSession(transaction, {
    idHash: actingHash,
    marker,
    userId,
    operatorId: user.id,
    operatorSessionId: own.public_id,
    reason,
    minutes: actingMinutes,
    address: origin.address,
    userAgent: origin.userAgent.slice(0, 300),
  });
  // A user who could not sign in cannot be acted as either.
  if (!(await isLiveSession(transaction, actingHash))) throw new UserCannotSignInError();
  return { id, marker, maxAge: cookieMaxAge(own), until };
}

/** How acting ended, as shown to the returning operator. */
export type ActingEnd = 'timeOver' | 'ended';

/** An operator who has returned. */
export interface ReturnedOperator {
  readonly session: RenewedSession;
  readonly returnUrl: string;
  readonly end: ActingEnd;
}

/**
 * Ends acting in a cookie's session if it has not ended yet, and resumes the operator's own session under a new id (SES-19). @returns null if the operator's
 * session has ended, or the cookie's session did not act
 */
export async function endActing(
  { database }: { readonly database: Database },
  id: string,
): Promise<ReturnedOperator | null> {
  const parkedHash = parkedSessionHash(id);
  if (!(await isParked(database, parkedHash))) {
    await deleteActingSession(database.query, hashSecret(id));
    return null;
  }
  const newId = newSecret();
  const idHash = hashSecret(newId);
  const returned = await database.transaction(async (transaction) => {
    const isTimeOver = await deleteActingSession(transaction, hashSecret(id));
    const own = await resumeSession(transaction, parkedHash, idHash);
    if (!own) return null;
    if (!(await isLiveSession(transaction, idHash))) {
      await deleteSession(transaction, idHash);
      return null;
    }
    const { marker, return_url, is_operator } = own;
    return {
      session: { id: newId, marker, maxAge: cookieMaxAge(own) },
      // A user who is no longer an operator cannot open that page.
      returnUrl: is_operator && return_url !== null ? return_url : '/',
      end: isTimeOver ? 'timeOver' : 'ended',
    } as const;
  });
  if (returned) await touchSessions(database, [idHash]);
  return returned;
}

const cookieMaxAge = ({ is_remembered, seconds_left }: ParkedSession) => (is_remembered ? seconds_left : null);
