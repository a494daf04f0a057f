import type { CurrentUser, Feature } from '@portico/contract';
import { isAccountAdmin, listRoles } from '@portico/contract';
import type { Audit } from '../../accounts/index.ts';
import type { Database } from '../../core/db/database.ts';
import type { RequestOrigin } from '../../core/http/request-origin.ts';
import type { Session } from '../../core/http/session-context.ts';
import { hashSecret } from '../../core/secrets.ts';
import { parkedSessionHash } from './acting.ts';

import {
  deleteDeadSessions,
  deleteExpiredChallenges,
  deleteExpiredLimits,
  deleteSession,
  deleteUnseenBrowsers,
  deleteUnseenNetworks,
  type SessionRow,
  selectSession,
  touchSessions,
} from './session.queries.ts';

/** The dependencies of sessions. */
export interface SessionContext {
  readonly database: Database;
  readonly audit: Audit;
  /** The features of the installation. */
  readonly features: readonly Feature[];
  /** Called when the last use of a session could not be stored. The request continues. */
  readonly onTouchError: (error: unknown) => void;
}

/** The session of a cookie's id, or null (SES-1). */
export async function findSession(context: SessionContext, id: string): Promise<Session | null> {
  const { database, features, onTouchError } = context;
  const idHash = hashSecret(id);
  const row = await selectSession(database, idHash, features);
  if (!row) return null;
  if (row.stale) {
    // While an operator acts, the parked session counts as used too, so that it does not become idle.
    const used = row.operator_id === null ? [idHash] : [idHash, parkedSessionHash(id)];
    await touchSessions(database, used).catch(onTouchError);
  }
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
    timeZone: row.time_zone,
    actingOperator:
      row.operator_id !== null && row.acting_until
        ? {
            id: row.operator_id,
            name: row.operator_name ?? '',
            until: row.acting_until,
            reason: row.acting_reason ?? '',
          }
        : null,
  };
}

/** Ends a user's session, unless it has ended already. `endActing` ends one in which an operator acts. */
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
        realUserId: session.user.id,
        address,
        requestId,
      },
      transaction,
    );
  });
}

/** The current user, for the preloaded data and GET /api/User/Current. */
export function describeUser({ user, account }: Session): CurrentUser {
  return {
    id: user.id,
    login: user.login,
    email: user.email,
    name: `${user.firstName} ${user.lastName}`.trim() || user.login,
    firstName: user.firstName,
    lastName: user.lastName,
    accountId: account.id,
    accountName: account.name,
    roles: listRoles(user),
    isAdmin: isAccountAdmin(user),
    isOwner: user.isOwner,
    isSuperAdmin: user.isOperator,
    readOnly: user.readOnly,
  };
}

/** Deletes ended sessions, expired rate limits and challenges, and browsers and networks that were not used for long (SES-14). @returns the number of deleted sessions */
export async function purgeExpiredSessions(database: Database): Promise<number> {
  await deleteExpiredLimits(database.query);
  await deleteExpiredChallenges(database.query);
  await deleteUnseenBrowsers(database.query);
  await deleteUnseenNetworks(database.query);
  return deleteDeadSessions(database.query);
}
