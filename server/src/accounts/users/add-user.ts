import type { ParsedRequestOf, users } from '@portico/contract';
import type { Queryable } from '../../core/db/database.ts';
import { checkConfirmed } from '../../core/http/access.ts';
import { InvalidInputError } from '../../core/http/app-error.ts';
import { defineLimit } from '../../core/http/limits.ts';
import { findAccountBrand } from '../accounts/listing.queries.ts';
import { lockAccountRoles } from './changing-users.ts';
import { assertNotForeign, claimDomainAddresses } from './domain-addresses.ts';
import { hashGivenPassword, insertNewUser, mayBeLogin } from './user-creation.ts';
import { assertProductsKnown, listOfferedFeatures } from './user-grants.ts';
import { mailOwnerAboutAdmins, userDisplayName } from './user-mails.ts';
import type { CallContext, GrantsContext } from './users.context.ts';

/** Users that an account may add by hand in an hour (LIM-8). Each may be sent mail, and each try reveals whether an address is taken. */
const addedUsers = defineLimit('user-add', 100, 3_600);

type NewUserInput = ParsedRequestOf<typeof users.add>['body'];

/**
 * Adds a user with the account's defaults (USR-13). Without a password, an invitation is mailed (LINK-6). @returns the
 * new user's id @throws ForbiddenError; ConfirmationRequiredError for an admin (USR-36); TooManyRequestsError; InvalidInputError for a taken login or address, a foreign
 * address as login (USR-29) or of another account's mail domain (USR-30), a weak password, a past end of access or an unknown product
 */
export async function addUser(context: CallContext, input: NewUserInput): Promise<number> {
  const { database, accountId, audit, actor, locale, session, inviteUser } = context;
  await addedUsers.take(database, accountId);
  const { admin, expDate, password, availableProducts, ...details } = input;
  if (admin) checkConfirmed(session);
  if (!mayBeLogin(input.login, { login: input.email, email: input.email }))
    throw new InvalidInputError({ login: [{ key: 'user.loginAddress' }] });
  const expiresAt = expDate === null ? null : new Date(expDate);
  if (expiresAt && expiresAt <= new Date()) throw new InvalidInputError({ expDate: [{ key: 'user.expDatePast' }] });
  if (availableProducts) await assertProductsKnown(context, availableProducts);
  const passwordHash = password ? await hashPasswordFor(context, input, password) : null;
  return database.transaction(async (transaction) => {
    await lockAccountRoles(context, transaction);
    await assertNotForeign(context, transaction, input.email);
    await claimDomainAddresses(context, transaction, [input.email]);
    const grants = admin ? {} : await findNewUserGrants(context, transaction, availableProducts);
    const user = {
      ...details,
      ...grants,
      accountId,
      isAdmin: admin,
      expiresAt,
      password: null,
      isPasswordOfOther: passwordHash !== null,
    };
    const userId = await insertNewUser(transaction, user, passwordHash);
    const isInvited = passwordHash === null;
    const { login, email, readOnly } = details;
    const detail = { userId, login, email, admin, readOnly, expDate, isInvited };
    await audit.record({ ...actor, kind: 'userAdded', detail }, transaction);
    if (admin) await mailOwnerAboutAdmins(context, transaction, [email]);
    if (isInvited)
      await inviteUser(context, transaction, { userId, inviterName: userDisplayName(session.user), actor, locale });
    return userId;
  });
}

async function hashPasswordFor(
  context: CallContext,
  { login, email, firstName, lastName }: NewUserInput,
  password: string,
): Promise<string> {
  const brand = await findAccountBrand(context.database.query, context.accountId);
  const own = [login, email, firstName, lastName, brand?.name ?? ''];
  return hashGivenPassword(context, { property: 'password', password, own });
}

/** The grants of a new user who is not an admin: the account's defaults, with `chosen` in place of the default products. */
export async function findNewUserGrants(
  context: GrantsContext & Pick<CallContext, 'accountId'>,
  transaction: Queryable,
  chosen: readonly string[] | undefined,
) {
  const { accountId, findDefaults } = context;
  const { features, permissions, productIds } = await findDefaults(transaction, accountId);
  const offered = await listOfferedFeatures(context, transaction);
  return {
    features: features.filter((feature) => offered.includes(feature)),
    permissions,
    productIds: chosen ?? productIds,
  };
}
