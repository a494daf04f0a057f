import type { Queryable } from '../../db/database.ts';
import type { LicenseRow } from '../licenses/index.ts';
import { eventOf, record } from './devices.change.ts';
import { type DeviceRow, findDevice, insertEvents, type NewDeviceEvent, updateDevice } from './devices.queries.ts';
import { findByParts, keepParts } from './fingerprints.queries.ts';
import { type ByProduct, type Known, type Machine, productOf } from './product-context.ts';
import { findOnLicense } from './reported-devices.queries.ts';

/** How many fingerprints have to agree where the catalog has no product any more. */
const usualMatches = 3;

/** The device of a license that a machine is: by its hardware ID, else by its fingerprints (LIC-12). Call it with the license locked. */
export async function findKnown(
  context: ByProduct,
  on: Queryable,
  license: LicenseRow,
  { hardwareId, parts = [] }: Machine,
): Promise<Known | undefined> {
  const device = await findOnLicense(on, license.id, hardwareId);
  if (device) return { device, isRecognized: false };
  const matches = productOf(context, license)?.fingerprintMatches ?? usualMatches;
  const id = await findByParts(on, license.id, parts, matches);
  const recognized = id === undefined ? undefined : await findDevice(on, context.accountId, id);
  return recognized && { device: recognized, isRecognized: true };
}

/** What a report changes of a device. What the account does not let be kept stays as it is. */
function reported(
  { catalog }: ByProduct,
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
 * Writes what a product reports of a device that its license knows: that it was seen, and its new hardware ID where it was recognized (LIC-12). Call it
 * with the license locked.
 */
export async function keepKnown(
  context: ByProduct,
  on: Queryable,
  license: LicenseRow,
  { device, isRecognized }: Known,
  machine: Machine,
): Promise<DeviceRow> {
  const saved = await updateDevice(on, device.id, reported(context, device, license, machine));
  if (machine.parts) await keepParts(on, saved, machine.parts);
  const seen: NewDeviceEvent[] = device.firstSeenAt ? [] : [eventOf(context, saved, 'seen')];
  if (isRecognized) {
    const changes = { hardwareId: [device.hardwareId, machine.hardwareId] } as const;
    const edited = eventOf(context, saved, 'edited', { detail: { changed: ['hardwareId'] } });
    await record(context, on, 'deviceChanged', [edited, ...seen], changes);
  } else if (seen.length > 0) await insertEvents(on, seen);
  return saved;
}
