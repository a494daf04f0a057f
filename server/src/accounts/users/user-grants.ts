import {
  type AvailableProduct,
  type Feature,
  type GrantId,
  hasEverything,
  features as knownFeatures,
  permissions,
  type UserFeature,
  type UserFeatures,
} from '@portico/contract';
import type { Queryable } from '../../core/db/database.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../../core/http/app-error.ts';
import { assertIdsRevision } from '../../core/http/form-revision.ts';
import { localize, translate } from '../../core/messages/index.ts';
import { listAccountFeatures } from '../accounts/accounts.queries.ts';
import { type Changes, changesBetween } from '../audit/changes.ts';
import type { GrantableProduct } from '../ports.ts';
import { assertAllowed, lockUser, userChanges } from './changing-users.ts';
import { findGrants, findRefusals, replaceGrants, replaceRefusals } from './user-changes.queries.ts';
import { listUserProductIds, replaceUserProducts } from './user-products.queries.ts';
import type { CallContext, GrantsContext } from './users.context.ts';
import { findUser } from './users.queries.ts';
import { grantsRefusal } from './users.rules.ts';

/** The features that can be granted to an account's users: offered by the installation and enabled for the account (ACC-4). */
export async function listOfferedFeatures(
  { config, accountId }: Pick<CallContext, 'accountId'> & Pick<GrantsContext, 'config'>,
  on: Queryable,
): Promise<Feature[]> {
  const ofAccount = await listAccountFeatures(on, accountId);
  return knownFeatures.filter((feature) => config.features.includes(feature) && ofAccount.includes(feature));
}

/** The account's features and the permissions, each with whether the user has it (USR-25). @throws NotFoundError, also for another account's user */
export async function listUserFeatures(context: CallContext, id: number): Promise<UserFeatures> {
  const { database, accountId, locale } = context;
  const user = await findUser(database.query, accountId, id);
  if (!user) throw new NotFoundError();
  const [offered, enabled] = await Promise.all([
    listOfferedFeatures(context, database.query),
    findEnabled(database.query, id),
  ]);
  const isAdmin = hasEverything(user);
  const describe = (kind: UserFeature['kind'], grant: GrantId): UserFeature => ({
    id: grant,
    kind,
    title: translate(locale, `permission.${grant}.title`),
    description: translate(locale, `permission.${grant}.description`),
    isEnabled: (isAdmin && kind === 'feature') || enabled.has(grant),
  });
  return {
    features: [
      ...offered.map((feature) => describe('feature', feature)),
      ...permissions.map((permission) => describe('permission', permission)),
    ],
    isAdmin,
  };
}

async function findEnabled(on: Queryable, userId: number): Promise<ReadonlySet<GrantId>> {
  const [grants, refusals] = await Promise.all([findGrants(on, userId), findRefusals(on, userId)]);
  return new Set<GrantId>([...grants, ...permissions.filter((permission) => !refusals.has(permission))]);
}

/**
 * Gives a user exactly these features and permissions, from the next request on (ACC-18, USR-25). @throws NotFoundError; ForbiddenError (USR-19,
 * USR-26); UserConflictError for an admin, who has all; AppError `Conflict` (WIRE-23); InvalidInputError for a feature that the account lacks; TooManyRequestsError
 */
export async function saveUserFeatures(
  context: CallContext,
  id: number,
  wanted: readonly GrantId[],
  revision?: string,
): Promise<UserFeatures> {
  const { database, accountId, session, audit, actor } = context;
  await userChanges.take(database, accountId);
  await database.transaction(async (transaction) => {
    assertAllowed(grantsRefusal(session.user, await lockUser(context, transaction, id)));
    const offered = await listOfferedFeatures(context, transaction);
    const unknown = wanted.some((grant) => !([...offered, ...permissions] as GrantId[]).includes(grant));
    if (unknown) throw new InvalidInputError({ features: [{ key: 'user.unknownFeature' }] });
    const before = await findEnabled(transaction, id);
    assertIdsRevision(
      revision,
      [...offered, ...permissions].filter((grant) => before.has(grant)),
    );
    assertNotGained(session, before, wanted);
    const enabled = offered.filter((feature) => wanted.includes(feature));
    await replaceGrants(transaction, id, { offered, enabled });
    const refused = permissions.filter((permission) => !wanted.includes(permission));
    await replaceRefusals(transaction, id, refused);
    const changes = listChanges('features', before, await findEnabled(transaction, id));
    if (changes)
      await audit.record({ ...actor, kind: 'userFeaturesChanged', detail: { userId: id, changes } }, transaction);
  });
  return listUserFeatures(context, id);
}

/** All products on sale, and retired ones that the user still has, each with whether the user has it. @throws NotFoundError */
export async function listUserProducts(context: CallContext, id: number): Promise<AvailableProduct[]> {
  const { database, accountId, catalog, locale, findDefaults } = context;
  const user = await findUser(database.query, accountId, id);
  if (!user) throw new NotFoundError();
  const [products, granted, defaults] = await Promise.all([
    catalog.findProducts(),
    listUserProductIds(database.query, id),
    findDefaults(database.query, accountId),
  ]);
  return [...products.values()]
    .filter((product) => !product.retired || granted.has(product.id))
    .map((product) => ({
      id: product.id,
      name: localize(product.displayName, locale),
      isAvailable: hasEverything(user) || granted.has(product.id),
      isDefault: defaults.productIds.includes(product.id),
      userSettingsUrl: product.userSettingsUrl,
    }));
}

/** Gives a user exactly these products, from the next request on. @throws as `saveUserFeatures`; InvalidInputError for an unknown product */
export async function saveUserProducts(
  context: CallContext,
  id: number,
  productIds: readonly string[],
  revision?: string,
): Promise<AvailableProduct[]> {
  const { database, accountId, session, audit, actor } = context;
  await userChanges.take(database, accountId);
  const products = await assertProductsKnown(context, productIds);
  await database.transaction(async (transaction) => {
    assertAllowed(grantsRefusal(session.user, await lockUser(context, transaction, id)));
    const before = await listUserProductIds(transaction, id);
    assertIdsRevision(
      revision,
      [...before].filter((product) => products.has(product)),
    );
    assertNotGained(session, before, productIds);
    await replaceUserProducts(transaction, id, productIds);
    const changes = listChanges('productIds', before, new Set(productIds));
    if (changes)
      await audit.record({ ...actor, kind: 'userProductsChanged', detail: { userId: id, changes } }, transaction);
  });
  return listUserProducts(context, id);
}

/** @returns the catalog's products @throws InvalidInputError for a product that is missing from it */
export async function assertProductsKnown(
  { catalog }: Pick<CallContext, 'catalog'>,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, GrantableProduct>> {
  const products = await catalog.findProducts();
  if (productIds.some((id) => !products.has(id)))
    throw new InvalidInputError({ availableProducts: [{ key: 'user.unknownProduct' }] });
  return products;
}

/** @throws ForbiddenError if an operator who acts as a user gives a user more than before (ACC-11) */
function assertNotGained(
  { actingOperator }: Pick<CallContext['session'], 'actingOperator'>,
  before: ReadonlySet<string>,
  wanted: readonly string[],
): void {
  if (actingOperator !== null && wanted.some((id) => !before.has(id)))
    throw new ForbiddenError('problem.notWhileActing');
}

/** The difference between two lists of ids; undefined if they are equal. */
function listChanges(
  field: 'features' | 'productIds',
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): Changes | undefined {
  const changes = changesBetween({ ids: [...before] }, { ids: [...after] }, ['ids']);
  return changes.ids && { [field]: changes.ids };
}
