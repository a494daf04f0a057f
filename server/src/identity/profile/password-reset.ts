import { hash } from 'node:crypto';
import { comparisonKey, type Locale } from '@portico/contract';
import {
  accessLinks,
  findAccountSignOn,
  findLink,
  findUserForReset,
  hashChosenPassword,
  hasRefusal,
  type Link,
  LinkExpiredError,
  linkLifeSeconds,
  recordProvedAddress,
  updatePassword,
  useLink,
} from '../../accounts/index.ts';
import { type Queryable, transactionWithRetry } from '../../core/db/database.ts';
import { keyOfAddress } from '../../core/http/address.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { RequestOrigin } from '../../core/http/request-origin.ts';
import { enqueue, type JobDefinition } from '../../core/jobs/queue.ts';
import { closeMailCodes } from '../second-factor/second-factor.queries.ts';
import { signOnPage } from '../session/entry.ts';
import { endUserSessions } from '../session/open-sessions.ts';
import { linkActor } from './email-change.ts';
import {
  type Addressee,
  endLinks,
  findAddressee,
  mailLink,
  mailNotice,
  mailTo,
  personalWords,
} from './mailed-links.ts';
import { chosenPasswords, type NewPassword } from './password-change.ts';
import type { ProfileContext } from './profile.context.ts';

/** Maximum requested links by name and by address (PWD-13). A name counts whether or not it exists. */
const resetsByName = defineLimit('reset-name', 5, 60 * 60);
const resetsByAddress = defineLimit('reset-address', 30, 15 * 60);

interface ResetPayload {
  /** Null for an unknown name. The job is queued anyway, so that both cases take equally long (PWD-11). */
  readonly userId: number | null;
  readonly locale: Locale;
  readonly address: string | null;
  readonly requestId: string;
}

const resetJob = { name: 'password-reset', maxAttempts: 10 };

interface Forgotten {
  /** Login or email address, ignoring case. */
  readonly userName: string;
  readonly origin: RequestOrigin;
  readonly locale: Locale;
}

/** Mails a link that sets a new password. The response and its time are the same whether or not the name exists (PWD-11). @throws TooManyRequestsError, by name and by address (PWD-13) */
export async function forgetPassword(
  { database }: ProfileContext,
  { userName, origin, locale }: Forgotten,
): Promise<void> {
  const { address, requestId } = origin;
  await resetsByAddress.take(database, keyOfAddress(address));
  await resetsByName.take(database, hash('sha256', comparisonKey(userName), 'base64url'));
  const userId = await findUserForReset(database.query, userName);
  await enqueue<ResetPayload>(database.query, resetJob, { userId, locale, address, requestId });
}

/** Mails the link to the user's address, or a link to the identity provider if single sign-on is required. */
export function passwordResetJob({ database, audit, mail }: ProfileContext): JobDefinition<ResetPayload> {
  return {
    ...resetJob,
    run: async ({ userId, locale, address, requestId }) => {
      if (userId === null) return;
      await database.transaction(async (transaction) => {
        const person = await findAddressee(transaction, userId);
        if (!person) return;
        const { id, accountId, login, accountName } = person;
        const signOnKey = await findRequiredSignOnKey(transaction, accountId);
        if (signOnKey !== null) {
          const data = { login, accountName, path: signOnPage(signOnKey, {}) };
          await mail.enqueue(transaction, { template: 'signOnRequired', data, ...mailTo(person, locale) });
          return;
        }
        await mailLink(mail, transaction, { kind: 'resetPassword', userId: id, data: {} }, ({ path, expiresAt }) =>
          mail.enqueue(transaction, {
            template: 'passwordReset',
            data: { login, path, minutes: linkLifeSeconds.resetPassword / 60 },
            ...mailTo(person, locale),
            expiresAt,
          }),
        );
        await audit.record({ kind: 'passwordResetAsked', accountId, userId: id, address, requestId }, transaction);
      });
    },
  };
}

interface Reset extends NewPassword {
  readonly token: string;
  /** Whether a reset also removes passkeys and external logins (PWD-19). */
  readonly removeOtherWaysIn: boolean;
  readonly origin: RequestOrigin;
  readonly locale: Locale;
}

/**
 * Sets a password with a mailed link, an invitation or the confirmation of a sign-up (PWD-12, USR-4, SIGN-33). Closes codes by mail (MFA-13), ends all sessions, forgets all browsers, and voids all other links that change a
 * sign-in method. The caller signs the user in, with the second factor. @returns the user's id @throws LinkExpiredError, InvalidInputError,
 * TooManyRequestsError
 */
export async function resetPassword(context: ProfileContext, reset: Reset): Promise<number> {
  const { database } = context;
  const person = await getUserOfLink(context, reset.token);
  await chosenPasswords.take(database, person.id);
  const passwordHash = await hashChosenPassword(context, {
    password: reset.newPassword,
    confirmation: reset.newPasswordConfirmation,
    own: personalWords(person),
  });
  await replacePassword(context, { ...reset, person, passwordHash });
  return person.id;
}

/** The kinds of link that set a password, each with the event that it causes. */
const passwordLinks = {
  resetPassword: 'passwordReset',
  invitation: 'invitationAccepted',
  confirmSignUp: 'emailConfirmed',
} as const;

const isPasswordLink = (link: Link): link is Link<keyof typeof passwordLinks> => link.kind in passwordLinks;

/** The user whose password a link sets. @throws LinkExpiredError also if the user is inactive or may not change the password */
async function getUserOfLink({ database }: ProfileContext, token: string): Promise<Addressee> {
  const link = await findLink(database.query, token);
  if (!link || !isPasswordLink(link)) throw new LinkExpiredError();
  const person = await findAddressee(database.query, link.userId);
  if (link.kind === 'confirmSignUp' && person?.isEmailConfirmed) throw new LinkExpiredError();
  const isRefused = link.kind === 'resetPassword' && (await hasRefusal(database.query, link.userId, 'changePassword'));
  if (!person || isRefused) throw new LinkExpiredError();
  const isClosed = link.kind === 'resetPassword' && (await findRequiredSignOnKey(database.query, person.accountId));
  if (isClosed) throw new LinkExpiredError();
  return person;
}

/** The key of the account's sign-in page if single sign-on is required, because no password can be set by mail then (SSO-30); otherwise null. */
async function findRequiredSignOnKey(on: Queryable, accountId: number): Promise<string | null> {
  const account = await findAccountSignOn(on, accountId);
  return account?.ssoRequired ? account.ssoKey : null;
}

async function replacePassword(
  { database, audit, mail, config, otherWaysIn }: ProfileContext,
  {
    token,
    person,
    passwordHash,
    removeOtherWaysIn,
    origin,
    locale,
  }: Omit<Reset, keyof NewPassword> & {
    person: Addressee;
    passwordHash: string;
  },
): Promise<void> {
  await transactionWithRetry(database, async (transaction) => {
    const link = await useLink(transaction, token, 'resetPassword', 'invitation', 'confirmSignUp');
    await updatePassword(transaction, person.id, passwordHash);
    await recordProvedAddress(transaction, person.id, person.email);
    await closeMailCodes(transaction, person.id, person.email);
    const isReset = link.kind === 'resetPassword';
    const { passkeys, externalLogins } =
      isReset && removeOtherWaysIn
        ? await otherWaysIn.removeByMail(transaction, person, config.mode)
        : { passkeys: 0, externalLogins: 0 };
    await endUserSessions(transaction, { userId: person.id, forgetBrowsers: true });
    if (link.messageId !== null) await mail.forget(transaction, link.messageId);
    await endLinks(mail, transaction, person.id, ...accessLinks);
    if (isReset)
      await mailNotice(mail, transaction, person, {
        change: 'password',
        removed: { passkeys: passkeys > 0, externalLogins: externalLogins > 0 },
        origin,
        locale,
      });
    const detail = {
      ...(passkeys > 0 && { passkeysRemoved: passkeys }),
      ...(externalLogins > 0 && { externalLoginsRemoved: externalLogins }),
    };
    await audit.record({ ...linkActor(person, origin), kind: passwordLinks[link.kind], detail }, transaction);
  });
}
