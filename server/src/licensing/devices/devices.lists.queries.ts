import type { DeviceStatus } from '@portico/contract';
import { and, asc, count, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../core/db/database.ts';
import {
  catalogVersion,
  type ListWithTotal,
  listedColumns,
  listWithKeptTotal,
  type WithCatalogVersion,
} from '../../core/db/kept-total.ts';
import { devices, deviceTotals } from '../../core/db/schema/devices.gen.ts';
import { dictionaryOrder } from '../../core/db/text-patterns.ts';

export type DeviceSortField = 'assigned' | 'name' | 'status' | 'lastActivity' | 'updated';

export interface DeviceOrder {
  readonly sortField: DeviceSortField;
  readonly order: 'asc' | 'desc';
}

export interface DeviceListOptions extends DeviceOrder {
  readonly page: number;
  readonly pageSize: number;
}

export interface DeviceFilter {
  /** All devices of an account, or those of one license. The caller has checked that the license is the account's. */
  readonly of: { readonly accountId: number } | { readonly licenseId: number };
  readonly textFilter: string;
  /** Released devices are listed only with their own status. */
  readonly status?: DeviceStatus | undefined;
  readonly licenseIds?: readonly number[] | undefined;
}

const columns = {
  id: devices.id,
  licenseId: devices.licenseId,
  name: devices.name,
  hardwareId: devices.hardwareId,
  ipAddress: devices.ipAddress,
  comment: devices.comment,
  status: devices.status,
  assignedAt: devices.assignedAt,
  updatedAt: devices.updatedAt,
  lastActivityAt: devices.lastActivityAt,
};

export type ListedDevice = Pick<typeof devices.$inferSelect, keyof typeof columns>;

/** The expression that each order sorts by, as in its index, and its type. */
const sorts: Readonly<Record<DeviceSortField, { readonly by: string; readonly type: string }>> = {
  assigned: { by: 'assigned_at', type: 'timestamptz' },
  name: { by: `name ${dictionaryOrder}`, type: 'text' },
  status: { by: 'status', type: 'smallint' },
  lastActivity: { by: 'last_activity_at', type: 'timestamptz' },
  updated: { by: 'updated_at', type: 'timestamptz' },
};

/**
 * The id makes the order total, so that pages never overlap. Devices that were never seen sort as the least active. The
 * index has only the day of the last activity, so the devices of a page's days are sorted.
 */
function orderBy({ sortField, order }: DeviceOrder, of = ''): string {
  const nulls = `nulls ${order === 'asc' ? 'first' : 'last'}`;
  const by = sortField === 'lastActivity' ? ['active_day', 'last_activity_at'] : [sorts[sortField].by];
  const keys = by.map((key) => `${of}${key} ${order}${sortField === 'lastActivity' ? ` ${nulls}` : ''}`);
  return [...keys, `${of}id ${order}`].join(', ');
}

/** A page of an account's devices that are not released, with the total number. */
export function listAllDevices(
  database: Database,
  accountId: number,
  options: DeviceListOptions,
): Promise<{ items: ListedDevice[]; total: number; ofAll: WithCatalogVersion | undefined }> {
  const list: ListWithTotal = {
    name: `list-devices-${options.sortField}-${options.order}`,
    from: 'devices',
    columns: listedColumns(columns),
    owner: 'account_id',
    where: 'released_at is null',
    orderBy: (of) => orderBy(options, of),
    totals: { table: 'device_totals', column: 'devices' },
    ofAll: catalogVersion,
  };
  return listWithKeptTotal(database, list, accountId, options);
}

/** A page of the devices that match a filter. */
export function listDevices(on: Queryable, filter: DeviceFilter, options: DeviceListOptions): Promise<ListedDevice[]> {
  return on
    .select(columns)
    .from(devices)
    .where(whereFiltered(filter))
    .orderBy(sql.raw(orderBy(options)))
    .limit(options.pageSize)
    .offset((options.page - 1) * options.pageSize);
}

/** A page of a license's devices, with the columns that only that list shows. */
export function listDevicesOfLicense(on: Queryable, filter: DeviceFilter, options: DeviceListOptions) {
  return on
    .select({
      ...columns,
      productUsage: devices.productUsage,
      firstSeenAt: devices.firstSeenAt,
      filedAt: devices.filedAt,
      releasedAt: devices.releasedAt,
    })
    .from(devices)
    .where(whereFiltered(filter))
    .orderBy(sql.raw(orderBy(options)))
    .limit(options.pageSize)
    .offset((options.page - 1) * options.pageSize);
}

export async function countDevices(on: Queryable, filter: DeviceFilter): Promise<number> {
  const [counted] = await on.select({ total: count() }).from(devices).where(whereFiltered(filter));
  return counted?.total ?? 0;
}

/** The position of a row in an order: its sort key as the database writes it, and its id. */
interface Cursor {
  readonly key: string | null;
  readonly id: number;
}

/** All devices that match a filter, in pages of `pageSize`. */
export async function* readDevices(
  on: Queryable,
  filter: DeviceFilter,
  order: DeviceOrder,
  pageSize = 200,
): AsyncGenerator<ListedDevice[]> {
  const key = sql<string | null>`(${sql.raw(sorts[order.sortField].by)})::text`.as('sort_key');
  for (let cursor: Cursor | undefined; ; ) {
    const rows = await on
      .select({ ...columns, key })
      .from(devices)
      .where(and(whereFiltered(filter), cursor && isAfter(cursor, order)))
      .orderBy(sql.raw(orderBy(order)))
      .limit(pageSize);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (rows.length < pageSize || !last) return;
    cursor = last;
  }
}

function isAfter(cursor: Cursor, { sortField, order }: DeviceOrder): SQL {
  const { by, type } = sorts[sortField];
  const column = sql.raw(by);
  if (cursor.key === null)
    return order === 'asc'
      ? sql`((${column} is null and id > ${cursor.id}) or ${column} is not null)`
      : sql`(${column} is null and id < ${cursor.id})`;
  const place = sql`(${cursor.key}::${sql.raw(type)}, ${cursor.id}::bigint)`;
  const after = sql`(${column}, id) > ${place}`;
  if (order === 'asc')
    return sortField === 'lastActivity'
      ? sql`(${after} and active_day >= (${cursor.key}::timestamptz at time zone 'UTC')::date)`
      : after;
  return sortField === 'lastActivity'
    ? sql`((${column}, id) < ${place} or ${column} is null)`
    : sql`(${column}, id) < ${place}`;
}

function whereFiltered({ of, textFilter, status, licenseIds }: DeviceFilter): SQL | undefined {
  return and(
    'licenseId' in of ? eq(devices.licenseId, of.licenseId) : eq(devices.accountId, of.accountId),
    status === 5 ? isNotNull(devices.releasedAt) : isNull(devices.releasedAt),
    status !== undefined && status !== 5 ? eq(devices.status, status) : undefined,
    licenseIds && inArray(devices.licenseId, [...licenseIds]),
    textFilter ? contains(textFilter) : undefined,
  );
}

/** Whether a name, a hardware ID or a comment contains the text, ignoring case and accents. */
function contains(text: string): SQL {
  const wanted = sql`search_key(${text})`;
  return sql`(position(${wanted} in search_key(${devices.name})) > 0 or position(${wanted} in search_key(${devices.hardwareId})) > 0
    or position(${wanted} in search_key(${devices.comment})) > 0)`;
}

/** The number of an account's devices that are not released. A trigger maintains it. */
export async function findDeviceTotal(on: Queryable, accountId: number): Promise<number> {
  const [kept] = await on
    .select({ devices: deviceTotals.devices })
    .from(deviceTotals)
    .where(eq(deviceTotals.accountId, accountId));
  return kept?.devices ?? 0;
}

/** The device of an account that was reported first, even if it has been released. */
export async function findFirstDevice(on: Queryable, accountId: number): Promise<{ name: string } | undefined> {
  const [found] = await on
    .select({ name: devices.name })
    .from(devices)
    .where(and(eq(devices.accountId, accountId), isNotNull(devices.firstSeenAt)))
    .orderBy(asc(devices.firstSeenAt))
    .limit(1);
  return found;
}
