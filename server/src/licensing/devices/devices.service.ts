import type { DeviceDetails, devices as endpoints, ParsedRequestOf, ResponseOf } from '@portico/contract';
import { findUserNames } from '../../accounts/index.ts';
import { findProductsAt } from '../../catalog/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import { findLicense, findLicenses, type LicenseRow, listLicenseIds } from '../licenses/licenses.queries.ts';
import type { CallContext, DeviceCallContext } from './devices.context.ts';
import {
  countDevices,
  type DeviceFilter,
  type ListedDevice,
  listAllDevices,
  listDevicesOfLicense,
  listDevices as listFilteredDevices,
} from './devices.lists.queries.ts';
import {
  type Naming,
  presentDetails,
  presentDevice,
  presentEvent,
  presentLicenseDevice,
} from './devices.presentation.ts';
import {
  countLeases,
  countLeasesOfLicense,
  type DeviceEventRow,
  type DeviceRow,
  findDevice,
  listEventsOfDevice,
  listEventsOfLicense,
  listWithoutSeat,
} from './devices.queries.ts';
import { latestDays } from './devices.rules.ts';
import { listBorrowing } from './leases.queries.ts';
import { sumUseByDay } from './usage.queries.ts';

type DeviceQuery = ParsedRequestOf<typeof endpoints.list>['query'];
type LicenseDeviceQuery = ParsedRequestOf<typeof endpoints.listOfLicense>['query'];
type PageQuery = ParsedRequestOf<typeof endpoints.listHistory>['query'];

export async function listDevices(
  context: CallContext,
  query: DeviceQuery,
): Promise<ResponseOf<typeof endpoints.list>> {
  const { rows, total, catalogVersion } = await findPage(context, query);
  const [licenses, naming] = await Promise.all([
    findDeviceLicenses(context, rows),
    createNaming(context, catalogVersion),
  ]);
  return listAnswer(presentRows(rows, licenses, naming), total, query);
}

/** Without a filter, the total is a maintained count; otherwise the rows are counted with an index. */
async function findPage(
  context: CallContext,
  query: DeviceQuery,
): Promise<{ rows: ListedDevice[]; total: number; catalogVersion?: number | undefined }> {
  const { database, accountId } = context;
  const filter = await createFilter(context, query);
  const isWhole = !filter.textFilter && filter.status === undefined && filter.licenseIds === undefined;
  if (isWhole) {
    const { items, total, ofAll } = await listAllDevices(database, accountId, query);
    return { rows: items, total, catalogVersion: ofAll?.catalogVersion };
  }
  const [rows, total] = await Promise.all([
    listFilteredDevices(database.query, filter, query),
    countDevices(database.query, filter),
  ]);
  return { rows, total };
}

/** The filter of a query, for the whole account. */
export async function createFilter(
  { database, accountId }: CallContext,
  { textFilter, status, productId }: Pick<DeviceQuery, 'textFilter' | 'status' | 'productId'>,
): Promise<DeviceFilter> {
  const licenseIds = productId === undefined ? undefined : await listLicenseIds(database.query, accountId, productId);
  return { of: { accountId }, textFilter, status, licenseIds };
}

export function findDeviceLicenses(
  { database }: CallContext,
  rows: readonly ListedDevice[],
): Promise<ReadonlyMap<number, LicenseRow>> {
  return findLicenses(database.query, [...new Set(rows.map(({ licenseId }) => licenseId))]);
}

export async function createNaming({ catalog, locale }: CallContext, catalogVersion?: number): Promise<Naming> {
  return { products: await findProductsAt(catalog, catalogVersion), locale };
}

/** Devices as lists show them. Skips devices whose license was deleted meanwhile. */
export function presentRows(rows: readonly ListedDevice[], licenses: ReadonlyMap<number, LicenseRow>, naming: Naming) {
  return rows.flatMap((row) => {
    const license = licenses.get(row.licenseId);
    return license ? [presentDevice(row, license, naming)] : [];
  });
}

/** @throws NotFoundError also for another account's device */
export async function getDevice(context: CallContext, id: number): Promise<DeviceDetails> {
  const { database, accountId } = context;
  const device = await findDevice(database.query, accountId, id);
  const license = device && (await findLicense(database.query, accountId, device.licenseId));
  if (!license) throw new NotFoundError();
  const products = await context.catalog.findProducts();
  return describeDevice({ ...context, products }, database.query, device, license);
}

/** The details of a device, as the transaction sees it. */
export async function describeDevice(
  { products, locale }: DeviceCallContext,
  on: Queryable,
  device: DeviceRow,
  license: LicenseRow,
): Promise<DeviceDetails> {
  const withoutSeat = await listWithoutSeat(on, license, [device.id]);
  const sessions = await countLeases(on, [device.id]);
  const borrowing = await listBorrowing(on, [device.id]);
  return presentDetails(device, license, {
    naming: { products, locale },
    holding: { hasSeat: !withoutSeat.has(device.id), isBorrowing: borrowing.has(device.id) },
    activeSessions: sessions.get(device.id) ?? 0,
  });
}

/** The history of a device. @throws NotFoundError also for another account's device */
export async function listHistory(
  context: CallContext,
  id: number,
  query: PageQuery,
): Promise<ResponseOf<typeof endpoints.listHistory>> {
  const { database, accountId } = context;
  if (!(await findDevice(database.query, accountId, id))) throw new NotFoundError();
  return presentHistory(context, await listEventsOfDevice(database.query, id, query), query);
}

/** The history of a license's devices. @throws NotFoundError also for another account's license */
export async function listHistoryOfLicense(
  context: CallContext,
  licenseId: number,
  query: PageQuery,
): Promise<ResponseOf<typeof endpoints.listHistoryOfLicense>> {
  await getLicense(context, licenseId);
  return presentHistory(context, await listEventsOfLicense(context.database.query, licenseId, query), query);
}

async function presentHistory(
  { database }: CallContext,
  { items, total }: { items: readonly DeviceEventRow[]; total: number },
  query: PageQuery,
) {
  const userIds = items.flatMap(({ userId }) => userId ?? []);
  const names = await findUserNames(database.query, [...new Set(userIds)]);
  return listAnswer(
    items.map((row) => presentEvent(row, names)),
    total,
    query,
  );
}

/** The devices of a license. @throws NotFoundError also for another account's license */
export async function listOfLicense(
  context: CallContext,
  licenseId: number,
  query: LicenseDeviceQuery,
): Promise<ResponseOf<typeof endpoints.listOfLicense>> {
  const { query: on } = context.database;
  const license = await getLicense(context, licenseId);
  const { textFilter, status, productId } = query;
  // A license has one product.
  const licenseIds = productId === undefined || productId === license.productId ? undefined : [];
  const filter: DeviceFilter = { of: { licenseId }, textFilter, status, licenseIds };
  // The seats of a floating license are leases, so their number is not the number of devices.
  const isWhole = !textFilter && status === undefined && !licenseIds && license.licenseModel === 0;
  const [rows, total, activeSessions] = await Promise.all([
    listDevicesOfLicense(on, filter, query),
    isWhole ? license.usedQuantity + license.exceededQuantity : countDevices(on, filter),
    countLeasesOfLicense(on, licenseId),
  ]);
  const ids = rows.map(({ id }) => id);
  const [placeless, sessions, borrowing, naming] = await Promise.all([
    listWithoutSeat(on, license, ids),
    countLeases(on, ids),
    listBorrowing(on, ids),
    createNaming(context),
  ]);
  const items = rows.map((row) =>
    presentLicenseDevice(row, license, {
      naming,
      holding: { hasSeat: !placeless.has(row.id), isBorrowing: borrowing.has(row.id) },
      activeSessions: sessions.get(row.id) ?? 0,
    }),
  );
  return { ...listAnswer(items, total, query), activeSessions };
}

const daysOfUsage = 30;

/** The number of a license's devices that were seen on each of the latest days. @throws NotFoundError also for another account's license */
export async function getUsage(
  context: CallContext,
  licenseId: number,
): Promise<ResponseOf<typeof endpoints.getUsage>> {
  await getLicense(context, licenseId);
  const days = latestDays(context.catalog.now(), daysOfUsage);
  const use = await sumUseByDay(context.database.query, [licenseId], days);
  return { hardwareActivity: use.map(({ day, devices }) => ({ date: day, count: devices })) };
}

/** @throws NotFoundError also for another account's license */
export async function getLicense({ database, accountId }: CallContext, id: number): Promise<LicenseRow> {
  const license = await findLicense(database.query, accountId, id);
  if (!license) throw new NotFoundError();
  return license;
}
