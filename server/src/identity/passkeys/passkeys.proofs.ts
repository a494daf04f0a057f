import { findPerson, type Person } from '../../accounts/index.ts';
import { keyOfAddress } from '../../core/http/address.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { confirmSession } from '../session/open-sessions.ts';
import {
  type ChallengeScope,
  createAuthenticationOptions,
  parseCredentialId,
  verifyPasskey,
  type WebAuthnJson,
} from './ceremonies.ts';
import type { PasskeysContext } from './passkeys.context.ts';
import { PasskeyRefusedError } from './passkeys.errors.ts';
import { findByCredential, listPasskeys, type PasskeyRow, recordUse } from './passkeys.queries.ts';

/**
 * Maximum failed tries per address in 15 minutes, and maximum challenges, of which each sign-in page requests one
 * (PSK-10).
 */
const tries = defineLimit('passkey-address', 100, 15 * 60);
const questions = defineLimit('passkey-questions', 1000, 15 * 60);

/** The origin of a visitor's request. */
export interface Visit {
  /** SHA-256 of the browser's session or visitor cookie. */
  readonly browserHash: Buffer;
  readonly address: string | null;
  readonly requestId: string;
}

/** Options for a sign-in with any passkey of this portal. @throws TooManyRequestsError after 1,000 requests from an address in 15 minutes */
export async function beginSignIn(context: PasskeysContext, visit: Visit): Promise<{ options: WebAuthnJson }> {
  const { database } = context;
  await questions.take(database, keyOfAddress(visit.address));
  return { options: await createAuthenticationOptions(database.query, context, signInScope(visit)) };
}

/**
 * The user of a valid answer. Limits by user name do not apply, because signatures cannot be guessed (PSK-10). @throws PasskeyRefusedError, the same for
 * every invalid answer; TooManyRequestsError after 100 failures from an address
 */
export async function getUserByPasskey(
  context: PasskeysContext,
  visit: Visit,
  response: WebAuthnJson,
): Promise<{ userId: number }> {
  const { database, audit } = context;
  const key = keyOfAddress(visit.address);
  await tries.take(database, key);
  const { user, passkey } = await prove(context, signInScope(visit), response);
  if (user?.active && passkey) {
    await tries.giveBack(database, key);
    return { userId: user.id };
  }
  await audit.record({
    kind: 'passkeyRefused',
    accountId: user?.accountId ?? null,
    userId: user?.id ?? null,
    address: visit.address,
    requestId: visit.requestId,
  });
  throw new PasskeyRefusedError();
}

/** Options for a proof with one of the signed-in user's passkeys. */
export async function beginConfirmation(context: PasskeysContext & RequestContext): Promise<{ options: WebAuthnJson }> {
  const { database, session } = context;
  const known = await listPasskeys(database.query, session.user.id);
  return { options: await createAuthenticationOptions(database.query, context, confirmationScope(context), known) };
}

/** Confirms the signed-in user with a passkey. @throws PasskeyRefusedError for an invalid answer; TooManyRequestsError after 100 failures from an address */
export async function confirmByPasskey(
  context: PasskeysContext & RequestContext,
  response: WebAuthnJson,
): Promise<{ confirmedUntil: string }> {
  const { database, audit, actor, session } = context;
  const key = keyOfAddress(actor.address);
  await tries.take(database, key);
  const { passkey } = await prove(context, confirmationScope(context), response);
  if (!passkey) {
    await audit.record({ ...actor, kind: 'passkeyRefused' });
    throw new PasskeyRefusedError();
  }
  await tries.giveBack(database, key);
  await audit.record({ ...actor, kind: 'confirmedWithPasskey' });
  const until = await confirmSession(database.query, session.idHash);
  return { confirmedUntil: until.toISOString() };
}

function signInScope({ browserHash }: Visit): ChallengeScope {
  return { purpose: 'signIn', browserHash, userId: null };
}

function confirmationScope({ session }: RequestContext): ChallengeScope {
  return { purpose: 'confirm', browserHash: session.idHash, userId: session.user.id };
}

/** Verifies an answer and records the use. Returns the `user` of the named passkey, and the `passkey` only if the answer is valid. */
async function prove(
  context: PasskeysContext,
  asking: ChallengeScope,
  response: WebAuthnJson,
): Promise<{ user?: Person; passkey?: PasskeyRow }> {
  const { database } = context;
  const credentialId = parseCredentialId(response);
  const passkey = credentialId && (await findByCredential(database.query, credentialId));
  if (!passkey) return {};
  const user = await findPerson(database.query, passkey.userId);
  if (!user || (asking.userId !== null && asking.userId !== user.id)) return {};
  const use = await verifyPasskey(database.query, context, asking, { passkey, publicId: user.publicId, response });
  if (!use || !(await recordUse(database.query, passkey.id, use))) return { user };
  return { user, passkey };
}
