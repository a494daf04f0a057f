import type { operators as endpoints, Operator, ParsedRequestOf, ResponseOf } from '@portico/contract';
import {
  type Audit,
  applyActivation,
  findOperator,
  hasOtherPermanentOperator,
  insertNewUser,
  listOperators as listRows,
  lockOperators,
  lockRoles,
  mailChangedByAdmin,
  type OperatorPage,
  type OperatorRow,
  UserConflictError,
  updateOperatorActivation,
  updateOwner,
  userDisplayName,
} from '../../accounts/index.ts';
import { type Database, type Queryable, transactionWithRetry } from '../../core/db/database.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../../core/http/app-error.ts';
import { defineLimit } from '../../core/http/limits.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { Mail } from '../../core/mail/index.ts';
import { endUserSessions, findUsersWithFactors, inviteUser, removeSecondFactors } from '../../identity/index.ts';

export interface OperatorsContext {
  readonly database: Database;
  readonly audit: Audit;
  readonly mail: Mail;
}

type CallContext = OperatorsContext & RequestContext;

/** Changes of operators that the vendor's staff may make in an hour. Each is an event in the audit log, which only grows. */
const operatorChanges = defineLimit('operator-change', 300, 3_600);

/** Operators that the vendor's staff may add in an hour. Each is sent mail, and each try reveals whether an address is taken. */
const addedOperators = defineLimit('operator-add', 30, 3_600);

/** A page of the operators (OPR-9). */
export async function listOperators(
  context: CallContext,
  options: OperatorPage,
): Promise<ResponseOf<typeof endpoints.list>> {
  const { items, total } = await listRows(context.database.query, options);
  return listAnswer(await presentAll(context, items), total, options);
}

async function presentAll({ database, session }: CallContext, rows: readonly OperatorRow[]) {
  const withFactors = await findUsersWithFactors(
    database.query,
    rows.map(({ id }) => id),
  );
  return rows.map(
    ({ id, name, email, active, lastLoginAt }): Operator => ({
      id,
      name,
      email,
      isActive: active,
      isSelf: id === session.user.id,
      hasSecondFactor: withFactors.has(id),
      lastLoginDate: lastLoginAt?.toISOString() ?? null,
    }),
  );
}

async function getOperator(context: CallContext, id: number): Promise<Operator> {
  const row = await findOperator(context.database.query, id);
  const [operator] = row ? await presentAll(context, [row]) : [];
  if (!operator) throw new NotFoundError();
  return operator;
}

/**
 * Adds an operator to the vendor's account and mails an invitation (OPR-9, LINK-6). @returns the new user's id @throws InvalidInputError for a taken
 * address; ForbiddenError as `lockOperatorChanges`; TooManyRequestsError
 */
export async function addOperator(
  context: CallContext,
  { email, firstName, lastName }: ParsedRequestOf<typeof endpoints.add>['body'],
): Promise<{ id: number }> {
  const { database, accountId, session, audit, actor, locale } = context;
  await addedOperators.take(database, accountId);
  const person = {
    accountId,
    login: email,
    email,
    firstName,
    lastName,
    password: null,
    isAdmin: true,
    isOperator: true,
  };
  const id = await database.transaction(async (transaction) => {
    await lockOperatorChanges(context, transaction, accountId);
    const userId = await insertNewUser(transaction, person, null).catch(reportAtAddress);
    await audit.record({ ...actor, kind: 'operatorAdded', detail: { userId, email } }, transaction);
    // The vendor's own account is never limited.
    const parts = { ...context, hasPaid: async () => true };
    await inviteUser(parts, transaction, { userId, inviterName: userDisplayName(session.user), actor, locale });
    return userId;
  });
  return { id };
}

/** An operator's login is their address, so problems with the login are reported at the address. */
function reportAtAddress(error: unknown): never {
  if (error instanceof InvalidInputError && error.propertyErrors?.email)
    throw new InvalidInputError({ email: [...error.propertyErrors.email] });
  throw error;
}

/**
 * Activates or deactivates an operator. Deactivation ends sessions, pending sign-ins and mailed links (OPR-10). @throws NotFoundError; ForbiddenError
 * as `lockOperatorChanges`; UserConflictError for the caller, the last operator, and an owner whom the caller cannot replace; TooManyRequestsError
 */
export async function changeOperatorActivation(context: CallContext, id: number, active: boolean): Promise<Operator> {
  const { database, session } = context;
  await operatorChanges.take(database, context.accountId);
  await transactionWithRetry(database, async (transaction) => {
    const before = await lockOperator(context, transaction, id);
    if (before.active === active) return;
    if (id === session.user.id) throw new UserConflictError('user.notYourself');
    if (!active && !(await hasOtherPermanentOperator(transaction, id)))
      throw new UserConflictError('user.lastOperator');
    if (before.isOwner) await takeOwnership(context, transaction, before);
    await updateOperatorActivation(transaction, id, active);
    await applyActivation({ ...context, endUserSessions }, transaction, id, active);
  });
  return getOperator(context, id);
}

/**
 * Makes the caller the owner of the vendor's account in place of the deactivated operator, because owners must be active. @throws UserConflictError
 */
async function takeOwnership(
  { session, audit, actor }: CallContext,
  transaction: Queryable,
  { id, accountId }: OperatorRow,
): Promise<void> {
  const caller = await findOperator(transaction, session.user.id);
  if (caller?.accountId !== accountId || caller.expiresAt !== null) throw new UserConflictError('user.ownerStays');
  await updateOwner(transaction, accountId, { from: id, to: caller.id });
  const detail = { userId: caller.id, changes: { ownerId: [id, caller.id] as const } };
  await audit.record({ ...actor, kind: 'ownershipTransferred', detail }, transaction);
}

/**
 * Removes another operator's second factors, recovery codes and passkeys (OPR-11). Their sessions end, and they get a mail. @param
 * verification how the caller verified the person, for the audit log (USR-33) @throws NotFoundError;
 * ForbiddenError for the caller and as `lockOperatorChanges`; TooManyRequestsError
 */
export async function resetOperatorSecondFactor(
  context: CallContext,
  id: number,
  verification: string,
): Promise<Operator> {
  const { database, session, audit, actor } = context;
  await operatorChanges.take(database, context.accountId);
  await transactionWithRetry(database, async (transaction) => {
    const { accountId } = await lockOperator(context, transaction, id);
    if (id === session.user.id) throw new ForbiddenError('user.ownWaysIn');
    if (!(await removeSecondFactors(transaction, id))) return;
    await endUserSessions(transaction, { userId: id, forgetBrowsers: true });
    await mailChangedByAdmin({ ...context, accountId }, transaction, id, { change: 'secondFactor' });
    await audit.record({ ...actor, kind: 'userSecondFactorReset', detail: { userId: id, verification } }, transaction);
  });
  return getOperator(context, id);
}

/** Locks the changes of operators and the roles of the operator's account. @throws NotFoundError; ForbiddenError */
async function lockOperator(context: CallContext, transaction: Queryable, id: number): Promise<OperatorRow> {
  const found = await findOperator(transaction, id);
  if (!found) throw new NotFoundError();
  await lockOperatorChanges(context, transaction, found.accountId);
  const operator = await findOperator(transaction, id);
  if (!operator) throw new NotFoundError();
  return operator;
}

/**
 * Serializes changes of operators. The caller is read again, so if two operators deactivate each other concurrently, one is refused. @throws
 * ForbiddenError if the caller is no longer an active operator
 */
async function lockOperatorChanges({ session }: CallContext, transaction: Queryable, accountId: number): Promise<void> {
  await lockOperators(transaction);
  await lockRoles(transaction, accountId);
  const caller = await findOperator(transaction, session.user.id);
  if (!caller?.active || caller.readOnly) throw new ForbiddenError();
}
