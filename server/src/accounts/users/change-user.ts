import { personFields, type UserDetails, type UserWithProducts } from '@portico/contract';
import type { Queryable } from '../../core/db/database.ts';
import { assertNotWhileActing, checkConfirmed } from '../../core/http/access.ts';
import { ForbiddenError, InvalidInputError, type Said } from '../../core/http/app-error.ts';
import { parseChangedFields } from '../../core/http/changed-fields.ts';
import { assertFormRevision } from '../../core/http/form-revision.ts';
import { changesBetween } from '../audit/changes.ts';
import { accessLinks } from '../links/links.schema.ts';
import { applyActivation } from './activation.ts';
import { assertAllowed, lockUser, userChanges, voidMailedLinks } from './changing-users.ts';
import { assertNotForeign, claimDomainAddresses } from './domain-addresses.ts';
import { hasOtherPermanentAdmin, replaceRefusals, updateUser } from './user-changes.queries.ts';
import { assertNamesFree, mayBeLogin } from './user-creation.ts';
import { mailChangedByAdmin, mailOwnerAboutAdmins } from './user-mails.ts';
import type { CallContext } from './users.context.ts';
import { UserConflictError } from './users.errors.ts';
import type { UserRow } from './users.queries.ts';
import {
  becomesAdmin,
  changesAdmin,
  fieldsClosedWhileActing,
  formValues,
  mayChange,
  type StandingProblems,
  standingProblems,
  standingRefusal,
  userDetailFields,
  userStandingFields,
} from './users.rules.ts';
import { getUser } from './users.service.ts';

/**
 * Changes a user's details, role and end of access (USR-10). A new login or address voids mailed links (LINK-7), and the
 * former address is mailed about a new one. @throws NotFoundError, also
 * for another account's user; ForbiddenError (USR-19, USR-26); ConfirmationRequiredError; InvalidInputError (USR-29, USR-22); TooManyRequestsError
 */
export async function saveUser(
  context: CallContext,
  id: number,
  { revision, ...given }: UserDetails,
): Promise<UserWithProducts> {
  const { database, accountId, session, audit, actor } = context;
  await userChanges.take(database, accountId);
  await database.transaction(async (transaction) => {
    const before = await lockUser(context, transaction, id);
    if (!mayChange(session.user, before)) throw new ForbiddenError('user.ownerOnly');
    assertFormRevision(revision, formValues(before));
    const details = { ...given, ...parseChangedFields(personFields, before, given) };
    const after = applyDetails(before, details);
    await assertStanding(context, transaction, before, after);
    assertNotWhileActing(session, fieldsClosedWhileActing(before, after));
    const isRenamed = details.login !== before.login || details.email !== before.email;
    if (isRenamed) assertNamesChangeable(context, before, details);
    if (details.email !== before.email) {
      await assertNotForeign(context, transaction, details.email);
      await claimDomainAddresses(context, transaction, [details.email]);
    }
    await assertNamesFree(transaction, details, id);
    if (isRenamed || changesAdmin(before, after)) checkConfirmed(session);
    const changes = changesBetween(before, after, [...userDetailFields, ...userStandingFields]);
    if (Object.keys(changes).length === 0) return;
    await updateUser(transaction, accountId, id, after);
    // Admins have all permissions (USR-24).
    if (after.admin && !before.admin) await replaceRefusals(transaction, id, []);
    if (becomesAdmin(before, after)) await mailOwnerAboutAdmins(context, transaction, [after.email]);
    if (isRenamed) await voidMailedLinks(context, transaction, id, ...linksToAddress);
    if (changes.email)
      await mailChangedByAdmin(context, transaction, id, { change: 'email', formerEmail: before.email });
    await audit.record({ ...actor, kind: 'userChanged', detail: { userId: id, changes } }, transaction);
  });
  return getUser(context, id);
}

/** Links that are mailed to an address, and name a login. An admin's change of the address is final: the former address cannot undo it. */
const linksToAddress = [...accessLinks, 'undoEmail'] as const;

/**
 * @throws InvalidInputError if callers change their own login or address here instead of in their profile, if the
 * address is an operator's (OPR-13), or if a login looks like another user's address (USR-29)
 */
function assertNamesChangeable({ session }: CallContext, before: UserRow, { login, email }: UserDetails): void {
  const isNewLogin = login !== before.login;
  const isNewEmail = email !== before.email;
  const problems: Said[] = [{ key: 'user.ownInProfile' }];
  if (session.user.id === before.id)
    throw new InvalidInputError({ ...(isNewLogin && { login: problems }), ...(isNewEmail && { email: problems }) });
  if (before.isOperator && isNewEmail) throw new InvalidInputError({ email: [{ key: 'user.operatorEmail' }] });
  if (!mayBeLogin(login, { login: before.login, email }))
    throw new InvalidInputError({ login: [{ key: 'user.loginAddress' }] });
}

function applyDetails(before: UserRow, { admin, readOnly, expDate, ...details }: UserDetails): UserRow {
  return {
    ...before,
    ...details,
    admin: admin ?? before.admin,
    readOnly: readOnly ?? before.readOnly,
    expDate: expDate === undefined ? before.expDate : expDate === null ? null : new Date(expDate),
  };
}

/** @throws ForbiddenError for an operator (USR-26); InvalidInputError with the problems by field */
async function assertStanding(
  context: CallContext,
  transaction: Queryable,
  before: UserRow,
  after: UserRow,
): Promise<void> {
  if (Object.keys(changesBetween(before, after, userStandingFields)).length === 0) return;
  assertAllowed(standingRefusal(context.session.user, before));
  const problems = await findStandingProblems(context, transaction, before, after);
  if (Object.keys(problems).length > 0) throw new InvalidInputError(problems);
}

async function findStandingProblems(
  { accountId, session }: CallContext,
  transaction: Queryable,
  before: UserRow,
  after: UserRow,
): Promise<StandingProblems> {
  const hasOtherAdmin = await hasOtherPermanentAdmin(transaction, accountId, before.id);
  return standingProblems(before, after, { callerId: session.user.id, hasOtherAdmin, now: new Date() });
}

/**
 * Activates or deactivates a user. Deactivation ends sessions, pending sign-ins and mailed links (USR-11). @throws NotFoundError; ForbiddenError
 * (USR-19, USR-26), also if an operator who acts as a user activates one (ACC-11); ConfirmationRequiredError for an admin (USR-36); UserConflictError for the owner,
 * the last admin and the caller; TooManyRequestsError
 */
export async function changeActivation(context: CallContext, id: number, active: boolean): Promise<UserWithProducts> {
  const { database, accountId, session } = context;
  await userChanges.take(database, accountId);
  await database.transaction(async (transaction) => {
    const before = await lockUser(context, transaction, id);
    assertAllowed(standingRefusal(session.user, before));
    if (before.active === active) return;
    const isOfAdmin = changesAdmin(before, { ...before, active });
    if ((active || isOfAdmin) && session.actingOperator !== null) throw new ForbiddenError('problem.notWhileActing');
    const after = { ...before, active };
    const [problem] = (await findStandingProblems(context, transaction, before, after)).active ?? [];
    if (problem && 'key' in problem) throw new UserConflictError(problem.key);
    if (isOfAdmin) checkConfirmed(session);
    await updateUser(transaction, accountId, id, after);
    await applyActivation(context, transaction, id, active);
    if (becomesAdmin(before, after)) await mailOwnerAboutAdmins(context, transaction, [after.email]);
  });
  return getUser(context, id);
}
