import { createHash } from 'node:crypto';
import { type CurrentUser, type Feature, type Role, roleLabels } from '@portico/contract';
import type { Database } from '../../db/database.ts';
import type { Session } from '../../http/session-context.ts';
import { hashPassword, isWeakHash, replaceHash, verifyPassword, withHashing } from '../accounts/index.ts';
import type { Audit } from '../audit/index.ts';
import { newSecret } from './cookies.ts';
import { InvalidCredentialsError } from './session.errors.ts';
import {
  deleteDeadSessions,
  deleteExpiredLimits,
  deleteSession,
  selectSession,
  touchSession,
} from './session.queries.ts';
import { completeSignIn } from './sign-in.queries.ts';
import { beginAttempt, keysOf, type LimitKeys } from './sign-in-limits.ts';

/** A session ends 24 h after sign-in, whatever happens (design 'Session'). */
export const longestSessionSeconds = 24 * 60 * 60;

/** Where a request comes from, for limits and audit. */
export interface Caller {
  readonly address: string;
  readonly userAgent: string;
  readonly requestId: string;
}

export interface SignIn {
  /** Login or e-mail, in any case. */
  readonly userName: string;
  readonly password: string;
  /** The session that the browser has so far; it dies. */
  readonly formerId: string | null;
  readonly caller: Caller;
}

export interface SessionService {
  /** Who is behind the id of a cookie, as of now; null when nobody (any more). */
  find(id: string): Promise<Session | null>;
  /**
   * @returns the cookie's new id and the marker beside it.
   * @throws InvalidCredentialsError alike and after the same time for a wrong name, a wrong password and an inactive user;
   * TooManyRequestsError after 10 failures by name or 100 by address in 15 minutes; UnavailableError when too many sign in at once.
   */
  signIn(input: SignIn): Promise<{ id: string; marker: string }>;
  /** Ends the session. Nothing happens when it is over already. */
  signOut(session: Session, caller: Caller): Promise<void>;
}

export interface SessionServiceDependencies {
  readonly database: Database;
  readonly audit: Audit;
  /** What the installation offers. */
  readonly features: readonly Feature[];
  /** Told when noting that a session is in use failed; the request goes on. */
  readonly onTouchError: (error: unknown) => void;
}

export function createSessionService({
  database,
  audit,
  features,
  onTouchError,
}: SessionServiceDependencies): SessionService {
  /**
   * The user's ids when the password is theirs; records every refusal, and each block as it begins. One statement takes a place of the limits and finds the user while the
   * password waits for its turn to be hashed.
   */
  function authenticate(
    name: string,
    keys: LimitKeys,
    password: string,
    caller: Caller,
  ): Promise<{ userId: number; accountId: number }> {
    const { address, requestId } = caller;
    return withHashing(async (place) => {
      const { user, refusal, isLast } = await beginAttempt(database, name, keys);
      const about = {
        accountId: user?.accountId,
        userId: user?.id,
        detail: { userName: user ? name : audit.conceal(name) },
        address,
        requestId,
      };
      if (refusal) throw refusal;
      const matches = await place(() => verifyPassword(user?.passwordHash ?? null, password));
      if (!user?.passwordHash || !matches || !user.active) {
        await audit.record({ kind: 'signInRefused', ...about });
        if (isLast) await audit.record({ kind: 'signInBlocked', ...about });
        throw new InvalidCredentialsError();
      }
      if (isWeakHash(user.passwordHash)) {
        const stronger = await place(() => hashPassword(password));
        await replaceHash(database.query, user.id, user.passwordHash, stronger);
      }
      return { userId: user.id, accountId: user.accountId };
    });
  }

  return {
    async find(id) {
      const idHash = hashOf(id);
      const row = await selectSession(database, idHash, features);
      if (!row) return null;
      if (row.stale) await touchSession(database, idHash).catch(onTouchError);
      return {
        idHash,
        marker: row.marker,
        user: {
          id: row.user_id,
          login: row.login,
          email: row.email,
          firstName: row.first_name,
          lastName: row.last_name,
          isOwner: row.is_owner,
          isAdmin: row.is_admin,
          readOnly: row.read_only,
          isOperator: row.is_operator,
        },
        account: { id: row.account_id, name: row.account_name, companyId: row.company_id },
        features: row.features,
        actingOperator:
          row.operator_id !== null && row.acting_until
            ? { id: row.operator_id, name: row.operator_name ?? '', until: row.acting_until }
            : null,
      };
    },

    async signIn({ userName, password, formerId, caller }) {
      const name = userName.trim().toLowerCase();
      const keys = keysOf(name, caller.address);
      const { userId, accountId } = await authenticate(name, keys, password, caller);
      const id = newSecret();
      const marker = newSecret();
      const { address, requestId } = caller;
      await completeSignIn(database, {
        ...keys,
        idHash: hashOf(id),
        formerIdHash: formerId ? hashOf(formerId) : null,
        userId,
        marker,
        lifeSeconds: longestSessionSeconds,
        address,
        userAgent: caller.userAgent.slice(0, 300),
        audit: audit.insertionOf({ kind: 'signIn', accountId, userId, realUserId: userId, address, requestId }),
      });
      return { id, marker };
    },

    async signOut(session, { address, requestId }) {
      await database.transaction(async (transaction) => {
        await deleteSession(transaction, session.idHash);
        await audit.record(
          {
            kind: 'signOut',
            accountId: session.account.id,
            userId: session.user.id,
            realUserId: session.actingOperator?.id ?? session.user.id,
            address,
            requestId,
          },
          transaction,
        );
      });
    },
  };
}

/** What the table keeps of an id. No salt: 256 random bits are not to be guessed. */
function hashOf(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}

/** The user as the shell shows them, and GET /api/User/Current answers. */
export function describeUser({ user, account }: Session): CurrentUser {
  const isAdmin = user.isOwner || user.isAdmin;
  const roles: Role[] = [];
  if (user.isOperator) roles.push('operator');
  if (isAdmin) roles.push('admin');
  if (user.isOwner) roles.push('owner');
  if (user.readOnly) roles.push('readOnly');
  if (roles.length === 0) roles.push('user');
  return {
    id: user.id,
    login: user.login,
    email: user.email,
    name: `${user.firstName} ${user.lastName}`.trim() || user.login,
    firstName: user.firstName,
    lastName: user.lastName,
    accountId: account.id,
    accountName: account.name,
    roles: roles.map((role) => roleLabels[role]),
    isAdmin,
    isOwner: user.isOwner,
    isSuperAdmin: user.isOperator,
    readOnly: user.readOnly,
  };
}

/** A job's work: removes sessions that are over and limits that have run out. @returns how many sessions went. */
export async function purgeExpiredSessions(database: Database): Promise<number> {
  await deleteExpiredLimits(database.query);
  return deleteDeadSessions(database.query);
}
