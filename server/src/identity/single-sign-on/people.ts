import type { AuditDetail } from '../../accounts/index.ts';
import {
  addVouchedUser,
  applyVouchedStanding,
  claimDomainAddresses,
  lockRoles,
  recordProvedAddress,
} from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { InvalidInputError } from '../../core/http/app-error.ts';
import { findDomainAccounts } from '../external-providers/domains.queries.ts';
import { SsoError } from './failures.ts';
import { followAddress } from './follow-address.ts';
import { insertIdentity } from './identities.queries.ts';
import { isWithin } from './identity.ts';
import { type Person, resolvePerson } from './person.ts';
import type { SingleSignOnContext, SsoSignIn } from './single-sign-on.context.ts';

type Context = Pick<SingleSignOnContext, 'database' | 'audit' | 'config' | 'findDefaults' | 'mail'>;

/** The user of a sign-in. */
export interface ProvisionedUser {
  readonly identityId: number;
  readonly userId: number;
  readonly isNew: boolean;
}

/** The provider knows the identity, but the portal refuses it. */
export class SsoSignInRefused extends SsoError {
  /** The user who may not sign in, or null. */
  readonly userId: number | null;

  constructor({ failure, userId }: Person) {
    super(failure ?? 'other');
    this.userId = userId;
  }
}

/** Signs in the user that `resolvePerson` found. Links a new identity to that user, or creates the user (SSO-26). Applies the mapped role and products (SSO-28). @throws SsoSignInRefused */
export async function signInOrProvisionUser(
  context: Context,
  transaction: Queryable,
  arrival: SsoSignIn,
): Promise<ProvisionedUser> {
  const { settings, identity } = arrival;
  let person = await resolvePerson(context, settings, identity, transaction);
  if (person.failure === null && person.identityId === null) {
    // Serializes first sign-ins: the second one finds the user that the first created (SSO-27).
    await lockRoles(transaction, settings.accountId);
    person = await resolvePerson(context, settings, identity, transaction);
  }
  if (person.failure !== null) throw new SsoSignInRefused(person);
  const userId = person.userId ?? (await addUser(context, transaction, arrival, person));
  const { identityId } = person;
  if (person.kind === 'existing') await follow(context, transaction, arrival, { ...person, userId });
  if (identityId !== null) await followAddress(context, transaction, arrival, { identityId, userId });
  if (identity.email !== null && isWithin(identity.email, settings.provedDomains))
    await recordProvedAddress(transaction, userId, identity.email);
  return {
    identityId:
      identityId ?? (await linkIdentityToUser(context, transaction, arrival, { userId, isNew: person.kind === 'new' })),
    userId,
    isNew: person.kind === 'new',
  };
}

async function addUser(context: Context, transaction: Queryable, arrival: SsoSignIn, person: Person): Promise<number> {
  const { settings, identity, locale } = arrival;
  const { firstName, lastName } = identity;
  const { role, productIds } = person;
  const user = {
    accountId: settings.accountId,
    email: person.email ?? '',
    firstName,
    lastName,
    locale,
    role,
    productIds,
  };
  const { accountId } = settings;
  await claimDomainAddresses({ ...context, accountId, findDomainAccounts }, transaction, [user.email]);
  try {
    return await addVouchedUser(context, transaction, user);
  } catch (error) {
    // The address belonged to another user, who can restore it.
    if (error instanceof InvalidInputError)
      throw new SsoSignInRefused({ ...person, failure: 'emailOfOtherAccount', userId: null });
    throw error;
  }
}

async function linkIdentityToUser(
  context: Context,
  transaction: Queryable,
  arrival: SsoSignIn,
  { userId, isNew }: { readonly userId: number; readonly isNew: boolean },
): Promise<number> {
  const { settings, identity } = arrival;
  const { issuer, subject, email } = identity;
  await record(context, transaction, arrival, {
    kind: isNew ? 'ssoUserAdded' : 'ssoLinked',
    detail: { userId, provider: settings.name, issuer, email },
  });
  return insertIdentity(transaction, { providerId: settings.id, issuer, subject, userId, email });
}

async function follow(
  context: Context,
  transaction: Queryable,
  arrival: SsoSignIn,
  { userId, role, productIds }: Person & { readonly userId: number },
): Promise<void> {
  const { accountId, claimMappings, name } = arrival.settings;
  const changes = await applyVouchedStanding(
    transaction,
    { accountId, userId },
    {
      ...(claimMappings.some((mapping) => mapping.role !== null) && { role }),
      ...(claimMappings.some(({ products }) => products.length > 0) && { productIds }),
    },
  );
  if (Object.keys(changes).length === 0) return;
  const detail = { userId, provider: name, changes };
  await record(context, transaction, arrival, { kind: 'ssoStandingFollowed', detail });
}

function record(
  { audit }: Context,
  transaction: Queryable,
  { settings: { accountId }, origin: { address, requestId } }: SsoSignIn,
  event: {
    readonly kind: 'ssoUserAdded' | 'ssoLinked' | 'ssoStandingFollowed';
    readonly detail: AuditDetail & { readonly userId: number };
  },
): Promise<void> {
  const { userId } = event.detail;
  return audit.record({ ...event, accountId, userId, realUserId: userId, address, requestId }, transaction);
}
