import { isPlaceholderId } from '@portico/contract';
import type { Changes } from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { can } from '../../core/http/access.ts';
import { InvalidInputError, NotFoundError } from '../../core/http/app-error.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { MessageKey } from '../../core/messages/index.ts';
import { type LicenseRow, lockLicense, updateSeatCounts } from '../licenses/licenses.queries.ts';
import { assignSeats, updateLeaseCounts } from './assign-seats.ts';
import type { CallContext, DeviceCallContext, DeviceChangeContext } from './devices.context.ts';
import {
  type DeviceRow,
  findDevice,
  hasHardwareId,
  insertEvents,
  type NewDeviceEvent,
  wasBlocked,
} from './devices.queries.ts';
import { endExpiredLeases } from './leases.queries.ts';
import { isTrialRefused } from './repeated-trials.ts';

/**
 * @throws InvalidInputError if many machines report the hardware ID (DEV-14), the license has it, it last released it
 * blocked and the user may not unblock devices (DEV-11), or its trial is refused to the machine (TRL-13)
 */
export async function assertHardwareIdFree(
  context: DeviceCallContext,
  on: Queryable,
  license: LicenseRow,
  hardwareId: string,
  exceptId?: number,
): Promise<void> {
  const refuse = (key: MessageKey) => new InvalidInputError({ hardwareId: [{ key }] });
  if (isPlaceholderId(hardwareId)) throw refuse('device.placeholder');
  // A hardware ID is unique within a license, and may be on several licenses (DEV-1).
  if (await hasHardwareId(on, license.id, hardwareId, exceptId)) throw refuse('device.taken');
  if (!can('devices.block', context.session) && (await wasBlocked(on, license.id, hardwareId)))
    throw refuse('device.blocked');
  if (await isTrialRefused(context, on, license, hardwareId)) throw refuse('device.trialUsed');
}

/**
 * The maximum number of changes per account and hour (LIM-8). Each is recorded in a history and in the audit log,
 * which only grow.
 */
const changeLimit = defineLimit('device-change', 1_000, 3_600);

/** Runs a change in one transaction, with the catalog's products. @throws TooManyRequestsError; the errors of the change */
export async function changeDevices<Result>(
  context: CallContext,
  change: (context: DeviceCallContext, transaction: Queryable) => Promise<Result>,
): Promise<Result> {
  await changeLimit.take(context.database, context.accountId);
  const products = await context.catalog.findProducts();
  return context.database.transaction((transaction) => change({ ...context, products }, transaction));
}

/** Finds a device and locks its license until the transaction ends (DEV-4). @throws NotFoundError also for another account's device */
export async function lockDevice(
  { accountId }: Pick<DeviceChangeContext, 'accountId'>,
  on: Queryable,
  id: number,
): Promise<{ device: DeviceRow; license: LicenseRow }> {
  const found = await findDevice(on, accountId, id);
  const license = found && (await lockLicense(on, accountId, found.licenseId));
  // Read again: it may have changed before the license was locked.
  const device = license && (await findDevice(on, accountId, id));
  if (!device) throw new NotFoundError();
  return { device, license };
}

type DeviceChange = `device${'Added' | 'Changed' | 'Released' | 'Replaced' | 'Blocked' | 'Unblocked' | 'SessionEnded'}`;

/** Writes the events of a change, and one audit event about the first of them. */
export async function recordEvents(
  { audit, actor, token }: Pick<DeviceChangeContext, 'audit' | 'actor' | 'token'>,
  on: Queryable,
  kind: DeviceChange,
  events: readonly [NewDeviceEvent, ...NewDeviceEvent[]],
  changes?: Changes,
): Promise<void> {
  await insertEvents(on, events);
  const [{ deviceId, licenseId }] = events;
  const detail = { deviceId, licenseId, ...(token !== undefined && { token }), ...(changes && { changes }) };
  await audit.record({ ...actor, kind, detail }, on);
}

/**
 * An event with its user, and with the operator who acts as that user (DEV-13). A product has no user (LIC-14). A release that counts is marked if a
 * public token made it (LIC-11).
 */
export function createEvent(
  { actor, isPublicToken }: Pick<DeviceChangeContext, 'actor' | 'isPublicToken'>,
  { id, licenseId }: DeviceRow,
  kind: NewDeviceEvent['kind'],
  more: Pick<NewDeviceEvent, 'reason' | 'countsAsRelease' | 'detail'> = {},
): NewDeviceEvent {
  const actingUserId = actor.realUserId === actor.userId ? null : actor.realUserId;
  const detail = { ...(more.detail as object | undefined), byPublicToken: true };
  return {
    ...{ deviceId: id, licenseId, kind, userId: actor.userId, actingUserId, ...more },
    ...(more.countsAsRelease && isPublicToken && { detail }),
  };
}

/**
 * Updates the seats of a license that has gained `added` devices. A freed seat goes to the first device without one. On a floating license, leases are counted.
 */
export async function updateSeats(on: Queryable, license: LicenseRow, added: 1 | 0 | -1): Promise<void> {
  if (license.licenseModel === 1) {
    await endExpiredLeases(on, [license.id]);
    await updateLeaseCounts(on, [license.id]);
    return;
  }
  if (license.exceededQuantity > 0) return assignSeats(on, [license]);
  if (added !== 0)
    await updateSeatCounts(on, [{ licenseId: license.id, used: license.usedQuantity + added, exceeded: 0 }]);
}
