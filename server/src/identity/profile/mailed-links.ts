import type { LinkKind, Locale } from '@portico/contract';
import {
  findAccountBrand,
  findPerson,
  type IssuedLink,
  issueLink,
  type Person,
  recordLinkMessage,
  voidLinks,
} from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import type { RequestOrigin } from '../../core/http/request-origin.ts';
import { nameDevice } from '../../core/http/user-agent.ts';
import type { Mail } from '../../core/mail/index.ts';

/** The page that security mails link to: the user's open sessions. */
const sessionsPath = '/Profile?tab=sessions';

/** A user with the account and brand of their mail. */
export interface Addressee extends Person {
  readonly accountName: string;
  readonly companyId: number;
  readonly companyName: string;
}

/** An active user; undefined if inactive or gone. */
export async function findAddressee(on: Queryable, userId: number): Promise<Addressee | undefined> {
  const person = await findPerson(on, userId);
  if (!person?.active) return undefined;
  const brand = await findAccountBrand(on, person.accountId);
  if (!brand) return undefined;
  return { ...person, accountName: brand.name, companyId: brand.companyId, companyName: brand.companyName };
}

/** Words about the user that the password must not be made of (PWD-9). */
export function personalWords({ login, email, firstName, lastName, accountName }: Addressee): string[] {
  return [login, email, firstName, lastName, accountName];
}

/** The recipient fields of a mail. @param locale of the request, for a user who has not chosen one */
export function mailTo(
  { email, firstName, lastName, companyId, accountId, locale: chosen }: Addressee,
  locale: Locale,
) {
  const name = `${firstName} ${lastName}`.trim();
  return { to: { address: email, name }, locale: chosen ?? locale, companyId, accountId };
}

/** Time and device of an action, for a mail. */
export function mailCircumstances({ address, userAgent }: RequestOrigin) {
  return { at: new Date().toISOString(), device: nameDevice(userAgent), address: address ?? '' };
}

/** A change to the user's security. */
interface Change {
  readonly change: 'password' | 'login' | 'emailTakenBack' | 'emailFollowed';
  /** What a reset of the password removed as well (PWD-19). */
  readonly removed?: { readonly passkeys: boolean; readonly externalLogins: boolean };
  readonly origin: RequestOrigin;
  readonly locale: Locale;
}

/** Mails a user about a change to their security. */
export async function mailNotice(
  mail: Pick<Mail, 'enqueue'>,
  transaction: Queryable,
  person: Addressee,
  { change, removed, origin, locale }: Change,
): Promise<void> {
  const data = { change, removed, login: person.login, ...mailCircumstances(origin), path: sessionsPath };
  await mail.enqueue(transaction, { template: 'securityNotice', data, ...mailTo(person, locale) });
}

/** Issues a link and records its message. Deletes the content of the message that it replaces. */
export async function mailLink<Kind extends LinkKind>(
  mail: Mail,
  transaction: Queryable,
  link: Parameters<typeof issueLink<Kind>>[1],
  send: (issued: IssuedLink) => Promise<number>,
): Promise<void> {
  const issued = await issueLink(transaction, link);
  if (issued.replacedMessageId !== null) await mail.forget(transaction, issued.replacedMessageId);
  await recordLinkMessage(transaction, issued.token, await send(issued));
}

/** Voids a user's links of `kinds`, and deletes the content of their messages. */
export async function endLinks(
  mail: Pick<Mail, 'forget'>,
  transaction: Queryable,
  userId: number,
  ...kinds: readonly LinkKind[]
): Promise<void> {
  await mail.forget(transaction, ...(await voidLinks(transaction, userId, ...kinds)));
}
