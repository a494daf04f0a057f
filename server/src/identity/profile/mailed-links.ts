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

/** Where mail about somebody's security leads: to what is open in their name. */
const sessionsPath = '/Profile?tab=sessions';

/** A user, with the account and the company whose mail they get. */
export interface Addressee extends Person {
  readonly accountName: string;
  readonly companyId: number;
  readonly companyName: string;
}

/** The active user of an id. Undefined for one who is inactive or gone. */
export async function findAddressee(on: Queryable, userId: number): Promise<Addressee | undefined> {
  const person = await findPerson(on, userId);
  if (!person?.active) return undefined;
  const brand = await findAccountBrand(on, person.accountId);
  if (!brand) return undefined;
  return { ...person, accountName: brand.name, companyId: brand.companyId, companyName: brand.companyName };
}

/** What others know of a person, and what their password must not be made of (PWD-9). */
export function personalWords({ login, email, firstName, lastName, accountName, companyName }: Addressee): string[] {
  return [login, email, firstName, lastName, accountName, companyName];
}

/** The parts of a mail that depend on whom it goes to. @param locale of the request, for a user who has chosen none */
export function mailTo(
  { email, firstName, lastName, companyId, accountId, locale: chosen }: Addressee,
  locale: Locale,
) {
  const name = `${firstName} ${lastName}`.trim();
  return { to: { address: email, name }, locale: chosen ?? locale, companyId, accountId };
}

/** When and from where something is done, for a mail. */
export function mailCircumstances({ address, userAgent }: RequestOrigin) {
  return { at: new Date().toISOString(), device: nameDevice(userAgent), address: address ?? '' };
}

/** What of a person's security changed, and how. */
interface Change {
  readonly change: 'password' | 'login' | 'emailTakenBack';
  readonly origin: RequestOrigin;
  readonly locale: Locale;
}

/** Tells a person by mail what of their security changed. */
export async function mailNotice(
  mail: Mail,
  transaction: Queryable,
  person: Addressee,
  { change, origin, locale }: Change,
): Promise<void> {
  const data = { change, login: person.login, ...mailCircumstances(origin), path: sessionsPath };
  await mail.enqueue(transaction, { template: 'securityNotice', data, ...mailTo(person, locale) });
}

/** Issues a link and notes the message that carries it. The words of the link that it takes the place of are removed. */
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

/** Ends a user's links of `kinds`, and removes their words from the messages. */
export async function endLinks(
  mail: Mail,
  transaction: Queryable,
  userId: number,
  ...kinds: readonly LinkKind[]
): Promise<void> {
  await mail.forget(transaction, ...(await voidLinks(transaction, userId, ...kinds)));
}
