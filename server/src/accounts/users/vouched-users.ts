import type { Locale } from '@portico/contract';
import type { Queryable } from '../../core/db/database.ts';
import { type Changes, changesBetween } from '../audit/changes.ts';
import { findNewUserGrants } from './add-user.ts';
import { hasOtherPermanentAdmin, lockRoles, replaceRefusals, updateUser } from './user-changes.queries.ts';
import { insertNewUser } from './user-creation.ts';
import { listUserProductIds, replaceUserProducts } from './user-products.queries.ts';
import type { GrantsContext } from './users.context.ts';
import { findUser, type UserRow } from './users.queries.ts';
import { isPermanentAdmin } from './users.rules.ts';

/** A user's role and products as the account's identity provider states them. Omitted fields stay as they are (SSO-28). */
export interface VouchedStanding {
  readonly role?: 'user' | 'admin' | 'readOnly';
  /** The ids of all products that the user is to have. */
  readonly productIds?: readonly string[];
}

export interface VouchedUser {
  readonly accountId: number;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly locale: Locale;
  readonly role: NonNullable<VouchedStanding['role']>;
  readonly productIds: readonly string[];
}

/**
 * Adds a user vouched for by the account's identity provider, with the account's defaults and without a password
 * (SSO-26). @returns the user's id @throws InvalidInputError for a taken address
 */
export async function addVouchedUser(
  context: GrantsContext,
  transaction: Queryable,
  { accountId, email, firstName, lastName, locale, role, productIds }: VouchedUser,
): Promise<number> {
  const isAdmin = role === 'admin';
  const grants = isAdmin ? {} : await findNewUserGrants({ ...context, accountId }, transaction, productIds);
  const user = {
    accountId,
    login: email,
    email,
    firstName: cutName(firstName || email.slice(0, email.indexOf('@'))),
    lastName: cutName(lastName),
    locale,
    isAdmin,
    readOnly: role === 'readOnly',
    password: null,
    ...grants,
  };
  return insertNewUser(transaction, user, null);
}

/** Cuts a name to the length that forms allow, without half of a character. */
const cutName = (name: string) => name.slice(0, 100).replace(/[\uD800-\uDBFF]$/, '');

/**
 * Gives a user the role and products stated by the account's identity provider (SSO-28). The owner, operators and the
 * last admin keep their role. @returns what changed
 */
export async function applyVouchedStanding(
  transaction: Queryable,
  { accountId, userId }: { readonly accountId: number; readonly userId: number },
  { role, productIds }: VouchedStanding,
): Promise<Changes> {
  return {
    ...(role && (await applyRole(transaction, { accountId, userId }, role))),
    ...(productIds && (await applyProducts(transaction, userId, productIds))),
  };
}

async function applyRole(
  transaction: Queryable,
  { accountId, userId }: { readonly accountId: number; readonly userId: number },
  role: NonNullable<VouchedStanding['role']>,
): Promise<Changes> {
  const seen = await findUser(transaction, accountId, userId);
  if (!seen || Object.keys(roleChanges(seen, role)).length === 0) return {};
  await lockRoles(transaction, accountId);
  const before = await findUser(transaction, accountId, userId);
  const changes = before ? roleChanges(before, role) : {};
  if (!before || Object.keys(changes).length === 0) return {};
  const after = withRole(before, role);
  const isLost = isPermanentAdmin(before) && !isPermanentAdmin(after);
  if (isLost && !(await hasOtherPermanentAdmin(transaction, accountId, userId))) return {};
  await updateUser(transaction, accountId, userId, after);
  // Admins have all permissions (USR-24).
  if (after.admin && !before.admin) await replaceRefusals(transaction, userId, []);
  return changes;
}

function roleChanges(before: UserRow, role: NonNullable<VouchedStanding['role']>): Changes {
  if (before.isOwner || before.isOperator) return {};
  return changesBetween(before, withRole(before, role), ['admin', 'readOnly']);
}

/** A read-only admin stays read-only: no claim states otherwise. */
function withRole(before: UserRow, role: NonNullable<VouchedStanding['role']>): UserRow {
  if (role === 'admin' && before.admin) return before;
  return { ...before, admin: role === 'admin', readOnly: role === 'readOnly' };
}

async function applyProducts(transaction: Queryable, userId: number, productIds: readonly string[]): Promise<Changes> {
  const before = { productIds: [...(await listUserProductIds(transaction, userId))] };
  const changes = changesBetween(before, { productIds: [...productIds] }, ['productIds']);
  if (Object.keys(changes).length > 0) await replaceUserProducts(transaction, userId, productIds);
  return changes;
}
