import { crockfordDigits, readCrockford } from '@portico/contract';
import { and, asc, desc, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { licenses } from '../../core/db/schema/licenses.gen.ts';
import { textPatterns } from '../../core/db/text-patterns.ts';

const activeStatus = 1;

export type LicenseRow = typeof licenses.$inferSelect;

/** @returns undefined also for another account's license */
export async function findLicense(on: Queryable, accountId: number, id: number): Promise<LicenseRow | undefined> {
  const [found] = await on
    .select()
    .from(licenses)
    .where(and(eq(licenses.accountId, accountId), eq(licenses.id, id)));
  return found;
}

/** The license of a serial number. @returns undefined also for another account's license */
export async function findLicenseBySerialNumber(
  on: Queryable,
  accountId: number,
  serialNumber: string,
): Promise<LicenseRow | undefined> {
  const [found] = await on
    .select()
    .from(licenses)
    .where(and(eq(licenses.accountId, accountId), eq(licenses.serialNumber, serialNumber)));
  return found;
}

/** Of the licenses of an account and product, the one that ends last. Active licenses take precedence. */
export async function findLatestLicense(
  on: Queryable,
  accountId: number,
  productId: string,
): Promise<LicenseRow | undefined> {
  const [found] = await on
    .select()
    .from(licenses)
    .where(and(eq(licenses.accountId, accountId), eq(licenses.productId, productId)))
    .orderBy(sql`${licenses.status} = 1 desc, ${licenses.expiresAt} desc nulls first, ${licenses.id} desc`)
    .limit(1);
  return found;
}

/** Locks a license until the transaction ends. Every change of its devices does so first (DEV-4). */
export async function lockLicense(on: Queryable, accountId: number, id: number): Promise<LicenseRow | undefined> {
  const [found] = await on
    .select()
    .from(licenses)
    .where(and(eq(licenses.accountId, accountId), eq(licenses.id, id)))
    // A weaker lock, so that reports about the license's devices can still be stored.
    .for('no key update');
  return found;
}

/** Locks licenses in the order of their ids, so that two callers never deadlock. */
export async function lockLicenses(on: Queryable, ids: readonly number[]): Promise<void> {
  await on
    .select({ id: licenses.id })
    .from(licenses)
    .where(inArray(licenses.id, [...ids]))
    .orderBy(licenses.id)
    .for('no key update');
}

/** Licenses by id. Each connection plans the statement once, because every list of devices runs it. */
export async function findLicenses(on: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, LicenseRow>> {
  const found = await on
    .select()
    .from(licenses)
    .where(sql`${licenses.id} = any(${sql.placeholder('ids')})`)
    .prepare('find-licenses')
    .execute({ ids });
  return new Map(found.map((row) => [row.id, row]));
}

export async function listLicenseIds(on: Queryable, accountId: number, productId: string): Promise<number[]> {
  const found = await on
    .select({ id: licenses.id })
    .from(licenses)
    .where(and(eq(licenses.accountId, accountId), eq(licenses.productId, productId)));
  return found.map(({ id }) => id);
}

/** An account's licenses of a product, including canceled and expired ones. */
export function listLicensesOfProduct(on: Queryable, accountId: number, productId: string): Promise<LicenseRow[]> {
  return on
    .select()
    .from(licenses)
    .where(and(eq(licenses.accountId, accountId), eq(licenses.productId, productId)))
    .orderBy(licenses.id);
}

/** The ids of licenses of all accounts, in ascending order. @param after the last id of the previous page */
export async function listLicenseIdsAfter(on: Queryable, after: number, limit: number): Promise<number[]> {
  const found = await on
    .select({ id: licenses.id })
    .from(licenses)
    .where(gt(licenses.id, after))
    .orderBy(licenses.id)
    .limit(limit);
  return found.map(({ id }) => id);
}

/** An account's active host-locked licenses, including expired ones. */
export function listHostLockedLicenses(on: Queryable, accountId: number): Promise<LicenseRow[]> {
  return on
    .select()
    .from(licenses)
    .where(and(eq(licenses.accountId, accountId), eq(licenses.status, 1), eq(licenses.licenseModel, 0)))
    .orderBy(licenses.id);
}

/** Devices that have a seat, by the subscription of their license (SEL-4). */
export async function findDevicesInUse(
  on: Queryable,
  subscriptionIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (subscriptionIds.length === 0) return new Map();
  const found = await on
    .select({ subscriptionId: licenses.subscriptionId, used: licenses.usedQuantity })
    .from(licenses)
    .where(inArray(licenses.subscriptionId, [...subscriptionIds]));
  return new Map(
    found.flatMap(({ subscriptionId, used }) => (subscriptionId === null ? [] : [[subscriptionId, used]])),
  );
}

/** The part of a license that its subscription's page shows. */
export interface LicenseSeats {
  readonly licenseId: number;
  readonly inUse: number;
  /** Null is unlimited. */
  readonly total: number | null;
  /** When it expires; null if never, or if it is not active. */
  readonly worksUntil: Date | null;
}

/** The seats of licenses, by subscription. */
export async function findSeats(
  on: Queryable,
  subscriptionIds: readonly number[],
): Promise<ReadonlyMap<number, LicenseSeats>> {
  if (subscriptionIds.length === 0) return new Map();
  const found = await on
    .select({
      subscriptionId: licenses.subscriptionId,
      licenseId: licenses.id,
      inUse: licenses.usedQuantity,
      quantity: licenses.quantity,
      status: licenses.status,
      expiresAt: licenses.expiresAt,
    })
    .from(licenses)
    .where(inArray(licenses.subscriptionId, [...subscriptionIds]));
  return new Map(
    found.flatMap(({ subscriptionId, licenseId, inUse, quantity, status, expiresAt }) => {
      const total = quantity === -1 ? null : quantity;
      const seats = { licenseId, inUse, total, worksUntil: status === activeStatus ? expiresAt : null };
      return subscriptionId === null ? [] : [[subscriptionId, seats]];
    }),
  );
}

/** The numbers of a license's devices with and without a seat. */
export interface SeatCounts {
  readonly licenseId: number;
  readonly used: number;
  readonly exceeded: number;
}

/** Stores the seat counts of licenses. Unchanged rows are not written. */
export async function updateSeatCounts(on: Queryable, counts: readonly SeatCounts[]): Promise<void> {
  if (counts.length === 0) return;
  const column = (name: keyof SeatCounts) => sql.param(counts.map((count) => count[name]));
  await on.execute(sql`
    update licenses set used_quantity = given.used, exceeded_quantity = given.exceeded
    from unnest(${column('licenseId')}::bigint[], ${column('used')}::int[], ${column('exceeded')}::int[]) as given (id, used, exceeded)
    where licenses.id = given.id and (used_quantity, exceeded_quantity) is distinct from (given.used, given.exceeded)`);
}

/** Active licenses of all accounts with devices that have no seat. */
export function listExceeded(on: Queryable, limit: number) {
  return on
    .select({
      accountId: licenses.accountId,
      number: licenses.number,
      quantity: licenses.quantity,
      exceeded: licenses.exceededQuantity,
    })
    .from(licenses)
    .where(and(eq(licenses.status, 1), gt(licenses.exceededQuantity, 0)))
    .orderBy(asc(licenses.id))
    .limit(limit);
}

/** The numbers of devices with and without a seat on an account's active licenses. */
export async function countSeats(on: Queryable, accountId: number): Promise<{ withPlace: number; exceeded: number }> {
  const [counted] = await on
    .select({
      withPlace: sql<number>`coalesce(sum(${licenses.usedQuantity}), 0)`.mapWith(Number),
      exceeded: sql<number>`coalesce(sum(${licenses.exceededQuantity}), 0)`.mapWith(Number),
    })
    .from(licenses)
    .where(and(eq(licenses.accountId, accountId), eq(licenses.status, 1)));
  return counted ?? { withPlace: 0, exceeded: 0 };
}

/** The account's trials, the newest first. */
export function listTrials(on: Queryable, accountId: number, limit: number) {
  return on
    .select({ id: licenses.id, productId: licenses.productId })
    .from(licenses)
    .where(and(eq(licenses.accountId, accountId), licenses.trial))
    .orderBy(desc(licenses.id))
    .limit(limit);
}

/** Those of these licenses that are trials. */
export async function findTrials(on: Queryable, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return on
    .select({ id: licenses.id, productId: licenses.productId })
    .from(licenses)
    .where(and(inArray(licenses.id, [...ids]), licenses.trial));
}

/** Digits of a group of a serial number. Fewer are found only at its beginning, because they are in many. */
const groupLength = 5;

/** Whether a serial number has the typed digits (LCN-14); undefined if the text has other characters. */
export function matchesSerialNumber(text: string): SQL | undefined {
  const digits = readCrockford(text);
  if (digits === '' || [...digits].some((digit) => !crockfordDigits.includes(digit))) return undefined;
  return sql`replace(${licenses.serialNumber}, '-', '') like ${digits.length < groupLength ? `${digits}%` : `%${digits}%`}`;
}

/** Some licenses of all accounts whose number begins with a text, or whose serial number has its digits, ignoring case. */
export function searchLicenses(on: Queryable, text: string, limit: number) {
  const { begins } = textPatterns(text);
  return on
    .select({
      id: licenses.id,
      accountId: licenses.accountId,
      number: licenses.number,
      serialNumber: licenses.serialNumber,
    })
    .from(licenses)
    .where(or(sql`lower(${licenses.number}) like ${begins}`, matchesSerialNumber(text)))
    .limit(limit);
}

/** Maximum number of licenses that the text filter of another list considers. */
const maxMatched = 1_000;

/** The licenses of an account whose number contains a text, or whose serial number has its digits; at most 1,000, the newest first. */
export async function findLicensesByNumber(on: Queryable, accountId: number, text: string): Promise<number[]> {
  const named = or(sql`search_key(${licenses.number}) like ${textPatterns(text).has}`, matchesSerialNumber(text));
  const found = await on
    .select({ id: licenses.id })
    .from(licenses)
    .where(and(eq(licenses.accountId, accountId), named))
    .orderBy(desc(licenses.id))
    .limit(maxMatched);
  return found.map(({ id }) => id);
}
