import { hash } from 'node:crypto';
import { comparisonKey, type ParsedRequestOf, type singleSignOn } from '@portico/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  findAccountBrand,
  findAccountSignOn,
  findOwnerRecipient,
  findPasswordHash,
  findRecipient,
  findSignOnUserByAddress,
  type SignOnUser,
  verifyPassword,
  withHashQueue,
} from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { keyOfAddress } from '../../core/http/address.ts';
import { ForbiddenError } from '../../core/http/app-error.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { readRequestOrigin } from '../../core/http/request-origin.ts';
import { hashSecret, keyedHash } from '../../core/secrets.ts';
import { newRecoveryCode, normalizeRecoveryCode } from '../second-factor/codes.ts';
import { type ChangeOrigin, mailOwnerSignIn, mailUserNotice } from '../second-factor/notices.ts';
import { isKnownBrowser } from '../session/open-sessions.queries.ts';
import { InvalidCredentialsError } from '../session/session.errors.ts';
import { consumeBreakGlassCode, hasUnusedCode, replaceBreakGlassCode } from './break-glass.queries.ts';
import type { SingleSignOnContext } from './single-sign-on.context.ts';
import { BreakGlassRefusedError } from './single-sign-on.errors.ts';

/** Maximum tries per hour (SSO-34), by address, by name and address, by name (whether or not it exists), and in a browser that the owner used before. */
const triesByAddress = defineLimit('break-glass-address', 20, 60 * 60);
const triesByNameAndAddress = defineLimit('break-glass-name-address', 5, 60 * 60);
const triesByName = defineLimit('break-glass-name', 20, 60 * 60);
const triesInKnownBrowser = defineLimit('break-glass-browser', 5, 60 * 60);
/** Maximum wrong tries in a day without a mail to the owner, and maximum mails about further ones (SSO-34). */
const quietTries = defineLimit('break-glass-quiet', 2, 24 * 60 * 60);
const triesMails = defineLimit('break-glass-mail', 1, 24 * 60 * 60);

const hashBreakGlassCode = (appSecret: string, accountId: number, code: string) =>
  keyedHash(appSecret, 'break-glass-code', `${accountId} ${code}`);

/** Creates a new code for the owner, which replaces the previous one (SSO-33). @returns the code, which is shown once @throws ForbiddenError for other users */
export async function makeBreakGlassCode(
  context: Pick<SingleSignOnContext, 'database' | 'audit' | 'config'> & RequestContext,
): Promise<{ code: string }> {
  const { database, audit, actor, accountId, session, config } = context;
  if (!session.user.isOwner) throw new ForbiddenError('user.ownerOnly');
  const code = newRecoveryCode();
  const codeHash = hashBreakGlassCode(config.appSecret, accountId, normalizeRecoveryCode(code) ?? code);
  await database.transaction(async (transaction) => {
    await replaceBreakGlassCode(transaction, { accountId, codeHash, createdBy: session.user.id });
    await audit.record({ ...actor, kind: 'breakGlassCodeMade' }, transaction);
  });
  return { code };
}

/** Whether the account's current owner has an unused code; a previous owner's code is not accepted (SSO-33). */
export async function hasBreakGlassCode(on: Queryable, accountId: number): Promise<boolean> {
  const owner = await findOwnerRecipient(on, accountId);
  return owner !== undefined && hasUnusedCode(on, { accountId, createdBy: owner.id });
}

type Input = ParsedRequestOf<typeof singleSignOn.breakGlass>['body'];

/**
 * Signs in the owner of an account with required single sign-on by password and code, and mails the admins (SSO-34). Uses the code in the session's
 * transaction. @returns the page to open @throws BreakGlassRefusedError, the same for every reason; TooManyRequestsError, UnavailableError
 */
export async function signInWithBreakGlass(
  context: SingleSignOnContext,
  input: Input,
  { http, reply }: { readonly http: FastifyRequest; readonly reply: FastifyReply },
): Promise<string> {
  const { database, audit, sessions } = context;
  const origin = readRequestOrigin(http);
  const name = comparisonKey(input.userName);
  const found = await findSignOnUserByAddress(database.query, name);
  await countTry(context, { name, address: keyOfAddress(origin.address), user: found, http });
  const owner = await verifyOwner(context, found, input);
  const place = { address: origin.address, requestId: origin.requestId };
  const refused = async () => {
    await audit.record({ kind: 'breakGlassRefused', ...about(found), ...place });
    if (owner?.isOwner) await mailAfterWrongTries(context, owner.user, { ...origin, locale: http.locale });
  };
  if (!owner?.isRight) {
    await refused();
    throw new BreakGlassRefusedError();
  }
  const { user, codeHash } = owner;
  try {
    return await sessions.beginVouchedSession(http, reply, {
      proof: 'breakGlass',
      confirmedAt: null,
      returnUrl: input.ReturnUrl,
      identify: async (transaction) => {
        const { accountId, id } = user;
        if (!(await consumeBreakGlassCode(transaction, { accountId, createdBy: id, codeHash })))
          throw new InvalidCredentialsError();
        return id;
      },
      onBegun: async (transaction) => {
        await audit.record({ kind: 'breakGlassUsed', ...about(user), realUserId: user.id, ...place }, transaction);
        const recipient = await findOwnerRecipient(transaction, user.accountId);
        if (recipient)
          await mailOwnerSignIn(
            context.mail,
            transaction,
            { owner: recipient, includesOwner: true },
            { ...origin, locale: http.locale },
          );
      },
    });
  } catch (error) {
    if (!(error instanceof InvalidCredentialsError)) throw error;
    await refused();
    throw new BreakGlassRefusedError();
  }
}

const about = (user: SignOnUser | undefined) => ({ accountId: user?.accountId ?? null, userId: user?.id ?? null });

/**
 * Counts a try before it is checked. A browser that the owner used before has a count of its own, so that strangers cannot use up the owner's tries. @throws
 * TooManyRequestsError
 */
async function countTry(
  { database, sessions }: SingleSignOnContext,
  {
    name,
    address,
    user,
    http,
  }: {
    readonly name: string;
    readonly address: string;
    readonly user: SignOnUser | undefined;
    readonly http: FastifyRequest;
  },
): Promise<void> {
  const { browserToken } = sessions.readVisit(http);
  const tokenHash = browserToken === null ? null : hashSecret(browserToken);
  if (user && tokenHash && (await isKnownBrowser(database.query, user.id, tokenHash)))
    return triesInKnownBrowser.take(database, `${user.id} ${tokenHash.toString('base64url')}`);
  const nameHash = hash('sha256', name, 'base64url');
  await triesByAddress.take(database, address);
  await triesByNameAndAddress.take(database, `${nameHash} ${address}`);
  await triesByName.take(database, nameHash);
}

/** Mails the owner after the third wrong try, at most once a day. */
async function mailAfterWrongTries(
  { database, mail }: SingleSignOnContext,
  { id }: SignOnUser,
  origin: Omit<ChangeOrigin, 'userId' | 'companyId'>,
): Promise<void> {
  if ((await quietTries.tryTake(database, id)) || !(await triesMails.tryTake(database, id))) return;
  await database.transaction(async (transaction) => {
    const owner = await findRecipient(transaction, id);
    const account = owner && (await findAccountBrand(transaction, owner.accountId));
    if (account)
      await mailUserNotice(mail, transaction, 'breakGlassTries', {
        ...origin,
        userId: id,
        companyId: account.companyId,
      });
  });
}

interface Owner {
  readonly user: SignOnUser;
  readonly codeHash: Buffer;
  /** Whether the user is an active owner of an account with required single sign-on. */
  readonly isOwner: boolean;
  /** Whether it is the owner's password. */
  readonly isRight: boolean;
}

/** Checks whether a user is an active owner, and the password; equally slow if not, or without a user. */
async function verifyOwner(
  { database, config }: SingleSignOnContext,
  user: SignOnUser | undefined,
  { password, code }: Input,
): Promise<Owner | undefined> {
  const account = user && (await findAccountSignOn(database.query, user.accountId));
  const isOwner = user?.isOwner === true && user.active && account?.ssoRequired === true;
  const passwordHash = isOwner ? await findPasswordHash(database.query, user.id) : null;
  const isRight = await withHashQueue((place) => place(() => verifyPassword(passwordHash, password)));
  if (!user) return undefined;
  const codeHash = hashBreakGlassCode(config.appSecret, user.accountId, normalizeRecoveryCode(code) ?? '');
  return { user, codeHash, isOwner, isRight: isOwner && passwordHash !== null && isRight };
}
