import { secondsInDay } from 'date-fns/constants';
import type { Queryable } from '../../core/db/database.ts';
import { type LicenseRow, lockLicense } from '../licenses/licenses.queries.ts';
import { isUsable } from '../licenses/licenses.rules.ts';
import { addReportedDevice } from './activate.ts';
import { type DeviceRow, wasBlocked } from './devices.queries.ts';
import { findKnownDevice, hardwareIdChangeBlockedUntil, recordKnownDevice } from './known-devices.ts';
import { updateLeaseCounts } from './lease-counts.ts';
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
import {
  type Machine,
  maxBorrowDays,
  type ProductContext,
  type Refusal,
  withLockedLicense,
} from './product-context.ts';
import { recordActiveDay } from './reported-devices.queries.ts';

/** Seconds that a session lasts without being renewed, and after which it should be (LIC-18). */
const leaseSeconds = 600;
const renewSeconds = 300;
/** A borrowed session should be renewed once a day where there is a network. */
const renewBorrowedSeconds = secondsInDay;

interface OpenLease {
  readonly session: LeaseRow;
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

/** Seconds after which a session should be renewed. */
export function renewAfterSeconds({ borrowedUntil }: Pick<LeaseRow, 'borrowedUntil'>): number {
  return borrowedUntil ? renewBorrowedSeconds : renewSeconds;
}

function createLeaseTerm({ expiresAt }: LicenseRow, borrowDays: number | undefined): LeaseTerm {
  const isBorrowed = borrowDays !== undefined;
  return { seconds: isBorrowed ? borrowDays * secondsInDay : leaseSeconds, isBorrowed, until: expiresAt };
}

/** Takes a place of a floating license of the account (LIC-17). The same request key of a device is the same session. */
export function checkOutLease(
  context: ProductContext,
  licenseId: number,
  machine: Machine,
  request: CheckOutRequest,
): Promise<CheckOut> {
  const lock = (on: Queryable) => lockLicense(on, context.accountId, licenseId);
  return withLockedLicense(context, lock, async (on, license): Promise<CheckOut> => {
    if (!isUsable(license, context.catalog.now())) return { outcome: 'notActive', license };
    const mostDays = maxBorrowDays(context, license);
    if ((request.borrowDays ?? 0) > mostDays) return { outcome: 'notLent', license, mostDays };
    const known = await findKnownDevice(context, on, license, machine);
    const isBlocked = known ? known.device.blockedAt !== null : await wasBlocked(on, license.id, machine.hardwareId);
    if (isBlocked) return { outcome: 'blocked', license };
    const until = await hardwareIdChangeBlockedUntil(on, license, machine, known);
    if (until) return { outcome: 'tooOften', license, until };
    const keep = known
      ? () => recordKnownDevice(context, on, license, known, machine)
      : () => addReportedDevice(context, on, license, machine);
    return openLease(on, license, { checkingOut: request, knownId: known?.device.id, keep });
  });
}

interface LeaseOpening {
  readonly checkingOut: CheckOutRequest;
  readonly knownId: number | undefined;
  /** Writes the device, once it is known to have a place. */
  readonly keep: () => Promise<DeviceRow>;
}

/** Sessions that ran out are ended first: places are counted by what has not ended, under the license's lock (DEV-4). */
async function openLease(
  on: Queryable,
  license: LicenseRow,
  { checkingOut, knownId, keep }: LeaseOpening,
): Promise<CheckOut> {
  const { requestKey, borrowDays } = checkingOut;
  await endExpiredLeases(on, [license.id]);
  const lease = createLeaseTerm(license, borrowDays);
  const sessions = knownId === undefined ? [] : await listLeasesOfDevice(on, knownId);
  const same = sessions.find((session) => session.requestKey === requestKey);
  const renewed = same && (await extendLease(on, same.id, lease));
  const taken = (await updateLeaseCounts(on, [license.id])).get(license.id) ?? 0;
  if (!renewed && license.quantity >= 0 && taken >= license.quantity)
    return { outcome: 'full', license: { ...license, usedQuantity: taken } };
  const device = await keep();
  await recordActiveDay(on, device);
  if (renewed) return { outcome: 'open', session: renewed, device, license: { ...license, usedQuantity: taken } };
  const session = await insertLease(on, { licenseId: license.id, deviceId: device.id, requestKey, lease });
  const used = (await updateLeaseCounts(on, [license.id])).get(license.id) ?? taken;
  await addToDays(on, [{ licenseId: license.id, sessions: used }]);
  return { outcome: 'open', session, device, license: { ...license, usedQuantity: used } };
}

/**
 * Renews a session of the account (LIC-18). It ends where its device is blocked or released, its license is not usable, or there are more sessions than
 * places: the newest first.
 * @param isOfProduct whether the token may know the license
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
  const { session, device } = found;
  const isGood = isUsable(license, context.catalog.now()) && !device.blockedAt && !device.releasedAt;
  if (isGood && !hasTooManyLeases(license)) {
    const renewed = await extendLease(on, session.id, createLeaseTerm(license, undefined));
    return renewed ? { outcome: 'open', session: renewed, device, license } : { outcome: 'ended', license };
  }
  return renewUnderLock(context, { session, device, license });
}

const hasTooManyLeases = ({ quantity, usedQuantity }: LicenseRow) => quantity >= 0 && usedQuantity > quantity;

function renewUnderLock(context: ProductContext, { session, device, license: { id } }: OpenLease): Promise<Renewal> {
  const lock = (on: Queryable) => lockLicense(on, context.accountId, id);
  return withLockedLicense(context, lock, async (on, license): Promise<Renewal> => {
    await endExpiredLeases(on, [license.id]);
    const reason = await findRenewalRefusal(context, on, license, { session, device });
    if (reason) await endLease(on, session.id);
    const renewed = reason ? undefined : await extendLease(on, session.id, createLeaseTerm(license, undefined));
    const used = (await updateLeaseCounts(on, [license.id])).get(license.id) ?? 0;
    const counted = { ...license, usedQuantity: used };
    if (reason) return { outcome: reason, license: counted };
    return renewed ? { outcome: 'open', session: renewed, device, license: counted } : { outcome: 'ended', license };
  }).then((renewal) => (renewal.outcome === 'gone' ? { outcome: 'ended' } : renewal));
}

async function findRenewalRefusal(
  { catalog }: ProductContext,
  on: Queryable,
  license: LicenseRow,
  { session, device }: Pick<OpenLease, 'session' | 'device'>,
): Promise<'notActive' | 'blocked' | 'ended' | undefined> {
  if (!isUsable(license, catalog.now())) return 'notActive';
  if (device.blockedAt) return 'blocked';
  if (device.releasedAt) return 'ended';
  if (license.quantity < 0) return undefined;
  const taken = (await updateLeaseCounts(on, [license.id])).get(license.id) ?? 0;
  const surplus = taken - license.quantity;
  const newest = surplus > 0 ? await listNewestLeases(on, license.id, surplus) : [];
  return newest.includes(session.id) ? 'ended' : undefined;
}

/** Ends a session of the account and gives its place back (LIC-17). There is nothing to do for one that has ended, and for another account's. */
export async function returnLease(
  context: ProductContext,
  id: string,
  isOfProduct: (licenseId: number) => Promise<boolean>,
): Promise<void> {
  const found = await findLease(context.database.query, context.accountId, id);
  if (!found || found.session.endedAt || !(await isOfProduct(found.device.licenseId))) return;
  const lock = (on: Queryable) => lockLicense(on, context.accountId, found.device.licenseId);
  await withLockedLicense(context, lock, async (on, license) => {
    await endLease(on, id);
    await endExpiredLeases(on, [license.id]);
    await updateLeaseCounts(on, [license.id]);
  });
}
