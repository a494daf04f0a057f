import type { DeviceDetails, devices as endpoints, ParsedRequestOf } from '@portico/contract';
import type { Queryable } from '../../core/db/database.ts';
import { LicenseNotActiveError } from '../licenses/licenses.errors.ts';
import type { LicenseRow } from '../licenses/licenses.queries.ts';
import { isUsable } from '../licenses/licenses.rules.ts';
import { countsAsRelease } from '../releases/releases.rules.ts';
import { assertReleaseLeft } from '../releases/releases.service.ts';
import { changeDevices, checkHardwareId, eventOf, keepPlaces, openLocked, record } from './devices.change.ts';
import { type Asking, type Changing, releaseCounting } from './devices.context.ts';
import { DeviceConflictError, FloatingLicenseError } from './devices.errors.ts';
import { type DeviceRow, findDevice, insertReplacement, listWithoutPlace, updateDevice } from './devices.queries.ts';
import { describeDevice } from './devices.service.ts';
import { forgetParts } from './fingerprints.queries.ts';
import { statusWith } from './places.ts';
import { endSessionsOfDevice, listBorrowing } from './sessions.queries.ts';

type Release = ParsedRequestOf<typeof endpoints.release>['body'];
type Replacement = ParsedRequestOf<typeof endpoints.replace>['body'];

/** A device of a license that is locked, and what a release of it means. */
interface Releasing {
  readonly device: DeviceRow;
  readonly license: LicenseRow;
  readonly hasPlace: boolean;
  readonly countsAsRelease: boolean;
}

/**
 * Frees the place of a device (DEV-7).
 * @throws DeviceConflictError when it is released; LicenseNotActiveError on a canceled license; ReleaseLimitError (DEV-9).
 */
export function releaseDevice(asking: Asking, id: number, { reason }: Release): Promise<DeviceDetails> {
  return changeDevices(asking, async (context, transaction) => {
    const { device, license } = await openLocked(context, transaction, id);
    if (!device.releasedAt && license.status === 3) throw new LicenseNotActiveError();
    const releasing = await prepareRelease(context, transaction, { device, license });
    const released = await release(context, transaction, device);
    await keepPlaces(transaction, license, -1);
    const { countsAsRelease } = releasing;
    const event = eventOf(context, device, 'released', { reason, countsAsRelease });
    await record(context, transaction, 'deviceReleased', [event]);
    return describeDevice(context, transaction, released, license);
  });
}

/**
 * Moves the place of a device to another one (DEV-8).
 * @returns the other one
 * @throws as `releaseDevice`; LicenseNotActiveError also on an expired or pending license; InvalidInputError naming the field.
 */
export function replaceDevice(
  asking: Asking,
  id: number,
  { name, hardwareId, reason }: Replacement,
): Promise<DeviceDetails> {
  return changeDevices(asking, async (context, transaction) => {
    const { device, license } = await openLocked(context, transaction, id);
    if (device.releasedAt) throw new DeviceConflictError('device.released');
    if (license.licenseModel === 1) throw new FloatingLicenseError('');
    if (!isUsable(license, context.catalog.now())) throw new LicenseNotActiveError();
    await checkHardwareId(context, transaction, license, hardwareId);
    const { hasPlace, countsAsRelease } = await prepareRelease(context, transaction, { device, license });
    await release(context, transaction, device);
    const status = statusWith({ firstSeenAt: null, blockedAt: null, releasedAt: null }, license, hasPlace);
    const added = await insertReplacement(transaction, device, { name, hardwareId, status });
    await keepPlaces(transaction, license, 0);
    await record(context, transaction, 'deviceReplaced', [
      eventOf(context, device, 'replaced', { reason, countsAsRelease, detail: { replacedBy: hardwareId } }),
      eventOf(context, added, 'added'),
    ]);
    const placed = (await findDevice(transaction, context.accountId, added.id)) as DeviceRow;
    return describeDevice(context, transaction, placed, license);
  });
}

/** @throws DeviceConflictError when the device is released; ReleaseLimitError when it would use a release and none is left. */
export async function prepareRelease(
  context: Pick<Changing, 'catalog' | 'products' | 'isPublicToken'>,
  on: Queryable,
  { device, license }: { device: DeviceRow; license: LicenseRow },
): Promise<Releasing> {
  if (device.releasedAt) throw new DeviceConflictError('device.released');
  const hasPlace = !(await listWithoutPlace(on, license, [device.id])).has(device.id);
  const isBorrowing = (await listBorrowing(on, [device.id])).has(device.id);
  const counts = countsAsRelease(device, license, { hasSeat: hasPlace, isBorrowing });
  const releasing = { device, license, hasPlace, countsAsRelease: counts };
  if (counts) await assertReleaseLeft(on, license, releaseCounting(context));
  return releasing;
}

/** Its sessions end with it. What a blocked one is known by stays, as its block does (DEV-11). */
export async function release(
  { catalog }: Pick<Changing, 'catalog'>,
  on: Queryable,
  { id, blockedAt }: DeviceRow,
): Promise<DeviceRow> {
  await endSessionsOfDevice(on, id);
  if (!blockedAt) await forgetParts(on, id);
  return updateDevice(on, id, { status: 5, releasedAt: catalog.now() });
}
