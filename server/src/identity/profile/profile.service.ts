import { type Profile, type ProfileInput, personFields } from '@portico/contract';
import {
  assertNamesFree,
  assertNotForeign,
  changesBetween,
  findAccountSignOn,
  findPerson,
  findUserLink,
  isTimeZone,
  mayBeLogin,
  type Person,
  updatePerson,
} from '../../accounts/index.ts';
import { checkConfirmed, confirmedUntil } from '../../core/http/access.ts';
import { InvalidInputError, NotFoundError } from '../../core/http/app-error.ts';
import { parseChangedFields } from '../../core/http/changed-fields.ts';
import { assertFormRevision, formRevision } from '../../core/http/form-revision.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { RequestOrigin } from '../../core/http/request-origin.ts';
import { findDomainAccounts } from '../external-providers/domains.queries.ts';
import { signOnPage } from '../session/entry.ts';
import { emailChanges, requestEmailChange } from './email-change.ts';
import { endLinks, findAddressee, mailNotice } from './mailed-links.ts';
import type { ProfileRequestContext } from './profile.context.ts';

/** The fields that are saved immediately. A new address waits for its confirmation. */
const ownFields = ['login', 'firstName', 'lastName', 'phone', 'comments', 'locale', 'timeZone'] as const;

const formValues = (person: Person) => [person.email, ...ownFields.map((field) => person[field])];

/** New logins that a user may try in an hour; each try reveals whether the login exists. */
const newLogins = defineLimit('new-login', 20, 60 * 60);

/** The signed-in user's profile (PRF-1). @throws NotFoundError if the user is gone */
export async function getProfile(context: ProfileRequestContext): Promise<Profile> {
  const { database, session, hasPasskeys } = context;
  const { id } = session.user;
  const [person, pending, hasPasskey] = await Promise.all([
    findPerson(database.query, id),
    findUserLink(database.query, id, 'confirmEmail'),
    hasPasskeys(database.query, id),
  ]);
  if (!person) throw new NotFoundError();
  const { login, email, firstName, lastName, phone, comments, locale, timeZone, hasPassword } = person;
  return {
    login,
    email,
    pendingEmail: pending?.data.email ?? null,
    firstName,
    lastName,
    phone,
    comments,
    locale,
    timeZone,
    hasPassword,
    passwordChangedAt: person.passwordChangedAt?.toISOString() ?? null,
    confirmedUntil: confirmedUntil(session)?.toISOString() ?? null,
    confirmableBy: [...(hasPassword ? (['password'] as const) : []), ...(hasPasskey ? (['passkey'] as const) : [])],
    signInAgainUrl: await findSignInAgain(context),
    revision: formRevision(formValues(person)),
  };
}

/**
 * The page where a user of single sign-on signs in again to confirm, because such a user may have no password
 * (CON-1). Null for other sessions.
 */
async function findSignInAgain({ database, session, accountId }: ProfileRequestContext): Promise<string | null> {
  if (!session.proofs.includes('sso')) return null;
  const account = await findAccountSignOn(database.query, accountId);
  return account?.ssoKey ? signOnPage(account.ssoKey, { again: '1' }) : null;
}

/**
 * Saves the user's profile. A new address only takes effect when its mail is confirmed (PRF-2). @throws ConfirmationRequiredError for a new login or address;
 * InvalidInputError; TooManyRequestsError
 */
export async function saveProfile(
  context: ProfileRequestContext,
  { revision, ...given }: ProfileInput,
  origin: RequestOrigin,
): Promise<Profile> {
  const { database, audit, mail, actor, session, locale } = context;
  const person = await findAddressee(database.query, session.user.id);
  if (!person) throw new NotFoundError();
  const input = { ...given, ...parseChangedFields(personFields, person, given) };
  const { email, ...details } = input;
  assertFormRevision(revision, formValues(person));
  const isNewLogin = details.login !== person.login;
  const isNewEmail = email !== person.email;
  if (isNewLogin || isNewEmail) checkConfirmed(session);
  checkDetails(input, person);
  if (isNewLogin) await newLogins.take(database, person.id);
  if (isNewEmail) {
    await emailChanges.take(database, person.id);
    await assertNotForeign({ ...context, findDomainAccounts }, database.query, email);
  }
  await database.transaction(async (transaction) => {
    if (isNewLogin) await assertNamesFree(transaction, { login: details.login, email: person.email }, person.id);
    await updatePerson(transaction, person.id, details);
    const kind = isNewLogin ? 'loginChanged' : 'profileChanged';
    await audit.record(
      { ...actor, kind, detail: { changes: changesBetween(person, details, ownFields) } },
      transaction,
    );
    const now = { ...person, ...details };
    if (isNewLogin) await mailNotice(mail, transaction, now, { change: 'login', origin, locale });
    if (isNewEmail) await requestEmailChange(context, transaction, now, email);
  });
  return getProfile(context);
}

/** @throws InvalidInputError for an unknown time zone, or a login that looks like another user's address (PRF-3) */
function checkDetails({ login, timeZone }: ProfileInput, person: Person): void {
  if (timeZone !== null && !isTimeZone(timeZone))
    throw new InvalidInputError({ timeZone: [{ key: 'validation.format', values: { field: 'timeZone' } }] });
  if (!mayBeLogin(login, person)) throw new InvalidInputError({ login: [{ key: 'profile.loginAddress' }] });
}

/** Cancels a pending change of the email address. */
export async function cancelEmailChange(context: ProfileRequestContext): Promise<Profile> {
  const { database, audit, mail, actor, session } = context;
  await database.transaction(async (transaction) => {
    if (!(await findUserLink(transaction, session.user.id, 'confirmEmail'))) return;
    await endLinks(mail, transaction, session.user.id, 'confirmEmail');
    await audit.record({ ...actor, kind: 'emailChangeCanceled' }, transaction);
  });
  return getProfile(context);
}
