import { comparisonKey, type SsoFailure } from '@portico/contract';
import {
  findSignOnUser,
  findSignOnUserByAddress,
  listUserProductIds,
  type SignOnUser,
  type UserDefaults,
} from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import type { ProviderSettings } from '../external-providers/settings.ts';
import { findIdentity, hasIdentity } from './identities.queries.ts';
import { isWithin } from './identity.ts';
import { applyMappings, mappedProducts, mappedRole, type PersonRole } from './mappings.ts';

/** The claims that decide which user an identity is. */
export interface ProviderPerson {
  readonly issuer: string;
  readonly subject: string;
  /** Null if missing, or if the provider says that it is unverified. */
  readonly email: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly claims: Readonly<Record<string, unknown>>;
  /** Claims whose values are unknown (SSO-58). */
  readonly unknownClaims: readonly string[];
}

/** The user that claims resolve to, or would create. Resolving changes nothing. */
export interface Person {
  readonly kind: 'existing' | 'new' | 'refused';
  /** Why no user was found; null unless `refused`. */
  readonly failure: SsoFailure | null;
  /** The account's user, including one refused as disabled; null for a new user. */
  readonly userId: number | null;
  /** The identity; null if it has to be linked, or to become a user. */
  readonly identityId: number | null;
  readonly email: string | null;
  readonly name: string;
  /** After the mappings. The owner stays the owner, with role `admin` here (SSO-48). */
  readonly role: PersonRole;
  /** Ids of granted products after the mappings. Admins have all products without a grant (USR-24). */
  readonly productIds: readonly string[];
  /** Indexes of the provider's mappings that apply. */
  readonly applied: readonly number[];
}

export interface PersonContext {
  readonly database: { readonly query: Queryable };
  /** The defaults of an account's new users (DEF-1). */
  readonly findDefaults: (on: Queryable, accountId: number) => Promise<UserDefaults>;
}

/**
 * Resolves an identity: to its user, otherwise to the user with its address if the domain is proved and
 * the provider knows the user by no other subject, otherwise to a new user if the provider creates users,
 * otherwise to a refusal (SSO-46). @param on a transaction if the result is applied immediately
 */
export async function resolvePerson(
  context: PersonContext,
  settings: ProviderSettings,
  came: ProviderPerson,
  on: Queryable = context.database.query,
): Promise<Person> {
  const { issuer, subject } = came;
  const identity = await findIdentity(on, { providerId: settings.id, issuer, subject });
  const known = identity && (await findSignOnUser(on, identity.userId));
  if (known) return existing(on, settings, came, known, identity.id);
  const refusal = addressRefusal(settings, came);
  if (refusal) return refused(settings, came, refusal);
  const holder = await findSignOnUserByAddress(on, came.email ?? '');
  // A user of another account who never proved the address gives way (USR-31).
  const named = holder?.isUnproved && holder.accountId !== settings.accountId ? undefined : holder;
  if (
    named &&
    (named.accountId !== settings.accountId || comparisonKey(named.email) !== comparisonKey(came.email ?? ''))
  )
    return refused(settings, came, 'emailOfOtherAccount');
  // Otherwise an admin could add a provider and become the owner by the owner's address (SSO-19).
  if (named?.isOwner && settings.connectedBy !== named.id) return refused(settings, came, 'ownerUnconfirmed');
  // The address is another person's by now, or the provider knows the user under two subjects (SSO-57).
  if (named && (await hasIdentity(on, { userId: named.id, providerId: settings.id, issuer })))
    return { ...refused(settings, came, 'personKnownOtherwise'), userId: named.id };
  if (named) return existing(on, settings, came, named, null);
  return settings.createsUsers ? created(context, on, settings, came) : refused(settings, came, 'personUnknown');
}

/**
 * Why the address of an unknown identity is refused; null if it is accepted (SSO-22). Only addresses within proved
 * domains are accepted.
 */
function addressRefusal({ provedDomains }: ProviderSettings, { email, claims }: ProviderPerson): SsoFailure | null {
  // The provider sent an address, but says that it is unverified.
  if (email === null) return typeof claims.email === 'string' && claims.email !== '' ? 'emailUnproved' : 'emailMissing';
  return isWithin(email, provedDomains) ? null : 'emailUnproved';
}

async function existing(
  on: Queryable,
  settings: ProviderSettings,
  came: ProviderPerson,
  user: SignOnUser,
  identityId: number | null,
): Promise<Person> {
  if (user.accountId !== settings.accountId) return refused(settings, came, 'emailOfOtherAccount');
  // An account does not control how operators sign in (USR-26, SSO-35).
  if (!user.active || user.isOperator)
    return { ...refused(settings, came, 'personDisabled'), userId: user.id, identityId };
  const mapped = applyMappings(settings.claimMappings, came.claims, came.unknownClaims);
  const isKept = user.isOwner || user.isOperator;
  const role = isKept ? 'admin' : mappedRole(settings.claimMappings, mapped, userRole(user));
  return {
    kind: 'existing',
    failure: null,
    userId: user.id,
    identityId,
    email: user.email,
    name: user.name,
    role,
    productIds: mappedProducts(settings.claimMappings, mapped, await listUserProductIds(on, user.id)),
    applied: mapped.applied,
  };
}

const userRole = ({ admin, readOnly }: SignOnUser): PersonRole => (admin ? 'admin' : readOnly ? 'readOnly' : 'user');

async function created(
  { findDefaults }: PersonContext,
  on: Queryable,
  { accountId, claimMappings }: ProviderSettings,
  came: ProviderPerson,
): Promise<Person> {
  const mapped = applyMappings(claimMappings, came.claims, came.unknownClaims);
  const { productIds } = await findDefaults(on, accountId);
  return {
    kind: 'new',
    failure: null,
    userId: null,
    identityId: null,
    email: came.email,
    name: personName(came),
    role: mappedRole(claimMappings, mapped, 'user'),
    productIds: mappedProducts(claimMappings, mapped, productIds),
    applied: mapped.applied,
  };
}

function refused({ claimMappings }: ProviderSettings, came: ProviderPerson, failure: SsoFailure): Person {
  const mapped = applyMappings(claimMappings, came.claims, came.unknownClaims);
  return {
    kind: 'refused',
    failure,
    userId: null,
    identityId: null,
    email: came.email,
    name: personName(came),
    role: mappedRole(claimMappings, mapped, 'user'),
    productIds: [...mapped.productIds].sort(),
    applied: mapped.applied,
  };
}

const personName = ({ firstName, lastName, email }: ProviderPerson) =>
  `${firstName} ${lastName}`.trim() || (email ?? '');
