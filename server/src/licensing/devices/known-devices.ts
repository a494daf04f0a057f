import { isPlaceholderId } from '@portico/contract';
import type { Queryable } from '../../core/db/database.ts';
import { InvalidInputError } from '../../core/http/app-error.ts';
import type { LicenseRow } from '../licenses/licenses.queries.ts';
import { assertReleaseLeft } from '../releases/releases.service.ts';
import { createEvent, recordEvents } from './devices.change.ts';
import { releaseCounting } from './devices.context.ts';
import {
  type DeviceRow,
  findDevice,
  insertEvents,
  type NewDeviceEvent,
  updateDevice,
  wasBlocked,
} from './devices.queries.ts';
import { findDeviceByFingerprints, replaceFingerprints } from './fingerprints.queries.ts';
import { listBorrowing } from './leases.queries.ts';
import { type KnownDevice, type Machine, type ProductContext, withLockedLicense } from './product-context.ts';
import { findOnLicense, listActivationsOfHour, listEditsOfHour } from './reported-devices.queries.ts';

/** How often per hour a hardware ID may be activated again on a license, or a device may change its hardware ID (LIC-8). */
const maxChangesAnHour = 10;
const hourMilliseconds = 3_600_000;

/** Fingerprints that must match if the catalog no longer has the product. */
const defaultMatches = 3;

/**
 * Finds a machine's device on a license: by its hardware ID, otherwise by its fingerprints (LIC-12). Call it with the
 * license locked.
 */
export async function findKnownDevice(
  context: ProductContext,
  on: Queryable,
  license: LicenseRow,
  { hardwareId, hashedFingerprints = [] }: Machine,
): Promise<KnownDevice | undefined> {
  const device = await findOnLicense(on, license.id, hardwareId);
  if (device) return { device, isRecognized: false };
  const matches = context.products.get(license.productId)?.fingerprintMatches ?? defaultMatches;
  const id = await findDeviceByFingerprints(on, license.id, hashedFingerprints, matches);
  const recognized = id === undefined ? undefined : await findDevice(on, context.accountId, id);
  return recognized && { device: recognized, isRecognized: true };
}

/** Whether a machine may not use the license: its device is blocked, or its hardware ID was when it was last released (DEV-11). */
export async function isBlockedMachine(
  on: Queryable,
  license: LicenseRow,
  { hardwareId }: Machine,
  known: KnownDevice | undefined,
): Promise<boolean> {
  if (known?.device.blockedAt) return true;
  return known && !known.isRecognized ? false : wasBlocked(on, license.id, hardwareId);
}

/**
 * Whether a recognized device may continue to work without a connection under its former hardware ID: a signed file
 * covers it, or it borrowed its lease. Its new hardware ID then uses a release (LIC-12).
 */
async function worksOffline(on: Queryable, { device, isRecognized }: KnownDevice): Promise<boolean> {
  return isRecognized && (device.filedAt !== null || (await listBorrowing(on, [device.id])).has(device.id));
}

/** Refuses a new hardware ID that many machines report (DEV-14). A device that has one keeps it. @throws InvalidInputError */
export function assertIdentifiesMachine({ hardwareId }: Machine, known: KnownDevice | undefined): void {
  if ((!known || known.isRecognized) && isPlaceholderId(hardwareId))
    throw new InvalidInputError({ hardwareId: [{ key: 'device.placeholder' }] });
}

/** When the hardware ID may change again; null if it is not rate-limited. */
export async function hardwareIdChangeBlockedUntil(
  on: Queryable,
  license: LicenseRow,
  { hardwareId }: Machine,
  known: KnownDevice | undefined,
): Promise<Date | null> {
  if (known && !known.isRecognized) return null;
  const times = known
    ? await listEditsOfHour(on, known.device.id)
    : await listActivationsOfHour(on, license.id, hardwareId);
  const first = times.at(-maxChangesAnHour);
  return first ? new Date(first.getTime() + hourMilliseconds) : null;
}

/** The columns that a report changes. Data that the account does not share is unchanged. */
function reportedColumns(
  { catalog }: ProductContext,
  device: DeviceRow,
  { productId }: LicenseRow,
  { hardwareId, ipAddress, version, fingerprints }: Machine,
): Parameters<typeof updateDevice>[2] {
  const now = catalog.now();
  return {
    hardwareId,
    ipAddress: device.ipAddress ?? ipAddress,
    firstSeenAt: device.firstSeenAt ?? now,
    lastActivityAt: now,
    ...(device.status === 3 && { status: 0 as const }),
    ...(version !== null && { productUsage: [{ name: productId, version }] }),
    ...(fingerprints !== undefined && { fingerprints: [...fingerprints] }),
  };
}

/**
 * Records a report from a known device. If its parts identified the device, stores its new hardware ID (LIC-12). Call it with the license locked.
 * @throws ReleaseLimitError if the new hardware ID would use a release and none is left
 */
export async function recordKnownDevice(
  context: ProductContext,
  on: Queryable,
  license: LicenseRow,
  known: KnownDevice,
  machine: Machine,
): Promise<DeviceRow> {
  const { device, isRecognized } = known;
  const countsAsRelease = await worksOffline(on, known);
  if (countsAsRelease) await assertReleaseLeft(on, license, releaseCounting(context));
  const saved = await updateDevice(on, device.id, reportedColumns(context, device, license, machine));
  if (machine.hashedFingerprints) await replaceFingerprints(on, saved, machine.hashedFingerprints);
  const seen: NewDeviceEvent[] = device.firstSeenAt ? [] : [createEvent(context, saved, 'seen')];
  if (isRecognized) {
    const changes = { hardwareId: [device.hardwareId, machine.hardwareId] } as const;
    const edited = createEvent(context, saved, 'edited', { countsAsRelease, detail: { changed: ['hardwareId'] } });
    await recordEvents(context, on, 'deviceChanged', [edited, ...seen], changes);
  } else if (seen.length > 0) await insertEvents(on, seen);
  return saved;
}

/**
 * Records the first report of a device, or its new hardware ID (LIC-12). @returns undefined if the license has no such device, or if only an
 * activation may change its hardware ID
 */
export async function recognizeDevice(
  context: ProductContext,
  licenseId: number,
  machine: Machine,
): Promise<DeviceRow | undefined> {
  const device = await withLockedLicense(context, licenseId, async (on, license) => {
    const known = await findKnownDevice(context, on, license, machine);
    if (!known) return undefined;
    const isBlocked = await isBlockedMachine(on, license, machine, known);
    if (isBlocked ? !known.device.blockedAt : await worksOffline(on, known)) return undefined;
    const mayChange =
      !isBlocked &&
      !isPlaceholderId(machine.hardwareId) &&
      !(await hardwareIdChangeBlockedUntil(on, license, machine, known));
    return known.isRecognized && !mayChange ? known.device : recordKnownDevice(context, on, license, known, machine);
  });
  return device && 'outcome' in device ? undefined : device;
}
