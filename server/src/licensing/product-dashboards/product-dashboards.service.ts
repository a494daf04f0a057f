import type { ParsedRequestOf, productDashboards, ResponseOf } from '@portico/contract';
import { z } from 'zod';
import { findAccountSettings } from '../../accounts/index.ts';
import type { Catalog, Product } from '../../catalog/index.ts';
import type { Database } from '../../core/db/database.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { localize } from '../../core/messages/index.ts';
import { sumCounters } from '../devices/counters.queries.ts';
import { sumAllUsage } from '../devices/sum-usage.ts';
import {
  countActiveDevices,
  findPeakLicense,
  findUsageBounds,
  listByLastActivity,
  sumUseByDay,
} from '../devices/usage.queries.ts';
import { type LicenseRow, listLicensesOfProduct } from '../licenses/licenses.queries.ts';
import { isUsable, unlimited } from '../licenses/licenses.rules.ts';
import { addTitles, createMetrics, createStatistics } from './figures.ts';
import { parseSpan } from './span.ts';

export interface ProductDashboardsContext {
  readonly database: Database;
  readonly catalog: Pick<Catalog, 'findProducts' | 'now'>;
}

type CallContext = ProductDashboardsContext & RequestContext;

type SpanQuery = ParsedRequestOf<typeof productDashboards.getMetrics>['query'];
type Answer<Endpoint extends keyof typeof productDashboards> = ResponseOf<(typeof productDashboards)[Endpoint]>;

/** The strictest policies under which checks are counted, and versions stored (SET-4). */
const maxCountsPolicy = 2;
const maxVersionsPolicy = 1;
const maxVersions = 10;
const maxCounters = 20;

/**
 * The information about a product that is the same for every account.
 * @throws NotFoundError
 */
export async function getProductInfo(context: CallContext, productId: string): Promise<Answer<'getProductInfo'>> {
  const { locale } = context;
  const { product } = await openProduct(context, productId);
  return {
    id: product.id,
    caption: localize(product.displayName, locale),
    description: localize(product.description, locale),
    logo64: product.logo64,
    url: product.url,
    urlCaption: product.urlCaption && localize(product.urlCaption, locale),
    hasSessions: product.licensingType === 'Floating',
  };
}

/** The figures of the days in a span (DASH-1 to DASH-7). @throws NotFoundError; InvalidInputError */
export async function getMetrics(
  context: CallContext,
  productId: string,
  span: SpanQuery,
): Promise<Answer<'getMetrics'>> {
  const { catalog, database, locale } = context;
  const on = database.query;
  const days = parseSpan(span, catalog.now());
  const { ids, isShared, licenses } = await openProduct(context, productId);
  const [byDay, active, peak] = await Promise.all([
    sumUseByDay(on, ids, days),
    countActiveDevices(on, ids, days, 1),
    findPeakLicense(on, ids, days),
  ]);
  return {
    metrics: addTitles(createMetrics(byDay, active, isShared), locale),
    sessionPlaces: licenses.find(({ id }) => id === peak?.licenseId)?.quantity ?? null,
    ...days,
    isShared,
  };
}

/**
 * The figures of each day in a span.
 * @throws NotFoundError; InvalidInputError
 */
export async function listDays(context: CallContext, productId: string, span: SpanQuery): Promise<Answer<'listDays'>> {
  const { catalog, database } = context;
  const days = parseSpan(span, catalog.now());
  const { ids, isShared } = await openProduct(context, productId);
  const byDay = await sumUseByDay(database.query, ids, days);
  return { days: byDay.map((day) => ({ ...day, checks: isShared ? day.checks : null })), ...days, isShared };
}

/** The versions that devices reported last (DASH-5); none if they are not shared (DASH-7). @throws NotFoundError; InvalidInputError */
export async function listVersions(
  context: CallContext,
  productId: string,
  span: SpanQuery,
): Promise<Answer<'listVersions'>> {
  const { catalog, database } = context;
  const days = parseSpan(span, catalog.now());
  const { ids, hasVersions, product } = await openProduct(context, productId);
  const active = hasVersions ? await countActiveDevices(database.query, ids, days, maxVersions) : noDevices;
  const shown = active.versions.reduce((sum, { devices }) => sum + devices, 0);
  return {
    items: [...active.versions],
    otherDevices: active.devices - shown,
    currentVersion: product.version,
    ...days,
    isShared: hasVersions,
  };
}

const noDevices = { versions: [], devices: 0 };

/** The products' own counters (DASH-9); none if they are not shared (DASH-7). @throws NotFoundError; InvalidInputError */
export async function listCounters(
  context: CallContext,
  productId: string,
  span: SpanQuery,
): Promise<Answer<'listCounters'>> {
  const { catalog, database } = context;
  const days = parseSpan(span, catalog.now());
  const { ids, isShared } = await openProduct(context, productId);
  const { items, names } = isShared ? await sumCounters(database.query, ids, days, maxCounters) : noCounters;
  return { items: [...items], otherNames: names - items.length, ...days, isShared };
}

const noCounters = { items: [], names: 0 };

/** The latest activity of each device. @throws NotFoundError */
export async function listLastRequests(
  context: CallContext,
  productId: string,
  options: { readonly page: number; readonly pageSize: number },
): Promise<Answer<'listLastRequests'>> {
  const { ids, hasVersions, licenses } = await openProduct(context, productId);
  const numbers = new Map(licenses.map(({ id, number }) => [id, number]));
  const { rows, total } = await listByLastActivity(context.database.query, ids, options);
  const items = rows.map(({ id, at, licenseId, name, hardwareId, productUsage }) => ({
    time: at.toISOString(),
    deviceId: id,
    deviceName: name,
    hardwareId,
    licenseId,
    licenseNumber: numbers.get(licenseId) ?? '',
    version: hasVersions ? versionIn(productUsage, productId) : null,
  }));
  return listAnswer(items, total, options);
}

const usage = z.array(z.object({ name: z.string(), version: z.string() }));

/** The version of a product that a device reported. */
function versionIn(stored: unknown, productId: string): string | null {
  return usage.parse(stored).find(({ name }) => name === productId)?.version ?? null;
}

/** The account's licenses and devices of a product, and its total usage. @throws NotFoundError */
export async function getStatistics(context: CallContext, productId: string): Promise<Answer<'getStatistics'>> {
  const { catalog, database, locale } = context;
  const on = database.query;
  const { ids, isShared, licenses } = await openProduct(context, productId);
  const [bounds, use] = await Promise.all([findUsageBounds(on, ids), sumAllUsage(on, ids, catalog.now())]);
  return {
    statistics: addTitles(
      createStatistics({ ...sumTotals(licenses, catalog.now()), ...bounds }, use, isShared),
      locale,
    ),
    isShared,
  };
}

/** Totals of the usable licenses. */
function sumTotals(licenses: readonly LicenseRow[], now: Date) {
  const usable = licenses.filter((license) => isUsable(license, now));
  const sum = (of: (license: LicenseRow) => number) => usable.reduce((total, license) => total + of(license), 0);
  const isUnlimited = usable.some(({ quantity }) => quantity === unlimited);
  return {
    licenses: usable.length,
    places: isUnlimited ? unlimited : sum(({ quantity }) => quantity),
    devices: sum(({ usedQuantity }) => usedQuantity),
    devicesWithoutPlace: sum(({ exceededQuantity }) => exceededQuantity),
  };
}

interface OpenProduct {
  readonly product: Product;
  /** The account's licenses of the product, including canceled and expired ones. */
  readonly licenses: readonly LicenseRow[];
  readonly ids: readonly number[];
  /** Whether the account shares how often its products are used, and their versions (DASH-7). */
  readonly isShared: boolean;
  readonly hasVersions: boolean;
}

/** A product with the account's licenses (DASH-1). @throws NotFoundError if it is unknown, or retired or disabled and the account has no license */
async function openProduct({ accountId, catalog, database }: CallContext, productId: string): Promise<OpenProduct> {
  const on = database.query;
  const [products, licenses, settings] = await Promise.all([
    catalog.findProducts(),
    listLicensesOfProduct(on, accountId, productId),
    findAccountSettings(on, accountId),
  ]);
  const product = products.get(productId);
  if (!product || ((product.retired || product.disabled) && licenses.length === 0)) throw new NotFoundError();
  return {
    product,
    licenses,
    ids: licenses.map(({ id }) => id),
    isShared: settings.usageDataPolicy <= maxCountsPolicy,
    hasVersions: settings.usageDataPolicy <= maxVersionsPolicy,
  };
}
