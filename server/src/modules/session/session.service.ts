import { createHash } from 'node:crypto';
import { type CurrentUser, type Feature, type Role, roleLabels } from '@portico/contract';
import type { Database } from '../../db/database.ts';
import { UnavailableError } from '../../http/app-error.ts';
import type { Session } from '../../http/session-context.ts';
import type { Audit } from '../audit/index.ts';
import {
  type HashSlot,
  hashPassword,
  isHashingFull,
  isWeakHash,
  replaceHash,
  verifyPassword,
  withHashQueue,
} from '../users/index.ts';
import { newSecret } from './cookies.ts';
import { InvalidCredentialsError } from './session.errors.ts';
import {
  deleteDeadSessions,
  deleteExpiredLimits,
  deleteSession,
  type SessionRow,
  selectSession,
  touchSession,
} from './session.queries.ts';
import { completeSignIn } from './sign-in.queries.ts';
import { beginAttempt, keysOf, type LimitKeys, type SignInAttempt, withdrawAttempt } from './sign-in-limits.ts';

/** A session ends 24 hours after sign-in (SES-3). */
export const longestSessionSeconds = 24 * 60 * 60;

/** The origin of a request, for limits and the audit log. */
export interface RequestOrigin {
  /** Null when it is unknown. */
  readonly address: string | null;
  readonly userAgent: string;
  readonly requestId: string;
}

export interface SignIn {
  /** Login or e-mail, in any case. */
  readonly userName: string;
  readonly password: string;
  /** The browser's former session, which ends. */
  readonly formerId: string | null;
  readonly origin: RequestOrigin;
}

/** The dependencies of sessions. */
export interface SessionContext {
  readonly database: Database;
  readonly audit: Audit;
  /** The features of the installation. */
  readonly features: readonly Feature[];
  /** Called when the last use of a session could not be stored. The request continues. */
  readonly onTouchError: (error: unknown) => void;
}

/** The session of a cookie's id, or null. */
export async function findSession(context: SessionContext, id: string): Promise<Session | null> {
  const { database, features, onTouchError } = context;
  const idHash = hashOf(id);
  const row = await selectSession(database, idHash, features);
  if (!row) return null;
  if (row.stale) await touchSession(database, idHash).catch(onTouchError);
  return toSession(idHash, row);
}

function toSession(idHash: Buffer, row: SessionRow): Session {
  return {
    idHash,
    publicId: row.public_id,
    marker: row.marker,
    proofs: row.proofs,
    confirmedAt: row.confirmed_at,
    isSetup: row.is_setup,
    browserId: row.browser_id,
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
    account: {
      id: row.account_id,
      name: row.account_name,
      companyId: row.company_id,
      customerId: row.customer_id,
    },
    features: row.features,
    permissions: row.permissions,
    actingOperator:
      row.operator_id !== null && row.acting_until
        ? { id: row.operator_id, name: row.operator_name ?? '', until: row.acting_until }
        : null,
  };
}

/**
 * @returns the cookie's new id and the marker beside it.
 * @throws InvalidCredentialsError, equal and after the same time for a wrong name, a wrong password and an inactive user; TooManyRequestsError
 * after 10 failures by name or 100 by address in 15 minutes (LIM-3); UnavailableError when too many sign in at once.
 */
export async function signIn(context: SessionContext, input: SignIn): Promise<{ id: string; marker: string }> {
  const { database, audit } = context;
  const { address, requestId, userAgent } = input.origin;
  const name = input.userName.trim().toLowerCase();
  const keys = keysOf(name, address);
  const { userId, accountId } = await authenticate(context, { ...input, name, keys });
  const id = newSecret();
  const marker = newSecret();
  await completeSignIn(database, {
    ...keys,
    idHash: hashOf(id),
    formerIdHash: input.formerId ? hashOf(input.formerId) : null,
    userId,
    marker,
    lifeSeconds: longestSessionSeconds,
    address,
    userAgent: userAgent.slice(0, 300),
    audit: audit.insertionOf({ kind: 'signIn', accountId, userId, realUserId: userId, address, requestId }),
  });
  return { id, marker };
}

interface Credentials {
  /** In lower case. */
  readonly name: string;
  readonly password: string;
  readonly keys: LimitKeys;
  readonly origin: RequestOrigin;
}

/**
 * Returns the user's ids when the password is right. Audits each refusal, and each block when it begins. One statement counts the attempt and finds
 * the user. A blocked attempt does not enter the hash queue.
 */
async function authenticate(
  context: SessionContext,
  { name, password, keys, origin: { address, requestId } }: Credentials,
): Promise<{ userId: number; accountId: number }> {
  const { database, audit } = context;
  if (isHashingFull()) throw new UnavailableError('problem.busy');
  const { user, refusal, isLast } = await beginAttempt(database, name, keys);
  if (refusal) throw refusal;
  let isAdmitted = false;
  try {
    const isRight = await withHashQueue((place) => {
      isAdmitted = true;
      return checkPassword(database, user, password, place);
    });
    if (user && isRight) return { userId: user.id, accountId: user.accountId };
  } finally {
    if (!isAdmitted) await withdrawAttempt(database, keys);
  }
  const about = {
    accountId: user?.accountId,
    userId: user?.id,
    detail: { userName: user ? name : audit.hashUnknownName(name) },
    address,
    requestId,
  };
  await audit.record({ kind: 'signInRefused', ...about });
  if (isLast) await audit.record({ kind: 'signInBlocked', ...about });
  throw new InvalidCredentialsError();
}

/** Whether an active user has this password. It takes equally long without a user. A weak hash of a right password is replaced. */
async function checkPassword(
  database: Database,
  user: SignInAttempt['user'],
  password: string,
  place: HashSlot,
): Promise<boolean> {
  const matches = await place(() => verifyPassword(user?.passwordHash ?? null, password));
  if (!user?.passwordHash || !matches || !user.active) return false;
  if (isWeakHash(user.passwordHash)) {
    const stronger = await place(() => hashPassword(password));
    await replaceHash(database.query, user.id, user.passwordHash, stronger);
  }
  return true;
}

/** Ends the session, unless it has ended already. */
export async function signOut(
  { database, audit }: SessionContext,
  session: Session,
  { address, requestId }: RequestOrigin,
): Promise<void> {
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
}

/** The stored hash of an id. It needs no salt, because 256 random bits cannot be guessed. */
function hashOf(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}

/** The current user, for the preloaded data and GET /api/User/Current. */
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

/** Deletes ended sessions and expired limits. @returns the number of deleted sessions. */
export async function purgeExpiredSessions(database: Database): Promise<number> {
  await deleteExpiredLimits(database.query);
  return deleteDeadSessions(database.query);
}
