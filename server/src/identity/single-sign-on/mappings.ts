import type { ClaimMapping } from '@portico/contract';

type Claims = Readonly<Record<string, unknown>>;
export type PersonRole = 'user' | 'admin' | 'readOnly';

/** Maximum values of a claim that are examined. Entra ID sends at most 200 groups. */
const maxValues = 1_000;

/**
 * The values of a claim as texts: of a text, a number or a list. Dots name a nested claim, such as Keycloak's `realm_access.roles`; a claim whose own name
 * has dots takes precedence (SSO-47).
 */
export function claimValues(claims: Claims, name: string): string[] {
  const value = findClaim(claims, name);
  const values = Array.isArray(value) ? value.slice(0, maxValues) : [value];
  return values.flatMap((one) => (['string', 'number', 'boolean'].includes(typeof one) ? [String(one)] : []));
}

function findClaim(claims: Claims, name: string): unknown {
  return Object.hasOwn(claims, name) ? claims[name] : claimAtPath(claims, name.split('.'));
}

/** The mapped claims that are missing. */
export function listMissingClaims(mappings: readonly ClaimMapping[], claims: Claims): string[] {
  return [...new Set(mappings.map(({ claim }) => claim))].filter((claim) => findClaim(claims, claim) === undefined);
}

/** The claims that a provider says it left out, as Entra ID does with the groups of a user who is in too many (SSO-58). */
export function listLeftOutClaims(claims: Claims): string[] {
  const { _claim_names: named, hasgroups } = claims;
  const names = typeof named === 'object' && named !== null ? Object.keys(named) : [];
  if (String(hasgroups) === 'true') names.push('groups');
  return names.filter((name) => findClaim(claims, name) === undefined);
}

function claimAtPath(claims: unknown, path: readonly string[]): unknown {
  let current = claims;
  for (const name of path) {
    if (typeof current !== 'object' || current === null || Array.isArray(current) || !Object.hasOwn(current, name))
      return undefined;
    current = (current as Record<string, unknown>)[name];
  }
  return current;
}

/** The result of an account's mappings for a set of claims. */
export interface Mapped {
  /** Indexes of the mappings that apply. */
  readonly applied: readonly number[];
  readonly roles: ReadonlySet<PersonRole>;
  readonly productIds: ReadonlySet<string>;
  /** Whether the role or the products depend on claims whose values are unknown; they stay as they are (SSO-58). */
  readonly isRoleUnknown: boolean;
  readonly areProductsUnknown: boolean;
}

/** The mappings that apply: their value equals one of the claim's, including case. @param unknown names of claims whose values are unknown */
export function applyMappings(
  mappings: readonly ClaimMapping[],
  claims: Claims,
  unknown: readonly string[] = listLeftOutClaims(claims),
): Mapped {
  const valuesByClaim = new Map(mappings.map(({ claim }) => [claim, new Set(claimValues(claims, claim))]));
  const applied = mappings.flatMap(({ claim, value }, index) => (valuesByClaim.get(claim)?.has(value) ? [index] : []));
  const rows = mappings.filter((_, index) => applied.includes(index));
  return {
    applied,
    roles: new Set(rows.flatMap(({ role }) => (role ? [role] : []))),
    productIds: new Set(rows.flatMap(({ products }) => products)),
    isRoleUnknown: mappings.some(({ claim, role }) => role !== null && unknown.includes(claim)),
    areProductsUnknown: mappings.some(({ claim, products }) => products.length > 0 && unknown.includes(claim)),
  };
}

/**
 * The role after the mappings; `admin` takes precedence over `readOnly`. A role that any mapping grants depends on the mappings only, so it is lost with the
 * group; other roles stay (SSO-48). @param before the role that the user has, or would have without mappings
 */
export function mappedRole(mappings: readonly ClaimMapping[], mapped: Mapped, before: PersonRole): PersonRole {
  const { roles, isRoleUnknown } = mapped;
  if (isRoleUnknown) return before;
  if (roles.has('admin')) return 'admin';
  if (roles.has('readOnly')) return 'readOnly';
  return mappings.some(({ role }) => role === before) ? 'user' : before;
}

/**
 * The products after the mappings, by the same rule as `mappedRole` (SSO-48).
 * @param before ids that the user has, or would have without mappings
 */
export function mappedProducts(
  mappings: readonly ClaimMapping[],
  { productIds, areProductsUnknown }: Mapped,
  before: Iterable<string>,
): string[] {
  if (areProductsUnknown) return [...before].sort();
  const managed = new Set(mappings.flatMap(({ products }) => products));
  const kept = [...before].filter((id) => !managed.has(id));
  return [...new Set([...kept, ...productIds])].sort();
}
