import { licenses as endpoints, type LicenseDetails, type LicensedFeatures, type ResponseOf } from '@portico/contract';
import { findAccountNames, findAccountSettings } from '../../accounts/index.ts';
import { findSubscription } from '../../billing/index.ts';
import { findPlan, findProductsAt, presentFeatures, selectNoticeDays } from '../../catalog/index.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { findOrders } from '../orders/license-orders.queries.ts';
import { getReleases, presentReleases, grantReleases as recordGrant } from '../releases/releases.service.ts';
import { listChecks as listCheckRows } from './checks.queries.ts';
import { createPayload, signLicense } from './license-file.ts';
import { openPrivateKey, provideKey } from './license-keys.ts';
import type { LicensesContext } from './licenses.context.ts';
import { LicenseNotActiveError } from './licenses.errors.ts';
import { endsSoon, isPaymentDue, type LicenseViewer, presentLicense, renews } from './licenses.presentation.ts';
import {
  findLicense,
  findLicenseBySerialNumber,
  findLicenses,
  type LicenseRow,
  lockLicense,
} from './licenses.queries.ts';
import { isUsable } from './licenses.rules.ts';
import { type LicenseListOptions, listLicenses as listLicenseRows } from './licenses-list.queries.ts';

export type CallContext = LicensesContext & RequestContext;

const shownDifference = endpoints.listChecks.response.shape.items.element.shape.differences.element;
/** Differences are stored without account names. */
const storedDifferences = shownDifference.omit({ accountName: true }).array();

export async function listLicenses(
  context: CallContext,
  options: LicenseListOptions,
): Promise<ResponseOf<typeof endpoints.list>> {
  const { database, accountId } = context;
  const { items, total, ofAll } = await listLicenseRows(database, accountId, options);
  return listAnswer(await presentLicenses(context, items, ofAll?.catalogVersion), total, options);
}

/** Licenses with their orders' numbers. Skips licenses whose order was deleted meanwhile. */
export async function presentLicenses(context: CallContext, rows: readonly LicenseRow[], catalogVersion?: number) {
  const orderIds = rows.map(({ orderId }) => orderId);
  const [orders, viewer] = await Promise.all([
    findOrders(context.database.query, orderIds),
    createViewer(context, catalogVersion),
  ]);
  return rows.flatMap((row) => {
    const order = orders.get(row.orderId);
    return order ? [presentLicense(row, order, viewer)] : [];
  });
}

/** @throws NotFoundError also for another account's license */
export async function getLicense(context: CallContext, id: number): Promise<LicenseDetails> {
  const { accountId, database, devices } = context;
  const on = database.query;
  const row = await getAccountLicense(context, id);
  const viewer = await createViewer(context);
  const [orders, subscription, counts, releases, key, { noticeDays }] = await Promise.all([
    findOrders(on, [row.orderId]),
    row.subscriptionId === null ? undefined : findSubscription(on, accountId, row.subscriptionId),
    devices.countByStatus(on, id),
    getReleases(on, row, viewer),
    isUsable(row, viewer.now) ? provideKey(context) : undefined,
    findAccountSettings(on, accountId),
  ]);
  const order = orders.get(row.orderId);
  if (!order) throw new NotFoundError();
  return {
    ...presentLicense(row, order, viewer),
    startDate: row.startsAt.toISOString(),
    isPaymentDue: isPaymentDue(row, order),
    renews: renews(row, subscription),
    endsSoon: endsSoon(row, subscription, {
      days: selectNoticeDays(noticeDays, viewer.products.get(row.productId)),
      now: viewer.now,
    }),
    devices: counts,
    releases: presentReleases(releases),
    signingKeyId: key?.id ?? null,
  };
}

/** @throws NotFoundError also for another account's license, and if the license is not for the product */
export async function getFeatures(context: CallContext, id: number, productId: string): Promise<LicensedFeatures> {
  const row = await getAccountLicense(context, id);
  if (row.productId !== productId) throw new NotFoundError();
  const products = await context.catalog.findProducts();
  const product = products.get(productId);
  return product ? presentFeatures(product, findPlan(products, row), context.locale) : { scopes: [] };
}

/** Creates and signs a license's file (LCN-7). @throws NotFoundError also for another account's serial number; LicenseNotActiveError (LCN-4) */
export async function createLicenseFile(context: CallContext, serialNumber: string): Promise<string> {
  const { accountId, catalog, config, database, devices, session } = context;
  const now = new Date();
  const [key, products] = await Promise.all([provideKey(context), catalog.findProducts()]);
  const { license, hardwareIds } = await database.transaction(async (transaction) => {
    const found = await findLicenseBySerialNumber(transaction, accountId, serialNumber);
    if (!found) throw new NotFoundError();
    const license = await lockLicense(transaction, accountId, found.id);
    if (!license || !isUsable(license, now)) throw new LicenseNotActiveError();
    return { license, hardwareIds: await devices.fileCovered(transaction, license.id) };
  });
  const facts = {
    license,
    accountName: session.account.name,
    product: products.get(license.productId),
    plan: findPlan(products, license),
    hardwareIds,
  };
  return signLicense(createPayload(facts, now), { id: key.id, secret: openPrivateKey(key, config.appSecret) });
}

/** Grants a license of any account more releases for thirty days (LCN-8). @throws NotFoundError */
export async function grantReleases(
  context: CallContext,
  id: number,
  grant: { readonly amount: number; readonly reason: string },
): Promise<ResponseOf<typeof endpoints.grantReleases>> {
  const { catalog, database } = context;
  const products = await catalog.findProducts();
  return database.transaction(async (transaction) => {
    const license = (await findLicenses(transaction, [id])).get(id);
    if (!license) throw new NotFoundError();
    await recordGrant(context, transaction, license, grant);
    const releases = await getReleases(transaction, license, { products, now: new Date() });
    return { releases: presentReleases(releases) };
  });
}

/** The latest comparisons of all licenses with the data from which they are derived (LCN-9). */
export async function listChecks(
  { database }: LicensesContext,
  options: { readonly page: number; readonly pageSize: number },
): Promise<ResponseOf<typeof endpoints.listChecks>> {
  const { items, total } = await listCheckRows(database.query, options);
  const checks = items.map(({ differences, ...row }) => ({ row, found: storedDifferences.parse(differences) }));
  const accountIds = new Set(checks.flatMap(({ found }) => found.map(({ accountId }) => accountId)));
  const names = await findAccountNames(database.query, [...accountIds]);
  const presented = checks.map(({ row: { beganAt, endedAt, ...row }, found }) => ({
    ...row,
    began: beganAt.toISOString(),
    ended: endedAt?.toISOString() ?? null,
    differences: found.map((difference) => ({ ...difference, accountName: names.get(difference.accountId) ?? '' })),
  }));
  return listAnswer(presented, total, options);
}

async function getAccountLicense({ accountId, database }: CallContext, id: number): Promise<LicenseRow> {
  const found = await findLicense(database.query, accountId, id);
  if (!found) throw new NotFoundError();
  return found;
}

async function createViewer({ catalog, locale }: CallContext, catalogVersion?: number): Promise<LicenseViewer> {
  return { products: await findProductsAt(catalog, catalogVersion), locale, now: new Date() };
}
