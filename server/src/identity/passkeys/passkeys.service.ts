import type { passkeys as endpoints, ParsedRequestOf, Passkey } from '@portico/contract';
import { findCompany, findPerson, lockSignInMethods, recordPasskeyOffered } from '../../accounts/index.ts';
import { type Queryable, transactionWithRetry } from '../../core/db/database.ts';
import { InvalidInputError, NotFoundError } from '../../core/http/app-error.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { Session } from '../../core/http/session-context.ts';
import { translate } from '../../core/messages/index.ts';
import { findSecondFactorState } from '../second-factor/state.ts';
import { endUserSessions } from '../session/open-sessions.ts';
import { type RenewedSession, renewSession } from '../session/setup-session.ts';
import { createRegistrationOptions, verifyNewPasskey, type WebAuthnJson } from './ceremonies.ts';
import type { PasskeysContext } from './passkeys.context.ts';
import { KnownPasskeyError, LastFactorError, LastWayInError, TooManyPasskeysError } from './passkeys.errors.ts';
import {
  countPasskeys,
  deletePasskey,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  updateName,
} from './passkeys.queries.ts';
import { judgeRemoval } from './passkeys.rules.ts';
import { mailSignInMethodChange } from './security-notice.ts';

/**
 * Names of authenticators and password managers by their model, from github.com/passkeydeveloper/passkey-authenticator-aaguids. A passkey's model is
 * unverified, so it is only used as a name.
 */
const keeperNames: ReadonlyMap<string, string> = new Map([
  ['fbfc3007-154e-4ecc-8c0b-6e020557d7bd', 'iCloud Keychain'],
  ['dd4ec289-e01d-41c9-bb89-70fa845d4bf2', 'iCloud Keychain'],
  ['ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4', 'Google Password Manager'],
  ['adce0002-35bc-c60a-648b-0b25f1f05503', 'Chrome on Mac'],
  ['08987058-cadc-4b81-b6e1-30de50dcbe96', 'Windows Hello'],
  ['9ddd1817-af5a-4672-a2b9-3e3dd95000a9', 'Windows Hello'],
  ['6028b017-b1d4-4c02-b4b3-afcdafc96bb2', 'Windows Hello'],
  ['bada5566-a7aa-401f-bd96-45619a55120d', '1Password'],
  ['d548826e-79b4-db40-a3d8-11116f7e8349', 'Bitwarden'],
  ['531126d6-e717-415c-9320-3d9aa6981239', 'Dashlane'],
  ['0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6', 'Keeper'],
  ['50726f74-6f6e-5061-7373-50726f746f6e', 'Proton Pass'],
  ['53414d53-554e-4700-0000-000000000000', 'Samsung Pass'],
  ['fdb141b2-5d84-443e-8a35-4698c205a502', 'KeePassXC'],
]);

/** The name of a passkey's model, such as `iCloud Keychain`; null if unknown. */
function passkeyKeeperName(aaguid: string | null): string | null {
  return aaguid === null ? null : (keeperNames.get(aaguid.toLowerCase()) ?? null);
}

/** Maximum number of passkeys per user (PSK-7). */
const maxPasskeys = 20;

type Context = PasskeysContext & RequestContext;
type ChangingContext = Context & { readonly userAgent: string };

/** The signed-in user's passkeys, the oldest first. */
export async function listOwnPasskeys({ database, session }: Context): Promise<{ items: Passkey[]; canAdd: boolean }> {
  const rows = await listPasskeys(database.query, session.user.id);
  return { items: rows.map(describe), canAdd: rows.length < maxPasskeys };
}

/** Options for a new passkey, valid in this session for five minutes. @throws TooManyPasskeysError at 20 (PSK-7) */
export async function beginAdding(context: Context): Promise<{ options: WebAuthnJson }> {
  const { database, session } = context;
  const { user, account } = session;
  const [known, person, company] = await Promise.all([
    listPasskeys(database.query, user.id),
    findPerson(database.query, user.id),
    findCompany(database, account.companyId),
  ]);
  if (!person) throw new NotFoundError();
  if (known.length >= maxPasskeys) throw new TooManyPasskeysError(maxPasskeys);
  const options = await createRegistrationOptions(database.query, context, addingBy(context), {
    companyName: company.name,
    login: user.login,
    name: `${user.firstName} ${user.lastName}`.trim() || user.login,
    publicId: person.publicId,
    known,
  });
  return { options };
}

/**
 * Adds the answered passkey, audits it and mails the user (PSK-9). A setup session becomes a full session under a new id, and the user's other sessions end
 * (MFA-12). @throws InvalidInputError for an invalid answer; KnownPasskeyError; TooManyPasskeysError
 */
export async function addPasskey(
  context: ChangingContext,
  { name, response }: ParsedRequestOf<typeof endpoints.add>['body'],
): Promise<{ passkey: Passkey; renewed: RenewedSession | null }> {
  const { database, audit, actor, session, locale } = context;
  const userId = session.user.id;
  const credential = await verifyNewPasskey(database.query, context, addingBy(context), response);
  if (!credential)
    throw new InvalidInputError({ response: [{ key: 'passkeys.notAdded' }] }, { key: 'passkeys.notAdded' });
  const keeper = passkeyKeeperName(credential.aaguid);
  return transactionWithRetry(database, async (transaction) => {
    await lockSignInMethods(transaction, userId);
    if ((await countPasskeys(transaction, userId)) >= maxPasskeys) throw new TooManyPasskeysError(maxPasskeys);
    const added = await insertPasskey(transaction, {
      ...credential,
      userId,
      name: name || (keeper ?? translate(locale, 'passkeys.unnamed')),
    });
    if (!added) throw new KnownPasskeyError();
    await recordPasskeyOffered(transaction, userId);
    await audit.record({ ...actor, kind: 'passkeyAdded', detail: { id: added.id, name: added.name } }, transaction);
    await mailSignInMethodChange(transaction, context, 'passkeys');
    return { passkey: describe(added), renewed: session.isSetup ? await endSetup(transaction, session) : null };
  });
}

/**
 * Turns a setup session into a full session. Ends the user's other sessions, because anyone who knows the password
 * could have opened them.
 */
async function endSetup(transaction: Queryable, session: Session): Promise<RenewedSession> {
  await endUserSessions(transaction, { userId: session.user.id, exceptIdHash: session.idHash, forgetBrowsers: true });
  return renewSession(transaction, session, 'passkey');
}

/** Renames a passkey. @throws NotFoundError for another user's */
export async function renamePasskey({ database, session }: Context, id: number, name: string): Promise<Passkey> {
  const renamed = await updateName(database.query, session.user.id, id, name);
  if (!renamed) throw new NotFoundError();
  return describe(renamed);
}

/**
 * Removes a passkey, audits it and mails the user (PSK-9). Ends all other sessions, because anyone with a lost device may use one of them (PSK-12). @throws
 * NotFoundError for another user's; LastWayInError and LastFactorError (PSK-8)
 */
export async function removePasskey(context: ChangingContext, id: number): Promise<Record<string, never>> {
  const { database, audit, actor, session, hasExternalLogins, config } = context;
  const userId = session.user.id;
  await transactionWithRetry(database, async (transaction) => {
    const { hasPassword } = await lockSignInMethods(transaction, userId);
    const removed = await deletePasskey(transaction, userId, id);
    if (!removed) throw new NotFoundError();
    const left = await countPasskeys(transaction, userId);
    const secondFactor = await findSecondFactorState(transaction, userId, config.mode);
    const refusal = judgeRemoval({
      passkeysLeft: left,
      hasPassword,
      hasExternalLogins: await hasExternalLogins(transaction, userId),
      isFactorRequired: secondFactor.isRequired,
      hasOtherFactor: secondFactor.isEnabled,
    });
    if (refusal === 'lastWayIn') throw new LastWayInError();
    if (refusal === 'lastFactor') throw new LastFactorError();
    await endUserSessions(transaction, { userId, exceptIdHash: session.idHash, forgetBrowsers: false });
    await audit.record({ ...actor, kind: 'passkeyRemoved', detail: { id, name: removed.name } }, transaction);
    await mailSignInMethodChange(transaction, context, 'passkeys');
  });
  return {};
}

/** Records that the user was offered a passkey, so that the offer is not repeated (PSK-11). */
export async function declineOffer({ database, session }: Context): Promise<Record<string, never>> {
  await recordPasskeyOffered(database.query, session.user.id);
  return {};
}

function addingBy({ session }: Context) {
  return { purpose: 'add', browserHash: session.idHash, userId: session.user.id } as const;
}

function describe({ id, credentialId, name, aaguid, isSynced, createdAt, lastUsedAt }: PasskeyRow): Passkey {
  return {
    id,
    credentialId: credentialId.toString('base64url'),
    name,
    keeper: passkeyKeeperName(aaguid),
    isSynced,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
