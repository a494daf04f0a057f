import type { Queryable } from '../../core/db/database.ts';
import type { LicenseRow } from '../licenses/licenses.queries.ts';
import type { Releases } from '../releases/releases.rules.ts';
import { getReleases } from '../releases/releases.service.ts';
import { updateLeaseCounts } from './assign-seats.ts';
import { createEvent, recordEvents, updateSeats } from './devices.change.ts';
import { releaseCounting } from './devices.context.ts';
import { type DeviceRow, findDevice } from './devices.queries.ts';
import { markReleased, prepareRelease } from './devices.release.ts';
import { endExpiredLeases, endLeasesOfDevice, listBorrowing, listLeasesOfDevice } from './leases.queries.ts';
import { addToDays } from './license-days.queries.ts';
import { type ProductContext, withLockedLicense } from './product-context.ts';
import { type Evictable, listEvictable, listWithLeases } from './reported-devices.queries.ts';

export type Deactivation =
  | { readonly outcome: 'released' | 'gone' }
  | { readonly outcome: 'notActive' | 'blocked' | 'notFull'; readonly license: LicenseRow };

/** The maximum number of devices that an answer lists. */
const maxListed = 20;

/** Releases a device for its own product (LIC-10). With a borrowed lease, this uses a release (LIC-17). @throws ReleaseLimitError */
export function deactivateDevice(context: ProductContext, device: DeviceRow): Promise<Deactivation> {
  return withActiveDevice(context, device, (on, license, current) =>
    releaseInTransaction(context, on, { license, device: current }),
  );
}

/**
 * Like `deactivateDevice`, in the caller's transaction, which has locked the license.
 * @throws ReleaseLimitError
 */
export async function releaseInTransaction(
  context: ProductContext,
  on: Queryable,
  { license, device }: Pick<Release, 'license' | 'device'>,
): Promise<Deactivation> {
  const { countsAsRelease } = await prepareRelease(context, on, { device, license });
  return releaseAndRecord(context, on, { license, device, countsAsRelease });
}

/**
 * Releases a device, or ends its leases on a floating license, to free a seat for another (LIC-11). A device with a borrowed lease is released,
 * because it continues offline.
 * @param isLimited whether this is refused while a seat is free
 * @throws ReleaseLimitError
 */
export function evictDevice(
  context: ProductContext,
  device: DeviceRow,
  { isLimited, replacedBy }: { readonly isLimited: boolean; readonly replacedBy: string | undefined },
): Promise<Deactivation> {
  return withActiveDevice(context, device, async (on, license, current) => {
    const isFloating = license.licenseModel === 1;
    const leases = isFloating ? await listLeasesOfDevice(on, current.id) : [];
    if (isFloating && leases.length === 0) return { outcome: 'released' };
    if (isLimited && !(await isFull(on, license))) return { outcome: 'notFull', license };
    if (isFloating && !(await listBorrowing(on, [current.id])).has(current.id)) {
      await endLeasesOfDevice(on, current.id);
      await updateSeats(on, license, -1);
      const ended = createEvent(context, current, 'sessionEnded', { detail: evictionDetail(replacedBy) });
      await recordEvents(context, on, 'deviceSessionEnded', [ended]);
      return { outcome: 'released' };
    }
    const { countsAsRelease } = await prepareRelease(context, on, { device: current, license });
    return releaseAndRecord(context, on, { license, device: current, countsAsRelease, replacedBy });
  });
}

function withActiveDevice(
  context: ProductContext,
  { id, licenseId }: DeviceRow,
  change: (on: Queryable, license: LicenseRow, device: DeviceRow) => Promise<Deactivation>,
): Promise<Deactivation> {
  return withLockedLicense(context, licenseId, async (on, license): Promise<Deactivation> => {
    const device = await findDevice(on, context.accountId, id);
    if (!device || device.licenseId !== license.id) return { outcome: 'gone' };
    if (device.releasedAt) return { outcome: 'released' };
    if (license.status === 3) return { outcome: 'notActive', license };
    return device.blockedAt ? { outcome: 'blocked', license } : change(on, license, device);
  });
}

interface Release {
  readonly license: LicenseRow;
  readonly device: DeviceRow;
  readonly countsAsRelease: boolean;
  readonly replacedBy?: string | undefined;
}

async function releaseAndRecord(
  context: ProductContext,
  on: Queryable,
  { license, device, countsAsRelease, replacedBy }: Release,
): Promise<Deactivation> {
  await markReleased(context, on, device);
  await updateSeats(on, license, -1);
  const detail = evictionDetail(replacedBy);
  await recordEvents(context, on, 'deviceReleased', [
    createEvent(context, device, 'released', { countsAsRelease, detail }),
  ]);
  await addToDays(on, [{ licenseId: license.id, deactivations: 1 }]);
  return { outcome: 'released' };
}

/** The hardware ID of the device that requested the seat, for the event. */
function evictionDetail(hardwareId: string | undefined): { readonly askedBy?: string } {
  return hardwareId === undefined ? {} : { askedBy: hardwareId };
}

/** Whether every seat is taken. Expired leases take none. */
async function isFull(on: Queryable, license: LicenseRow): Promise<boolean> {
  if (license.quantity < 0) return false;
  if (license.licenseModel === 0) return license.usedQuantity + license.exceededQuantity >= license.quantity;
  await endExpiredLeases(on, [license.id]);
  return ((await updateLeaseCounts(on, [license.id])).get(license.id) ?? 0) >= license.quantity;
}

/** The devices that could free a seat of a full license, and the releases that are left. */
export async function findEvictableDevices(
  context: ProductContext,
  license: LicenseRow,
): Promise<{ readonly devices: readonly Evictable[]; readonly releases: Releases }> {
  const on = context.database.query;
  const list = license.licenseModel === 1 ? listWithLeases : listEvictable;
  const [devices, releases] = await Promise.all([
    list(on, license.id, maxListed),
    getReleases(on, license, releaseCounting(context)),
  ]);
  return { devices, releases };
}
