import {
  type DefaultPermission,
  type DefaultProduct,
  type Feature,
  features,
  type Grantable,
  type Locale,
  type Permission,
  permissions,
} from '@portico/contract';
import type { Config } from '../../core/config.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
import { InvalidInputError } from '../../core/http/app-error.ts';
import { assertIdsRevision } from '../../core/http/form-revision.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { localize, translate } from '../../core/messages/index.ts';
import type { Audit } from '../audit/audit.service.ts';
import { changesBetween } from '../audit/changes.ts';
import type { GrantableProduct, GrantableProducts } from '../ports.ts';
import { listOfferedFeatures } from '../users/user-grants.ts';
import {
  listDefaultFeatures,
  listDefaultProducts,
  listDefaultRefusals,
  lockDefaults,
  replaceDefaultFeatures,
  replaceDefaultProducts,
  replaceDefaultRefusals,
} from './default-permissions.queries.ts';

/** Changes that an account may make in an hour (LIM-8). Each is an event in its audit log, which only grows. */
const changeLimit = defineLimit('default-permissions', 120, 3_600);

export interface DefaultPermissionsContext {
  readonly database: Database;
  readonly audit: Audit;
  readonly config: Pick<Config, 'features'>;
  readonly catalog: GrantableProducts;
}

type CallContext = DefaultPermissionsContext & RequestContext;

/** The grants of an account's new users. */
export interface Defaults {
  readonly features: Feature[];
  /** Permissions that are granted. */
  readonly permissions: Permission[];
  /** Ids in the catalog. */
  readonly productIds: string[];
}

/** The grants of an account's new users (DEF-1). An account without settings gives no feature, no product and every permission. */
export async function findDefaults(on: Queryable, accountId: number): Promise<Defaults> {
  const granted = new Set(await listDefaultFeatures(on, accountId));
  const refused = new Set(await listDefaultRefusals(on, accountId));
  return {
    features: features.filter((feature) => granted.has(feature)),
    permissions: permissions.filter((permission) => !refused.has(permission)),
    productIds: (await listDefaultProducts(on, accountId)).sort(),
  };
}

/** The account's features, then the permissions, each with whether new users have it. */
export async function getDefaultPermissions(context: CallContext): Promise<{ features: DefaultPermission[] }> {
  const { database, accountId, locale } = context;
  const [offered, defaults] = await Promise.all([
    listOfferedFeatures(context, database.query),
    findDefaults(database.query, accountId),
  ]);
  const enabled = new Set<Grantable>([...defaults.features, ...defaults.permissions]);
  return { features: [...offered, ...permissions].map((id) => present(id, enabled.has(id), locale)) };
}

/**
 * Sets the permissions of new users. Existing users keep theirs (DEF-2). @param ids everything that new users have
 * @throws InvalidInputError for a feature that the account lacks; AppError `Conflict` (WIRE-23); TooManyRequestsError
 */
export async function saveDefaultPermissions(
  context: CallContext,
  ids: readonly Grantable[],
  revision?: string,
): Promise<{ features: DefaultPermission[] }> {
  const { database, accountId, actor, audit } = context;
  const offered = await listOfferedFeatures(context, database.query);
  if (ids.some((id) => isFeature(id) && !offered.includes(id)))
    throw new InvalidInputError({ '': [{ key: 'defaults.notOffered' }] });
  await changeLimit.take(database, accountId);
  await database.transaction(async (transaction) => {
    await lockDefaults(transaction, accountId);
    const before = await findDefaults(transaction, accountId);
    const shown = before.features.filter((feature) => offered.includes(feature));
    assertIdsRevision(revision, [...shown, ...before.permissions]);
    // Features that the account currently lacks are not shown, and stay as they are (DEF-4).
    const unseen = before.features.filter((feature) => !offered.includes(feature));
    const after = {
      features: features.filter((feature) => ids.includes(feature) || unseen.includes(feature)),
      permissions: permissions.filter((permission) => ids.includes(permission)),
    };
    const changes = changesBetween(before, after, ['features', 'permissions']);
    if (Object.keys(changes).length === 0) return;
    await replaceDefaultFeatures(transaction, accountId, after.features);
    const refused = permissions.filter((permission) => !after.permissions.includes(permission));
    await replaceDefaultRefusals(transaction, accountId, refused);
    await audit.record({ ...actor, kind: 'defaultPermissionsChanged', detail: { changes } }, transaction);
  });
  return getDefaultPermissions(context);
}

/** The products on sale in the vendor's order, each with whether new users have it. */
export async function getDefaultProducts(context: CallContext): Promise<DefaultProduct[]> {
  const { database, accountId, locale } = context;
  const defaults = new Set(await listDefaultProducts(database.query, accountId));
  const offered = await listOfferedProducts(context);
  return offered.map(({ id, displayName, disabled }) => ({
    id,
    name: localize(displayName, locale),
    isAvailable: !disabled,
    isDefault: defaults.has(id),
  }));
}

/**
 * Sets the products of new users. Existing users keep theirs (DEF-2). @throws InvalidInputError for a product that is
 * not on sale; AppError `Conflict` (WIRE-23); TooManyRequestsError
 */
export async function saveDefaultProducts(
  context: CallContext,
  ids: readonly string[],
  revision?: string,
): Promise<DefaultProduct[]> {
  const { database, accountId, actor, audit } = context;
  const offered = new Set((await listOfferedProducts(context)).map(({ id }) => id));
  if (ids.some((id) => !offered.has(id))) throw new InvalidInputError({ '': [{ key: 'defaults.unknownProduct' }] });
  await changeLimit.take(database, accountId);
  await database.transaction(async (transaction) => {
    await lockDefaults(transaction, accountId);
    const before = { productIds: await listDefaultProducts(transaction, accountId) };
    assertIdsRevision(
      revision,
      before.productIds.filter((id) => offered.has(id)),
    );
    const unseen = before.productIds.filter((id) => !offered.has(id));
    const after = { productIds: [...new Set([...ids, ...unseen])] };
    const changes = changesBetween(before, after, ['productIds']);
    if (Object.keys(changes).length === 0) return;
    await replaceDefaultProducts(transaction, accountId, after.productIds);
    await audit.record({ ...actor, kind: 'defaultProductsChanged', detail: { changes } }, transaction);
  });
  return getDefaultProducts(context);
}

async function listOfferedProducts({ catalog }: CallContext): Promise<GrantableProduct[]> {
  return [...(await catalog.findProducts()).values()].filter(({ retired }) => !retired);
}

function isFeature(id: Grantable): id is Feature {
  return features.some((feature) => feature === id);
}

function present(id: Grantable, isEnabled: boolean, locale: Locale): DefaultPermission {
  return {
    id,
    kind: isFeature(id) ? 'feature' : 'permission',
    title: translate(locale, `permission.${id}.title`),
    description: translate(locale, `permission.${id}.description`),
    isEnabled,
  };
}
