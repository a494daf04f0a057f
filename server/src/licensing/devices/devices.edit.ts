import type { DeviceDetails, devices as endpoints, ParsedRequestOf } from '@portico/contract';
import { changesBetween } from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { InvalidInputError } from '../../core/http/app-error.ts';
import { assertFormRevision } from '../../core/http/form-revision.ts';
import type { LicenseRow } from '../licenses/licenses.queries.ts';
import { deviceStatusBySeat } from './device-status.ts';
import {
  assertHardwareIdFree,
  changeDevices,
  createEvent,
  lockDevice,
  recordEvents,
  updateSeats,
} from './devices.change.ts';
import type { CallContext, DeviceCallContext } from './devices.context.ts';
import { DeviceConflictError } from './devices.errors.ts';
import { editableDetails } from './devices.presentation.ts';
import { type DeviceRow, listWithoutSeat, updateDevice } from './devices.queries.ts';
import { isHardwareIdEditable } from './devices.rules.ts';
import { describeDevice } from './devices.service.ts';
import { endLeasesOfDevice } from './leases.queries.ts';

type DeviceEdit = ParsedRequestOf<typeof endpoints.save>['body'];
type Reason = ParsedRequestOf<typeof endpoints.block>['body'];

/** Changes a device's details. @throws DeviceConflictError if it is released; AppError `Conflict` if somebody else changed them (WIRE-23); InvalidInputError if the hardware ID is taken or fixed (DEV-6) */
export function saveDevice(
  context: CallContext,
  id: number,
  { revision, ...edit }: DeviceEdit,
): Promise<DeviceDetails> {
  return changeDevices(context, async (context, transaction) => {
    const { device, license } = await lockDevice(context, transaction, id);
    if (device.releasedAt) throw new DeviceConflictError('device.released');
    const before = editableDetails(device);
    assertFormRevision(revision, before);
    const changed = (['name', 'hardwareId', 'ipAddress', 'comment'] as const).filter(
      (field) => edit[field] !== before[field],
    );
    if (changed.length === 0) return describeDevice(context, transaction, device, license);
    if (changed.includes('hardwareId')) {
      if (!isHardwareIdEditable(device)) {
        const key = device.firstSeenAt ? 'device.seen' : device.filedAt ? 'device.filed' : 'device.blocked';
        throw new InvalidInputError({ hardwareId: [{ key }] });
      }
      await assertHardwareIdFree(context, transaction, license, edit.hardwareId, id);
    }
    const saved = await updateDevice(transaction, id, { ...edit, ipAddress: edit.ipAddress || null });
    const detail = { changed };
    const changes = changesBetween(before, edit, changed);
    await recordEvents(
      context,
      transaction,
      'deviceChanged',
      [createEvent(context, saved, 'edited', { detail })],
      changes,
    );
    return describeDevice(context, transaction, saved, license);
  });
}

/** Blocks a device, which keeps its seat. @throws DeviceConflictError if it is blocked or released */
export function blockDevice(context: CallContext, id: number, { reason }: Reason): Promise<DeviceDetails> {
  return changeDevices(context, async (context, transaction) => {
    const { device, license } = await lockDevice(context, transaction, id);
    if (device.releasedAt) throw new DeviceConflictError('device.released');
    if (device.blockedAt) throw new DeviceConflictError('device.blocked');
    const block = { blockedAt: context.catalog.now(), blockReason: reason };
    return setBlock(context, transaction, { device, license }, { block, reason });
  });
}

/** Unblocks a device. @throws DeviceConflictError if it is not blocked, or released */
export function unblockDevice(context: CallContext, id: number, { reason }: Reason): Promise<DeviceDetails> {
  return changeDevices(context, async (context, transaction) => {
    const { device, license } = await lockDevice(context, transaction, id);
    if (device.releasedAt) throw new DeviceConflictError('device.released');
    if (!device.blockedAt) throw new DeviceConflictError('device.notBlocked');
    const block = { blockedAt: null, blockReason: null };
    return setBlock(context, transaction, { device, license }, { block, reason });
  });
}

async function setBlock(
  context: DeviceCallContext,
  on: Queryable,
  { device, license }: { device: DeviceRow; license: LicenseRow },
  { block, reason }: { block: Pick<DeviceRow, 'blockedAt' | 'blockReason'>; reason: string },
): Promise<DeviceDetails> {
  const withoutSeat = await listWithoutSeat(on, license, [device.id]);
  const status = deviceStatusBySeat({ ...device, ...block }, license, !withoutSeat.has(device.id));
  const changed = await updateDevice(on, device.id, { ...block, status });
  if (license.licenseModel === 1 && block.blockedAt) {
    await endLeasesOfDevice(on, device.id);
    await updateSeats(on, license, 0);
  }
  const [kind, audited] = block.blockedAt
    ? (['blocked', 'deviceBlocked'] as const)
    : (['unblocked', 'deviceUnblocked'] as const);
  await recordEvents(context, on, audited, [createEvent(context, changed, kind, { reason })]);
  return describeDevice(context, on, changed, license);
}
