import type { OpenSession, RememberedBrowser } from '@portico/contract';
import { recordSessionsEnded } from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { confirmationMinutes } from '../../core/http/access.ts';
import { NotFoundError, UnauthorizedError } from '../../core/http/app-error.ts';
import type { Session } from '../../core/http/session-context.ts';
import { describeDevice, nameDevice } from '../../core/http/user-agent.ts';
import {
  deleteBrowser,
  deleteSessionsByPublicId,
  deleteUserSession,
  deleteUserSessions,
  forgetBrowser,
  forgetBrowsers,
  selectRememberedBrowsers,
  selectRememberedUntil,
  selectUserAgent,
  selectUserSessions,
  updateConfirmedAt,
} from './open-sessions.queries.ts';

/**
 * Ends the user's sessions except `exceptIdHash`, and all sign-ins in progress (SES-16, PWD-14). @param forgetBrowsers whether remembered browsers must pass
 * the second factor again (MFA-9) @returns the number of ended sessions
 */
export async function endUserSessions(
  transaction: Queryable,
  options: { userId: number; exceptIdHash?: Buffer | null; forgetBrowsers: boolean },
): Promise<number> {
  const { userId, exceptIdHash = null } = options;
  await recordSessionsEnded(transaction, userId);
  if (options.forgetBrowsers) await forgetBrowsers(transaction, userId);
  return deleteUserSessions(transaction, userId, exceptIdHash);
}

/** Makes a browser unknown to a user who reported it as another person's. */
export function forgetKnownBrowser(on: Queryable, browser: { userId: number; browserId: string }): Promise<void> {
  return deleteBrowser(on, browser.userId, browser.browserId);
}

/** Records that the session's user gave a password or a passkey (CON-1). @returns when the confirmation expires, in UTC @throws UnauthorizedError if the session has ended */
export async function confirmSession(on: Queryable, idHash: Buffer): Promise<Date> {
  const at = await updateConfirmedAt(on, idHash);
  if (!at) throw new UnauthorizedError();
  return new Date(at.getTime() + confirmationMinutes * 60_000);
}

/** The user's open sessions, the last used first, at most 100. */
export async function listSessions(on: Queryable, { user, idHash }: Session): Promise<OpenSession[]> {
  const rows = await selectUserSessions(on, user.id);
  return rows.map((row) => ({
    id: row.public_id,
    ...describeDevice(row.user_agent),
    address: row.address,
    beganAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    proofs: row.proofs,
    isCurrent: row.id_hash.equals(idHash),
    isNewBrowser: row.is_new_browser,
    isActing: row.is_acting,
  }));
}

/** Ends one session of the user. @throws NotFoundError for another user's session, or one that has ended */
export async function endSession(on: Queryable, target: { userId: number; publicId: string }): Promise<void> {
  if (!(await deleteUserSession(on, target.userId, target.publicId))) throw new NotFoundError();
}

/** Ends sessions on behalf of an identity provider (SSO-37). @returns the number of ended sessions */
export function endSessionsByPublicId(on: Queryable, publicIds: readonly string[]): Promise<number> {
  return deleteSessionsByPublicId(on, publicIds);
}

/** The user's remembered browsers (MFA-9), the last used first, at most 100. */
export async function listRememberedBrowsers(
  on: Queryable,
  { user, browserId }: Session,
): Promise<RememberedBrowser[]> {
  const rows = await selectRememberedBrowsers(on, user.id);
  return rows.map(({ id, userAgent, address, lastSeenAt, rememberedUntil }) => ({
    id,
    name: nameDevice(userAgent),
    address,
    rememberedUntil: rememberedUntil.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isCurrent: id === browserId,
  }));
}

/** Forgets one browser. @throws NotFoundError for another user's browser, or one that is not remembered */
export async function forgetRememberedBrowser(
  on: Queryable,
  browser: { userId: number; browserId: string },
): Promise<void> {
  if (!(await forgetBrowser(on, browser.userId, browser.browserId))) throw new NotFoundError();
}

/** When the session's browser must pass the second factor again, in UTC; null if it always must. */
export async function rememberedUntil(on: Queryable, { user, browserId }: Session): Promise<Date | null> {
  return browserId === null ? null : selectRememberedUntil(on, user.id, browserId);
}

/** A short description of a session's device; null if unknown, or the session has ended. */
export async function findSessionDevice(
  on: Queryable,
  session: { userId: number; publicId: string },
): Promise<string | null> {
  const found = await selectUserAgent(on, session.userId, session.publicId);
  return nameDevice(found?.userAgent) || null;
}
