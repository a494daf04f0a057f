import type { Locale } from '@portico/contract';
import { secondsInDay } from 'date-fns/constants';
import {
  accessLinks,
  changesBetween,
  findKnownLink,
  isAddressFree,
  issueLink,
  type Link,
  LinkExpiredError,
  linkLifeSeconds,
  recordLinkMessage,
  reissueLink,
  updateEmail,
  useLink,
  voidLaterLinks,
} from '../../accounts/index.ts';
import { type Queryable, transactionWithRetry } from '../../core/db/database.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { RequestOrigin } from '../../core/http/request-origin.ts';
import { enqueue, type JobDefinition } from '../../core/jobs/queue.ts';
import { endUserSessions } from '../session/open-sessions.ts';
import {
  type Addressee,
  endLinks,
  findAddressee,
  mailCircumstances,
  mailLink,
  mailNotice,
  mailTo,
} from './mailed-links.ts';
import type { ProfileContext, ProfileRequestContext } from './profile.context.ts';
import { EmailTakenError } from './profile.errors.ts';

/** Address changes that a user may request in an hour; each sends a mail. */
export const emailChanges = defineLimit('email-change', 5, 60 * 60);

interface ConfirmationPayload {
  readonly userId: number;
  readonly locale: Locale;
}

const confirmationJob = { name: 'email-confirmation', maxAttempts: 10 };

/** Requests a change of address, which waits for its mailed link. A job creates the token, so that request and response are the same whether or not the address is taken (PRF-4). */
export async function requestEmailChange(
  { audit, mail, actor, locale }: ProfileRequestContext,
  transaction: Queryable,
  person: Addressee,
  email: string,
): Promise<void> {
  const data = { email, formerEmail: person.email };
  const { replacedMessageId } = await issueLink(transaction, { kind: 'confirmEmail', userId: person.id, data });
  if (replacedMessageId !== null) await mail.forget(transaction, replacedMessageId);
  const key = `${confirmationJob.name}-${person.id}`;
  await enqueue<ConfirmationPayload>(transaction, confirmationJob, { userId: person.id, locale }, { key });
  await audit.record({ ...actor, kind: 'emailChangeAsked' }, transaction);
}

/** Mails the link to the new address, unless another user has it. */
export function emailConfirmationJob({ database, mail }: ProfileContext): JobDefinition<ConfirmationPayload> {
  return {
    ...confirmationJob,
    run: ({ userId, locale }) =>
      database.transaction(async (transaction) => {
        const person = await findAddressee(transaction, userId);
        const link = person && (await reissueLink(transaction, userId, 'confirmEmail'));
        if (!link || !(await isAddressFree(transaction, link.data.email, userId))) return;
        const messageId = await mail.enqueue(transaction, {
          template: 'confirmEmail',
          data: { email: link.data.email, path: link.path, hours: linkLifeSeconds.confirmEmail / 3600 },
          ...mailTo({ ...person, email: link.data.email }, locale),
          // The name is omitted, because the user chose it and the address may be a stranger's.
          to: { address: link.data.email },
          expiresAt: link.expiresAt,
        });
        await recordLinkMessage(transaction, link.token, messageId);
      }),
  };
}

export interface LinkUse {
  readonly token: string;
  readonly origin: RequestOrigin;
  readonly locale: Locale;
}

/**
 * Applies the new address. Mails the previous address a link that reverts the change (PRF-6), and voids links mailed to it (LINK-7). Repeating it
 * changes nothing, because mail gateways press buttons too. @throws LinkExpiredError, EmailTakenError
 */
export async function confirmEmail(context: ProfileContext, use: LinkUse): Promise<{ email: string }> {
  const { database, audit, mail } = context;
  const known = await findKnownLink(database.query, use.token);
  if (known && (await isConfirmed(database.query, known)) && 'email' in known.data) return { email: known.data.email };
  return database.transaction(async (transaction) => {
    const link = await useLink(transaction, use.token, 'confirmEmail');
    const person = await findAddressee(transaction, link.userId);
    const { email, formerEmail } = link.data;
    // An admin's change since then takes precedence (PRF-5).
    if (person?.email !== formerEmail) throw new LinkExpiredError();
    if (!(await isAddressFree(transaction, email, person.id))) throw new EmailTakenError();
    await updateEmail(transaction, person.id, email);
    if (link.messageId !== null) await mail.forget(transaction, link.messageId);
    await endLinks(mail, transaction, person.id, 'resetPassword', 'invitation');
    await mailFormerAddress(context, transaction, { person, email, ...use });
    const detail = { changes: changesBetween(person, { email }, ['email']) };
    await audit.record({ ...linkActor(person, use.origin), kind: 'emailChanged', detail }, transaction);
    return { email };
  });
}

/** Whether a link's address is its user's confirmed address, so that using the link again changes nothing. */
export async function isConfirmed(on: Queryable, { kind, userId, data, isUsed }: Link): Promise<boolean> {
  if (!(kind === 'confirmSignUp' || (kind === 'confirmEmail' && isUsed)) || !('email' in data)) return false;
  const person = await findAddressee(on, userId);
  return person?.email === data.email && person.isEmailConfirmed;
}

async function mailFormerAddress(
  { mail }: ProfileContext,
  transaction: Queryable,
  { person, email, origin, locale }: Omit<LinkUse, 'token'> & { person: Addressee; email: string },
): Promise<void> {
  const data = { email: person.email, changedTo: email };
  await mailLink(mail, transaction, { kind: 'undoEmail', userId: person.id, data }, ({ path, expiresAt }) =>
    mail.enqueue(transaction, {
      template: 'emailChanged',
      data: {
        login: person.login,
        email,
        ...mailCircumstances(origin),
        path,
        days: linkLifeSeconds.undoEmail / secondsInDay,
      },
      ...mailTo(person, locale),
      expiresAt,
    }),
  );
}

/**
 * Restores a previous address, also after further changes (PRF-7). Ends all sessions and voids every link that an attacker could have requested. Links back
 * to even earlier addresses stay valid; otherwise a second change could void the way back. @throws LinkExpiredError, EmailTakenError
 */
export async function undoEmail(context: ProfileContext, use: LinkUse): Promise<{ email: string }> {
  const { database, audit, mail } = context;
  return transactionWithRetry(database, async (transaction) => {
    const link = await useLink(transaction, use.token, 'undoEmail');
    const person = await findAddressee(transaction, link.userId);
    const { email } = link.data;
    if (!person) throw new LinkExpiredError();
    if (!(await isAddressFree(transaction, email, person.id))) throw new EmailTakenError();
    await updateEmail(transaction, person.id, email);
    await endUserSessions(transaction, { userId: person.id, forgetBrowsers: true });
    const later = await voidLaterLinks(transaction, link);
    await mail.forget(transaction, ...later, ...(link.messageId === null ? [] : [link.messageId]));
    await endLinks(mail, transaction, person.id, ...accessLinks);
    await mailNotice(mail, transaction, { ...person, email }, { change: 'emailTakenBack', ...use });
    const detail = { changes: changesBetween(person, { email }, ['email']) };
    await audit.record({ ...linkActor(person, use.origin), kind: 'emailTakenBack', detail }, transaction);
    return { email };
  });
}

/** The user of a mailed link is the actor of its use. */
export function linkActor({ id, accountId }: Pick<Addressee, 'id' | 'accountId'>, origin: RequestOrigin) {
  const { address, requestId } = origin;
  return { accountId, userId: id, realUserId: id, address, requestId };
}
