import type { DeviceDetails, devices as endpoints, ParsedRequestOf } from '@portico/contract';
import type { Queryable } from '../../core/db/database.ts';
import { LicenseNotActiveError } from '../licenses/licenses.errors.ts';
import type { LicenseRow } from '../licenses/licenses.queries.ts';
import { isUsable } from '../licenses/licenses.rules.ts';
import { countsAsRelease } from '../releases/releases.rules.ts';
import { assertReleaseLeft } from '../releases/releases.service.ts';
import { deviceStatusBySeat } from './device-status.ts';
import {
  assertHardwareIdFree,
  changeDevices,
  createEvent,
  lockDevice,
  recordEvents,
  updateSeats,
} from './devices.change.ts';
import { type CallContext, type DeviceChangeContext, releaseCounting } from './devices.context.ts';
import { DeviceConflictError, FloatingLicenseError } from './devices.errors.ts';
import { type DeviceRow, findDevice, insertReplacement, listWithoutSeat, updateDevice } from './devices.queries.ts';
import { describeDevice } from './devices.service.ts';
import { deleteFingerprints } from './fingerprints.queries.ts';
import { endLeasesOfDevice, listBorrowing } from './leases.queries.ts';

type Release = ParsedRequestOf<typeof endpoints.release>['body'];
type Replacement = ParsedRequestOf<typeof endpoints.replace>['body'];

/** A device of a locked license, and what releasing it means. */
interface PreparedRelease {
  readonly device: DeviceRow;
  readonly license: LicenseRow;
  readonly hasSeat: boolean;
  readonly countsAsRelease: boolean;
}

/** Frees the seat of a device (DEV-7). @throws DeviceConflictError if released; LicenseNotActiveError if the license is canceled; ReleaseLimitError (DEV-9) */
export function releaseDevice(context: CallContext, id: number, { reason }: Release): Promise<DeviceDetails> {
  return changeDevices(context, async (context, transaction) => {
    const { device, license } = await lockDevice(context, transaction, id);
    if (!device.releasedAt && license.status === 3) throw new LicenseNotActiveError();
    const releasing = await prepareRelease(context, transaction, { device, license });
    const released = await markReleased(context, transaction, device);
    await updateSeats(transaction, license, -1);
    const { countsAsRelease } = releasing;
    const event = createEvent(context, device, 'released', { reason, countsAsRelease });
    await recordEvents(context, transaction, 'deviceReleased', [event]);
    return describeDevice(context, transaction, released, license);
  });
}

/**
 * Gives the seat of a device to a new one (DEV-8).
 * @returns the new device
 * @throws as `releaseDevice`; LicenseNotActiveError also if the license is expired or pending; InvalidInputError naming the field
 */
export function replaceDevice(
  context: CallContext,
  id: number,
  { name, hardwareId, reason }: Replacement,
): Promise<DeviceDetails> {
  return changeDevices(context, async (context, transaction) => {
    const { device, license } = await lockDevice(context, transaction, id);
    if (device.releasedAt) throw new DeviceConflictError('device.released');
    if (license.licenseModel === 1) throw new FloatingLicenseError('');
    if (!isUsable(license, context.catalog.now())) throw new LicenseNotActiveError();
    await assertHardwareIdFree(context, transaction, license, hardwareId);
    const { hasSeat, countsAsRelease } = await prepareRelease(context, transaction, { device, license });
    await markReleased(context, transaction, device);
    const status = deviceStatusBySeat({ firstSeenAt: null, blockedAt: null, releasedAt: null }, license, hasSeat);
    const added = await insertReplacement(transaction, device, { name, hardwareId, status });
    await updateSeats(transaction, license, 0);
    await recordEvents(context, transaction, 'deviceReplaced', [
      createEvent(context, device, 'replaced', { reason, countsAsRelease, detail: { replacedBy: hardwareId } }),
      createEvent(context, added, 'added'),
    ]);
    const placed = (await findDevice(transaction, context.accountId, added.id)) as DeviceRow;
    return describeDevice(context, transaction, placed, license);
  });
}

/** @throws DeviceConflictError if the device is released; ReleaseLimitError if it would use a release and none is left */
export async function prepareRelease(
  context: Pick<DeviceChangeContext, 'catalog' | 'products' | 'isPublicToken'>,
  on: Queryable,
  { device, license }: { device: DeviceRow; license: LicenseRow },
): Promise<PreparedRelease> {
  if (device.releasedAt) throw new DeviceConflictError('device.released');
  const hasSeat = !(await listWithoutSeat(on, license, [device.id])).has(device.id);
  const isBorrowing = (await listBorrowing(on, [device.id])).has(device.id);
  const counts = countsAsRelease(device, license, { hasSeat, isBorrowing });
  const releasing = { device, license, hasSeat, countsAsRelease: counts };
  if (counts) await assertReleaseLeft(on, license, releaseCounting(context));
  return releasing;
}

/**
 * Marks the device as released and ends its leases. A blocked device keeps its fingerprints, so that it stays blocked
 * (DEV-11).
 */
export async function markReleased(
  { catalog }: Pick<DeviceChangeContext, 'catalog'>,
  on: Queryable,
  { id, blockedAt }: DeviceRow,
): Promise<DeviceRow> {
  await endLeasesOfDevice(on, id);
  if (!blockedAt) await deleteFingerprints(on, id);
  return updateDevice(on, id, { status: 5, releasedAt: catalog.now() });
}
