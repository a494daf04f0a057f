import type { ExternalLogins } from '@portico/contract';
import { findPerson, lockSignInMethods, recordProvedAddress } from '../../accounts/index.ts';
import { type Queryable, transactionWithRetry } from '../../core/db/database.ts';
import { can } from '../../core/http/access.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { hasPasskeys } from '../passkeys/offer.ts';
import { LastWayInError } from '../passkeys/passkeys.errors.ts';
import { mailSignInMethodChange } from '../passkeys/security-notice.ts';
import { endUserSessions } from '../session/open-sessions.ts';
import type { ExternalLoginsContext } from './external-logins.context.ts';
import {
  countLogins,
  deleteLogin,
  findByIdentity,
  insertLogin,
  listLogins,
  recordUse,
} from './external-logins.queries.ts';
import { ExternalLoginFailure } from './failures.ts';
import type { Identity, IdentityProvider } from './providers.ts';
import type { EndedVisit } from './visits.ts';

type Context = ExternalLoginsContext & RequestContext;
type ChangingContext = Context & { readonly userAgent: string };

/** The signed-in user's external logins, and the providers without one. */
export async function listOwnLogins({ database, session, providers }: Context): Promise<ExternalLogins> {
  const userId = session.user.id;
  const [logins, person, hasPasskey] = await Promise.all([
    listLogins(database.query, userId),
    findPerson(database.query, userId),
    hasPasskeys(database.query, userId),
  ]);
  const canRemove = mayRemove(logins.length, hasPasskey || person?.hasPassword === true);
  const connected = new Set(logins.map(({ provider }) => provider));
  return {
    currentLogins: logins.map(({ provider, subject, email, createdAt, lastUsedAt }) => ({
      // Falls back to the stored name if the installation no longer has the provider.
      displayName: providers.find(provider)?.displayName ?? provider,
      loginProvider: provider,
      providerKey: subject,
      email,
      addedAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      canRemove,
    })),
    otherLogins: providers.all
      .filter(({ name }) => !connected.has(name))
      .map(({ name, displayName }) => ({ loginProvider: name, displayName })),
  };
}

/** Whether a login may be removed: the user needs another way to sign in (EXT-7). @param logins the number that the user has, including this one */
function mayRemove(logins: number, hasOtherWay: boolean): boolean {
  return logins > 1 || hasOtherWay;
}

/**
 * Removes a login, audits it and mails the user. Ends all other sessions, because anyone with the login may use one of them (EXT-11). @throws NotFoundError
 * if the user does not have it; LastWayInError (EXT-7)
 */
export async function removeLogin(
  context: ChangingContext,
  {
    loginProvider,
    providerKey,
  }: { readonly loginProvider?: string | undefined; readonly providerKey?: string | undefined },
): Promise<void> {
  const { database, audit, actor, session } = context;
  const userId = session.user.id;
  if (!loginProvider || !providerKey) throw new NotFoundError();
  await transactionWithRetry(database, async (transaction) => {
    const person = await lockSignInMethods(transaction, userId);
    const hasOtherWay = person.hasPassword || (await hasPasskeys(transaction, userId));
    const logins = await countLogins(transaction, userId);
    const removed = await deleteLogin(transaction, { userId, provider: loginProvider, subject: providerKey });
    if (!removed) throw new NotFoundError();
    if (!mayRemove(logins, hasOtherWay)) throw new LastWayInError();
    await endUserSessions(transaction, { userId, exceptIdHash: session.idHash, forgetBrowsers: false });
    const detail = { provider: loginProvider };
    await audit.record({ ...actor, kind: 'externalLoginRemoved', detail }, transaction);
    await mailSignInMethodChange(transaction, context, 'externalLogins');
  });
}

/**
 * Connects a visit's identity to the user who began the visit, in the same session (EXT-5), whatever its email address is (EXT-1). @throws
 * ExternalLoginFailure if the session changed, or either side is connected already
 */
export async function connectLogin(
  context: ChangingContext,
  provider: IdentityProvider,
  visit: EndedVisit,
): Promise<void> {
  const { database, audit, actor, session } = context;
  const { linking } = visit;
  const isSame = linking?.sessionHash.equals(session.idHash) === true && linking.userId === session.user.id;
  if (!isSame || !can('profile.changeExternalLogins', session))
    throw new ExternalLoginFailure('signedOut', provider.name);
  const identified = await visit.identify();
  const { issuer, subject, email } = identified;
  const identity = { issuer, subject, email };
  const userId = session.user.id;
  await database.transaction(async (transaction) => {
    await lockSignInMethods(transaction, userId);
    if (!(await insertLogin(transaction, { ...identity, userId, provider: provider.name }))) {
      const owner = await findByIdentity(transaction, identity);
      if (owner?.userId === userId) return;
      throw new ExternalLoginFailure(owner ? 'taken' : 'hasAnother', provider.name);
    }
    await recordVouchedAddress(transaction, userId, identified);
    const detail = { provider: provider.name, issuer: identity.issuer };
    await audit.record({ ...actor, kind: 'externalLoginConnected', detail }, transaction);
    await mailSignInMethodChange(transaction, context, 'externalLogins');
  });
}

/** Records that a user has an address for which the provider vouches, if it is the user's (USR-31). */
async function recordVouchedAddress(on: Queryable, userId: number, { email, isEmailVerified }: Identity) {
  if (email !== null && isEmailVerified) await recordProvedAddress(on, userId, email);
}

/** The active user of an identity; undefined if no user is connected with it. */
export async function findUserByIdentity(
  { database }: Pick<ExternalLoginsContext, 'database'>,
  provider: IdentityProvider,
  identity: Identity,
): Promise<number | undefined> {
  const login = await findByIdentity(database.query, identity);
  const person = login?.provider === provider.name ? await findPerson(database.query, login.userId) : undefined;
  if (!login || !person?.active) return undefined;
  await recordUse(database.query, login.id, identity.email);
  await recordVouchedAddress(database.query, person.id, identity);
  return person.id;
}

/** Where a sign-in comes from. */
export interface SignInOrigin {
  readonly address: string | null;
  readonly requestId: string;
}

/** The active user of an identity, found by issuer and subject only (EXT-1). @throws ExternalLoginFailure if no user is connected with it; audits the refusal */
export async function getUserByIdentity(
  { database, audit }: ExternalLoginsContext,
  provider: IdentityProvider,
  identity: Identity,
  { address, requestId }: SignInOrigin,
): Promise<number> {
  const login = await findByIdentity(database.query, identity);
  const isSame = login?.provider === provider.name;
  const person = login && isSame ? await findPerson(database.query, login.userId) : undefined;
  if (login && person?.active) {
    await recordUse(database.query, login.id, identity.email);
    await recordVouchedAddress(database.query, person.id, identity);
    return person.id;
  }
  await audit.record({
    kind: 'externalLoginRefused',
    accountId: person?.accountId ?? null,
    userId: person?.id ?? null,
    detail: { proof: provider.proof },
    address,
    requestId,
  });
  throw new ExternalLoginFailure('unknown', provider.name);
}
