import type { Queryable } from '../../core/db/database.ts';
import type { LicenseRow } from '../licenses/licenses.queries.ts';
import { hasFreeSeat, isUsable } from '../licenses/licenses.rules.ts';
import { createEvent, recordEvents, updateSeats } from './devices.change.ts';
import { type DeviceRow, findDevice, listWithoutSeat } from './devices.queries.ts';
import { markReleased, prepareRelease } from './devices.release.ts';
import { replaceFingerprints } from './fingerprints.queries.ts';
import {
  assertIdentifiesMachine,
  findKnownDevice,
  hardwareIdChangeBlockedUntil,
  isBlockedMachine,
  recordKnownDevice,
} from './known-devices.ts';
import { addToDays } from './license-days.queries.ts';
import {
  type KnownDevice,
  type Machine,
  type ProductContext,
  type Refusal,
  withLockedLicense,
} from './product-context.ts';
import { isTrialRefused } from './repeated-trials.ts';
import { inheritSeat, insertReportedDevice, recordActiveDay } from './reported-devices.queries.ts';

/** The maximum number of characters in a name. */
const maxNameLength = 100;

export type Activation =
  | Refusal
  | {
      readonly outcome: 'activated' | 'already' | 'recognized';
      readonly device: DeviceRow;
      readonly license: LicenseRow;
    };

interface ActivationRequest {
  readonly on: Queryable;
  readonly license: LicenseRow;
  readonly machine: Machine;
  /** The device that loses its seat if no other seat is free. */
  readonly replaces: number | undefined;
}

/** Puts a device on a host-locked license, and releases the device that it replaces, in one transaction (LIC-10, LIC-11). @throws ReleaseLimitError; InvalidInputError (DEV-14) */
export function activateDevice(
  context: ProductContext,
  licenseId: number,
  machine: Machine,
  replaces?: number,
): Promise<Activation> {
  return withLockedLicense(context, licenseId, (on, license) => activate(context, { on, license, machine, replaces }));
}

/** Like `activateDevice`, in the caller's transaction, which has locked the license. */
export function activateInTransaction(
  context: ProductContext,
  on: Queryable,
  license: LicenseRow,
  machine: Machine,
): Promise<Activation> {
  return activate(context, { on, license, machine, replaces: undefined });
}

async function activate(context: ProductContext, request: ActivationRequest): Promise<Activation> {
  const { on, license, machine } = request;
  if (!isUsable(license, context.catalog.now())) return { outcome: 'notActive', license };
  const known = await findKnownDevice(context, on, license, machine);
  if (await isBlockedMachine(on, license, machine, known)) return { outcome: 'blocked', license };
  assertIdentifiesMachine(machine, known);
  if (!known && (await isTrialRefused(context, on, license, machine.hardwareId)))
    return { outcome: 'trialUsed', license };
  const until = await hardwareIdChangeBlockedUntil(on, license, machine, known);
  if (until) return { outcome: 'tooOften', license, until };
  return known ? activateKnownDevice(context, request, known) : activateNewDevice(context, request);
}

async function activateKnownDevice(
  context: ProductContext,
  request: ActivationRequest,
  known: KnownDevice,
): Promise<Activation> {
  const { on, license, machine, replaces } = request;
  const { device, isRecognized } = known;
  if ((await listWithoutSeat(on, license, [device.id])).has(device.id)) {
    const replaced = await releaseReplacedDevice(context, request);
    if ('outcome' in replaced) return replaced;
    await inheritSeat(on, device.id, replaces as number);
    await updateSeats(on, license, 0);
  }
  // The device's status may have changed with its seat.
  const placed = (await findDevice(on, context.accountId, device.id)) as DeviceRow;
  const saved = await recordKnownDevice(context, on, license, { device: placed, isRecognized }, machine);
  await recordActiveDay(on, saved);
  return { outcome: isRecognized ? 'recognized' : 'already', device: saved, license };
}

async function activateNewDevice(context: ProductContext, request: ActivationRequest): Promise<Activation> {
  const { on, license, machine } = request;
  const isFree = hasFreeSeat(license);
  const replaced = isFree ? undefined : await releaseReplacedDevice(context, request);
  if (replaced && 'outcome' in replaced) return replaced;
  const added = await addReportedDevice(context, on, license, machine, replaced?.id);
  await updateSeats(on, license, isFree ? 1 : 0);
  await addToDays(on, [{ licenseId: license.id, activations: 1 }]);
  const used = license.usedQuantity + (isFree ? 1 : 0);
  return { outcome: 'activated', device: added, license: { ...license, usedQuantity: used } };
}

/** Adds a device that its product reports, and records its events. The caller updates the seats. */
export async function addReportedDevice(
  context: ProductContext,
  on: Queryable,
  license: LicenseRow,
  machine: Machine,
  replacedId?: number,
): Promise<DeviceRow> {
  const { accountId, catalog } = context;
  const { hardwareId, name, ipAddress, version, fingerprints = [], hashedFingerprints = [] } = machine;
  const now = catalog.now();
  const values = {
    accountId,
    licenseId: license.id,
    name: name || hardwareId.slice(0, maxNameLength),
    hardwareId,
    ipAddress,
    status: 0 as const,
    firstSeenAt: now,
    lastActivityAt: now,
    productUsage: version === null ? [] : [{ name: license.productId, version }],
    fingerprints: [...fingerprints],
  };
  const added = await insertReportedDevice(on, values, replacedId);
  await replaceFingerprints(on, added, hashedFingerprints);
  await recordActiveDay(on, added);
  await recordEvents(context, on, 'deviceAdded', [
    createEvent(context, added, 'added'),
    createEvent(context, added, 'seen'),
  ]);
  return added;
}

/** Releases the device that is to be replaced. If it was released meanwhile, its seat is no longer available. */
async function releaseReplacedDevice(
  context: ProductContext,
  { on, license, machine, replaces }: ActivationRequest,
): Promise<DeviceRow | Refusal> {
  if (replaces === undefined) return { outcome: 'full', license };
  const device = await findDevice(on, context.accountId, replaces);
  if (!device || device.licenseId !== license.id) return { outcome: 'deviceUnknown', license };
  if (device.releasedAt) return { outcome: 'full', license };
  if (device.blockedAt) return { outcome: 'blocked', license };
  const { hasSeat, countsAsRelease } = await prepareRelease(context, on, { device, license });
  if (!hasSeat) return { outcome: 'full', license };
  await markReleased(context, on, device);
  const detail = { replacedBy: machine.hardwareId };
  await recordEvents(context, on, 'deviceReplaced', [
    createEvent(context, device, 'replaced', { countsAsRelease, detail }),
  ]);
  await addToDays(on, [{ licenseId: license.id, deactivations: 1 }]);
  return device;
}
