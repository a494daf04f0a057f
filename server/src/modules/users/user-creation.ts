import type { Feature } from '@portico/contract';
import { type Database, isUniqueViolation, type Queryable } from '../../db/database.ts';
import { InvalidInputError, NotFoundError, type Said } from '../../http/app-error.ts';
import { passwordProblems } from './password-rule.ts';
import { hashPassword, withHashing } from './passwords.ts';
import {
  insertUser,
  insertUserFeatures,
  lockNames,
  selectTakenNames,
  updatePassword,
} from './user-creation.queries.ts';

export interface NewUser {
  readonly accountId: number;
  readonly login: string;
  readonly email: string;
  readonly firstName: string;
  /** May be empty. */
  readonly lastName?: string;
  readonly phone?: string;
  readonly comments?: string;
  /** In the clear; null for people who sign in elsewhere only. */
  readonly password: string | null;
  readonly isOwner?: boolean;
  readonly isAdmin?: boolean;
  readonly readOnly?: boolean;
  readonly isOperator?: boolean;
  /** Grants to somebody who is neither owner nor admin. */
  readonly features?: readonly Feature[];
}

/**
 * Adds a person to an account. The hash is made before the transaction opens, so pass the database, not a transaction.
 * @returns the new user's id.
 * @throws InvalidInputError for a password that breaks the rule, a login or e-mail that is taken, a second owner.
 */
export async function createUser(database: Database, user: NewUser): Promise<number> {
  const passwordHash = user.password === null ? null : await hashNewPassword('password', user.password);
  return database.transaction((transaction) => insertNewUser(transaction, user, passwordHash));
}

/** The database part of `createUser`, for a change that adds more than the user. `passwordHash` is from `hashNewPassword`. */
export async function insertNewUser(query: Queryable, user: NewUser, passwordHash: string | null): Promise<number> {
  const { password: _, features = [], ...columns } = user;
  const values = { ...columns, login: user.login.trim(), email: user.email.trim(), passwordHash };
  await assertNamesFree(query, values, null);
  try {
    const id = await insertUser(query, values);
    await insertUserFeatures(query, id, features);
    return id;
  } catch (error) {
    if (isUniqueViolation(error, 'users_one_owner_key')) throw new InvalidInputError({ isOwner: [taken('isOwner')] });
    throw error;
  }
}

const taken = (field: string): Said => ({ key: 'session.taken', values: { field } });

/**
 * Until the end of the transaction nobody else takes these names.
 * @param userId whose names they are to be; null for a new user.
 * @throws InvalidInputError where somebody else has the login or the e-mail address, as either (USR-1).
 */
export async function assertNamesFree(
  query: Queryable,
  names: { readonly login: string; readonly email: string },
  userId: number | null,
): Promise<void> {
  await lockNames(query);
  const found = await selectTakenNames(query, names, userId);
  if (!found.login && !found.email) return;
  throw new InvalidInputError({
    ...(found.login && { login: [taken('login')] }),
    ...(found.email && { email: [taken('email')] }),
  });
}

/**
 * Checks a new password and hashes it.
 * @throws InvalidInputError with every broken part of the rule, under `property`; UnavailableError when too many are hashed already.
 */
export async function hashNewPassword(property: string, password: string): Promise<string> {
  const problems = passwordProblems(password);
  if (problems.length > 0) throw new InvalidInputError({ [property]: problems });
  return withHashing((place) => place(() => hashPassword(password)));
}

/**
 * Gives a user another password and ends every session of theirs but `keptSession` (USR-4).
 * @throws InvalidInputError for a password that breaks the rule, NotFoundError for a user that the account does not have.
 */
export async function changePassword(
  database: Database,
  change: { accountId: number; userId: number; newPassword: string; keptSession: Buffer | null },
): Promise<void> {
  const { newPassword, ...target } = change;
  const passwordHash = await hashNewPassword('newPassword', newPassword);
  if (!(await updatePassword(database.query, { ...target, passwordHash }))) throw new NotFoundError();
}
