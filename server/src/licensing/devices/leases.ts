import { secondsInDay } from 'date-fns/constants';
import { findPlan } from '../../catalog/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import type { LicenseRow } from '../licenses/licenses.queries.ts';
import { isUsable } from '../licenses/licenses.rules.ts';
import { getReleases } from '../releases/releases.service.ts';
import { addReportedDevice } from './activate.ts';
import { updateLeaseCounts } from './assign-seats.ts';
import { createEvent, recordEvents } from './devices.change.ts';
import { releaseCounting } from './devices.context.ts';
import type { DeviceRow } from './devices.queries.ts';
import {
  assertIdentifiesMachine,
  findKnownDevice,
  hardwareIdChangeBlockedUntil,
  isBlockedMachine,
  recordKnownDevice,
} from './known-devices.ts';
import {
  endExpiredLeases,
  endLease,
  extendLease,
  findLease,
  insertLease,
  type LeaseRow,
  type LeaseTerm,
  listLeasesOfDevice,
  listNewestLeases,
} from './leases.queries.ts';
import { addToDays } from './license-days.queries.ts';
import { type Machine, type ProductContext, type Refusal, withLockedLicense } from './product-context.ts';
import { isTrialRefused } from './repeated-trials.ts';
import { recordActiveDay } from './reported-devices.queries.ts';

/** How long a lease lasts, and after how long it should be renewed (LIC-18). */
const leaseSeconds = 600;
const renewSeconds = 300;
/** A borrowed lease should be renewed once a day while the device is online. */
const renewBorrowedSeconds = secondsInDay;

interface OpenLease {
  readonly lease: LeaseRow;
  readonly device: DeviceRow;
  readonly license: LicenseRow;
}

export type CheckOut =
  | Refusal
  | { readonly outcome: 'notLent'; readonly license: LicenseRow; readonly mostDays: number }
  | ({ readonly outcome: 'open' } & OpenLease);

export type Renewal =
  | { readonly outcome: 'ended'; readonly license?: LicenseRow }
  | { readonly outcome: 'notActive' | 'blocked'; readonly license: LicenseRow }
  | ({ readonly outcome: 'open' } & OpenLease);

export interface CheckOutRequest {
  readonly requestKey: string;
  readonly borrowDays: number | undefined;
}

export function renewAfterSeconds({ borrowedUntil }: Pick<LeaseRow, 'borrowedUntil'>): number {
  return borrowedUntil ? renewBorrowedSeconds : renewSeconds;
}

function createLeaseTerm({ expiresAt }: LicenseRow, borrowDays: number | undefined): LeaseTerm {
  const isBorrowed = borrowDays !== undefined;
  return { seconds: isBorrowed ? borrowDays * secondsInDay : leaseSeconds, isBorrowed, until: expiresAt };
}

/** Takes a seat of a floating license of the account (LIC-17). The same request key of a device returns the same lease. @throws InvalidInputError (DEV-14); ReleaseLimitError (LIC-12) */
export function checkOutLease(
  context: ProductContext,
  licenseId: number,
  machine: Machine,
  request: CheckOutRequest,
): Promise<CheckOut> {
  return withLockedLicense(context, licenseId, async (on, license): Promise<CheckOut> => {
    if (!isUsable(license, context.catalog.now())) return { outcome: 'notActive', license };
    const mostDays = findPlan(context.products, license)?.borrowDays ?? 0;
    if ((request.borrowDays ?? 0) > mostDays) return { outcome: 'notLent', license, mostDays };
    const known = await findKnownDevice(context, on, license, machine);
    if (await isBlockedMachine(on, license, machine, known)) return { outcome: 'blocked', license };
    assertIdentifiesMachine(machine, known);
    if (!known && (await isTrialRefused(context, on, license, machine.hardwareId)))
      return { outcome: 'trialUsed', license };
    const until = await hardwareIdChangeBlockedUntil(on, license, machine, known);
    if (until) return { outcome: 'tooOften', license, until };
    const saveDevice = known
      ? () => recordKnownDevice(context, on, license, known, machine)
      : () => addReportedDevice(context, on, license, machine);
    return openLease(on, license, { checkOut: request, knownDeviceId: known?.device.id, saveDevice });
  });
}

interface LeaseOpening {
  readonly checkOut: CheckOutRequest;
  readonly knownDeviceId: number | undefined;
  /** Called once the device is known to get a seat. */
  readonly saveDevice: () => Promise<DeviceRow>;
}

/** Ends expired leases first: seats are counted by leases that have not ended, under the license's lock (DEV-4). */
async function openLease(
  on: Queryable,
  license: LicenseRow,
  { checkOut, knownDeviceId, saveDevice }: LeaseOpening,
): Promise<CheckOut> {
  const { requestKey, borrowDays } = checkOut;
  await endExpiredLeases(on, [license.id]);
  const term = createLeaseTerm(license, borrowDays);
  const leases = knownDeviceId === undefined ? [] : await listLeasesOfDevice(on, knownDeviceId);
  const same = leases.find((lease) => lease.requestKey === requestKey);
  const renewed = same && (await extendLease(on, same.id, term));
  const taken = (await updateLeaseCounts(on, [license.id])).get(license.id) ?? 0;
  if (!renewed && license.quantity >= 0 && taken >= license.quantity)
    return { outcome: 'full', license: { ...license, usedQuantity: taken } };
  const device = await saveDevice();
  await recordActiveDay(on, device);
  if (renewed) return { outcome: 'open', lease: renewed, device, license: { ...license, usedQuantity: taken } };
  const lease = await insertLease(on, { licenseId: license.id, deviceId: device.id, requestKey, term });
  const used = (await updateLeaseCounts(on, [license.id])).get(license.id) ?? taken;
  await addToDays(on, [{ licenseId: license.id, sessions: used }]);
  return { outcome: 'open', lease, device, license: { ...license, usedQuantity: used } };
}

/**
 * Renews a lease of the account (LIC-18). The lease ends if its device is blocked or released, if its license is not
 * usable, or if it is one of the newest and there are more leases than seats.
 * @param findLicense returns only licenses that the token may use
 */
export async function renewLease(
  context: ProductContext,
  id: string,
  findLicense: (licenseId: number) => Promise<LicenseRow | undefined>,
): Promise<Renewal> {
  const on = context.database.query;
  const found = await findLease(on, context.accountId, id);
  const license = found && (await findLicense(found.device.licenseId));
  if (!found || !license) return { outcome: 'ended' };
  const { lease, device } = found;
  const isGood = isUsable(license, context.catalog.now()) && !device.blockedAt && !device.releasedAt;
  if (isGood && !hasTooManyLeases(license)) {
    const renewed = await extendLease(on, lease.id, createLeaseTerm(license, undefined));
    return renewed ? { outcome: 'open', lease: renewed, device, license } : { outcome: 'ended', license };
  }
  return renewUnderLock(context, { lease, device, license });
}

const hasTooManyLeases = ({ quantity, usedQuantity }: LicenseRow) => quantity >= 0 && usedQuantity > quantity;

function renewUnderLock(context: ProductContext, { lease, device, license: { id } }: OpenLease): Promise<Renewal> {
  return withLockedLicense(context, id, async (on, license): Promise<Renewal> => {
    await endExpiredLeases(on, [license.id]);
    const reason = await findRenewalRefusal(context, on, license, { lease, device });
    if (reason) await endLease(on, lease.id);
    const renewed = reason ? undefined : await extendLease(on, lease.id, createLeaseTerm(license, undefined));
    const used = (await updateLeaseCounts(on, [license.id])).get(license.id) ?? 0;
    const counted = { ...license, usedQuantity: used };
    if (reason) return { outcome: reason, license: counted };
    return renewed ? { outcome: 'open', lease: renewed, device, license: counted } : { outcome: 'ended', license };
  }).then((renewal) => (renewal.outcome === 'gone' ? { outcome: 'ended' } : renewal));
}

async function findRenewalRefusal(
  { catalog }: ProductContext,
  on: Queryable,
  license: LicenseRow,
  { lease, device }: Pick<OpenLease, 'lease' | 'device'>,
): Promise<'notActive' | 'blocked' | 'ended' | undefined> {
  if (!isUsable(license, catalog.now())) return 'notActive';
  if (device.blockedAt) return 'blocked';
  if (device.releasedAt) return 'ended';
  if (license.quantity < 0) return undefined;
  const taken = (await updateLeaseCounts(on, [license.id])).get(license.id) ?? 0;
  const surplus = taken - license.quantity;
  const newest = surplus > 0 ? await listNewestLeases(on, license.id, surplus) : [];
  return newest.includes(lease.id) ? 'ended' : undefined;
}

/**
 * Ends a lease of the account and frees its seat (LIC-17). A borrowed one uses a release; without any left, it keeps its seat until it ends. Does nothing
 * if it has ended or is another account's.
 */
export async function returnLease(
  context: ProductContext,
  id: string,
  isOfProduct: (licenseId: number) => Promise<boolean>,
): Promise<void> {
  const found = await findLease(context.database.query, context.accountId, id);
  if (!found || found.lease.endedAt || !(await isOfProduct(found.device.licenseId))) return;
  await withLockedLicense(context, found.device.licenseId, async (on, license) => {
    await endExpiredLeases(on, [license.id]);
    const current = await findLease(on, context.accountId, id);
    if (current && !current.lease.endedAt && (await useReleaseOfBorrowed(context, on, license, current)))
      await endLease(on, id);
    await updateLeaseCounts(on, [license.id]);
  });
}

/** @returns whether the lease may end: it is not borrowed, or a release was left */
async function useReleaseOfBorrowed(
  context: ProductContext,
  on: Queryable,
  license: LicenseRow,
  { lease, device }: Pick<OpenLease, 'lease' | 'device'>,
): Promise<boolean> {
  if (!lease.borrowedUntil || lease.borrowedUntil <= context.catalog.now()) return true;
  if ((await getReleases(on, license, releaseCounting(context))).left <= 0) return false;
  const returned = createEvent(context, device, 'sessionEnded', { countsAsRelease: true });
  await recordEvents(context, on, 'deviceSessionEnded', [returned]);
  return true;
}
