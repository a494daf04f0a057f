import { hash } from 'node:crypto';
import { comparisonKey, type ParsedRequestOf, type singleSignOn } from '@portico/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  findAccountSignOn,
  findOwnerRecipient,
  findPasswordHash,
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
import { keyedHash } from '../../core/secrets.ts';
import { newRecoveryCode, normalizeRecoveryCode } from '../second-factor/codes.ts';
import { mailOwnerSignIn } from '../second-factor/notices.ts';
import { InvalidCredentialsError } from '../session/session.errors.ts';
import { consumeBreakGlassCode, hasUnusedCode, replaceBreakGlassCode } from './break-glass.queries.ts';
import type { SingleSignOnContext } from './single-sign-on.context.ts';
import { BreakGlassRefusedError } from './single-sign-on.errors.ts';

/** Maximum tries per hour, by name (whether or not it exists) and by address (SSO-34). */
const triesByName = defineLimit('break-glass-name', 5, 60 * 60);
const triesByAddress = defineLimit('break-glass-address', 20, 60 * 60);

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
  await triesByAddress.take(database, keyOfAddress(origin.address));
  await triesByName.take(database, hash('sha256', name, 'base64url'));
  const owner = await verifyOwner(context, { ...input, userName: name });
  const place = { address: origin.address, requestId: origin.requestId };
  const refused = () => audit.record({ kind: 'breakGlassRefused', ...about(owner?.user), ...place });
  if (!owner?.isRight) {
    await refused();
    throw new BreakGlassRefusedError();
  }
  const { user, codeHash } = owner;
  try {
    return await sessions.beginVouchedSession(http, reply, {
      proof: 'breakGlass',
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

interface Owner {
  readonly user: SignOnUser;
  readonly codeHash: Buffer;
  readonly isRight: boolean;
}

/** Finds the active owner of a name and checks the password; equally slow if there is no such owner. */
async function verifyOwner(
  { database, config }: SingleSignOnContext,
  { userName, password, code }: Input,
): Promise<Owner | undefined> {
  const found = await findSignOnUserByAddress(database.query, userName);
  const account = found && (await findAccountSignOn(database.query, found.accountId));
  const isOwner = found?.isOwner === true && found.active && account?.ssoRequired === true;
  const passwordHash = isOwner ? await findPasswordHash(database.query, found.id) : null;
  const isRight = await withHashQueue((place) => place(() => verifyPassword(passwordHash, password)));
  if (!found) return undefined;
  const codeHash = hashBreakGlassCode(config.appSecret, found.accountId, normalizeRecoveryCode(code) ?? '');
  return { user: found, codeHash, isRight: isOwner && passwordHash !== null && isRight };
}
