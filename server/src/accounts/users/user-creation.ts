import { comparisonKey, type Feature, type Locale, type Permission, permissions } from '@portico/contract';
import { type Database, isUniqueViolation, type Queryable } from '../../core/db/database.ts';
import { InvalidInputError, type Said } from '../../core/http/app-error.ts';
import { findReservedAddresses } from '../links/links.queries.ts';
import { findPasswordProblems, type PasswordContext } from './password-policy.ts';
import { passwordProblems } from './password-rule.ts';
import { hashPassword, withHashQueue } from './passwords.ts';
import { replaceRefusals } from './user-changes.queries.ts';
import { insertUser, insertUserFeatures, lockNames, selectTakenNames } from './user-creation.queries.ts';
import { replaceUserProducts } from './user-products.queries.ts';

export interface NewUser {
  readonly accountId: number;
  readonly login: string;
  readonly email: string;
  readonly firstName: string;
  /** May be empty. */
  readonly lastName?: string;
  readonly phone?: string;
  readonly comments?: string;
  /** In plain text. Null for users who only sign in by other means. */
  readonly password: string | null;
  /** Whether somebody else chose the password and may know it (USR-12). */
  readonly isPasswordOfOther?: boolean;
  readonly isOwner?: boolean;
  readonly isAdmin?: boolean;
  readonly readOnly?: boolean;
  readonly isOperator?: boolean;
  /** False keeps a user out until a registration is settled. */
  readonly active?: boolean;
  /** Null for an address that its user has to confirm before the first sign-in (SIGN-23). */
  readonly emailConfirmedAt?: Date | null;
  /** When the user proved that the address is theirs; null or omitted if they have not (USR-31). */
  readonly emailProvedAt?: Date | null;
  /** The language of mail. */
  readonly locale?: Locale;
  /** When access ends; null or omitted for never (USR-23). */
  readonly expiresAt?: Date | null;
  /** Grants of a user who is neither owner nor admin. */
  readonly features?: readonly Feature[];
  /** Permissions of a user who is neither owner nor admin; all if omitted. */
  readonly permissions?: readonly Permission[];
  /** Products of a user who is neither owner nor admin. Ids missing from the catalog are ignored. */
  readonly productIds?: readonly string[];
}

/**
 * Adds a user to an account. The password is hashed before the transaction begins. @returns the new user's id @throws
 * InvalidInputError for a password that breaks the rule, a taken login or email address, or a second owner
 */
export async function createUser(database: Database, user: NewUser): Promise<number> {
  const passwordHash = user.password === null ? null : await hashNewPassword('password', user.password);
  return database.transaction((transaction) => insertNewUser(transaction, user, passwordHash));
}

/** The database part of `createUser`, for a larger transaction. `passwordHash` is from `hashNewPassword`. */
export async function insertNewUser(query: Queryable, user: NewUser, passwordHash: string | null): Promise<number> {
  const { password: _, features = [], permissions: granted = permissions, productIds = [], ...columns } = user;
  const values = { ...columns, login: user.login.trim(), email: user.email.trim(), passwordHash };
  await assertNamesFree(query, values, null);
  try {
    const id = await insertUser(query, values);
    await insertUserFeatures(query, id, features);
    const refused = permissions.filter((permission) => !granted.includes(permission));
    if (refused.length > 0) await replaceRefusals(query, id, refused);
    if (productIds.length > 0) await replaceUserProducts(query, id, productIds);
    return id;
  } catch (error) {
    if (isUniqueViolation(error, 'users_one_owner_key')) throw new InvalidInputError({ isOwner: [taken('isOwner')] });
    throw error;
  }
}

const taken = (field: string): Said => ({ key: 'session.taken', values: { field } });

/**
 * Locks all names until the transaction ends.
 * @param userId the user who gets the names; null for a new one
 * @throws InvalidInputError if the login or the address is another user's login or address (USR-2), or if another
 * user can take it back (PRF-13)
 */
export async function assertNamesFree(
  query: Queryable,
  names: { readonly login: string; readonly email: string },
  userId: number | null,
): Promise<void> {
  const found = await findTaken(query, names, userId);
  if (!found.login && !found.email) return;
  throw new InvalidInputError({
    ...(found.login && { login: [taken('login')] }),
    ...(found.email && { email: [taken('email')] }),
  });
}

/**
 * Whether a user may have this login. A login that looks like an address must be the user's own (PRF-3, USR-29).
 * Otherwise a user could take a stranger's address, or find out whether it is in use.
 */
export function mayBeLogin(login: string, person: { readonly login: string; readonly email: string }): boolean {
  return (
    !login.includes('@') || [person.login, person.email].some((own) => comparisonKey(own) === comparisonKey(login))
  );
}

/** Which of two names another user has or can take back. Locks all names until the transaction ends. */
async function findTaken(
  query: Queryable,
  names: { readonly login: string; readonly email: string },
  userId: number | null,
): Promise<{ login: boolean; email: boolean }> {
  await lockNames(query);
  const taken = await selectTakenNames(query, names, userId);
  const held = await findReservedAddresses(query, [names.login, names.email], userId);
  return {
    login: taken.login || held.has(names.login),
    email: taken.email || held.has(names.email),
  };
}

/**
 * Checks a new password and hashes it. @throws InvalidInputError with all unmet parts of the rule, under `property`;
 * UnavailableError if the queue is full
 */
export async function hashNewPassword(property: string, password: string): Promise<string> {
  const problems = passwordProblems(password);
  if (problems.length > 0) throw new InvalidInputError({ [property]: problems });
  return withHashQueue((place) => place(() => hashPassword(password)));
}

export interface ChosenPassword {
  readonly password: string;
  readonly confirmation: string;
  /** The user's address and names, and the account's name. */
  readonly own: readonly string[];
}

/**
 * Checks a password that users chose for themselves, with its confirmation, and hashes it, as `findPasswordProblems` says.
 * @throws InvalidInputError with the problems by field; UnavailableError if the queue is full
 */
export async function hashChosenPassword(
  context: PasswordContext,
  { password, confirmation, own }: ChosenPassword,
): Promise<string> {
  const newPassword = await findPasswordProblems(context, password, own);
  const differs: Said[] = password === confirmation ? [] : [{ key: 'session.password.confirmation' }];
  if (newPassword.length > 0 || differs.length > 0)
    throw new InvalidInputError({
      ...(newPassword.length > 0 && { newPassword }),
      ...(differs.length > 0 && { newPasswordConfirmation: differs }),
    });
  return withHashQueue((place) => place(() => hashPassword(password)));
}

/**
 * Checks a password that an admin chose for another user, and hashes it, as `findPasswordProblems` says. @throws
 * InvalidInputError with the problems under `property`; UnavailableError if the queue is full
 */
export async function hashGivenPassword(
  context: PasswordContext,
  { property, password, own }: { property: string; password: string; own: readonly string[] },
): Promise<string> {
  const problems = await findPasswordProblems(context, password, own);
  if (problems.length > 0) throw new InvalidInputError({ [property]: problems });
  return withHashQueue((place) => place(() => hashPassword(password)));
}

/** Whether a user has an address as login or email address, or can take it back. Locks all names until the transaction ends. */
export async function isAddressTaken(transaction: Queryable, email: string): Promise<boolean> {
  return (await findTaken(transaction, { login: email, email }, null)).email;
}

/** Whether no other user has an address, as login or email address, or can take it back. Locks all names until the transaction ends. */
export async function isAddressFree(transaction: Queryable, email: string, userId: number): Promise<boolean> {
  const taken = await findTaken(transaction, { login: email, email }, userId);
  return !taken.email;
}
