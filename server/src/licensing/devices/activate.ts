import type { Queryable } from '../../core/db/database.ts';
import { type LicenseRow, lockLicense } from '../licenses/licenses.queries.ts';
import { hasPlace, isUsable } from '../licenses/licenses.rules.ts';
import { eventOf, keepPlaces, record } from './devices.change.ts';
import { type DeviceRow, findDevice, listWithoutPlace, wasBlocked } from './devices.queries.ts';
import { prepareRelease, release } from './devices.release.ts';
import { keepParts } from './fingerprints.queries.ts';
import { findKnown, keepKnown, refusedUntil } from './known-devices.ts';
import { addToDays } from './license-days.queries.ts';
import { type ByProduct, type Known, type Machine, type Refusal, withLicense } from './product-context.ts';
import { insertReported, keepDay, takePlaceOf } from './reported-devices.queries.ts';

/** Characters of a name. */
const longestName = 100;

export type Activation =
  | Refusal
  | {
      readonly outcome: 'activated' | 'already' | 'recognized';
      readonly device: DeviceRow;
      readonly license: LicenseRow;
    };

interface Activating {
  readonly on: Queryable;
  readonly license: LicenseRow;
  readonly machine: Machine;
  /** A device that gives its place where there is no other. */
  readonly replaces: number | undefined;
}

/**
 * Puts a device on a host-locked license of the account, in one step with the release of the device that it replaces (LIC-10, LIC-11).
 * @throws ReleaseLimitError where no release is left for that.
 */
export function activateDevice(
  context: ByProduct,
  licenseId: number,
  machine: Machine,
  replaces?: number,
): Promise<Activation> {
  const lock = (on: Queryable) => lockLicense(on, context.accountId, licenseId);
  return withLicense(context, lock, (on, license) => activate(context, { on, license, machine, replaces }));
}

/** The same within a transaction of the caller, which holds the license. */
export function activateWithin(
  context: ByProduct,
  on: Queryable,
  license: LicenseRow,
  machine: Machine,
): Promise<Activation> {
  return activate(context, { on, license, machine, replaces: undefined });
}

async function activate(context: ByProduct, activating: Activating): Promise<Activation> {
  const { on, license, machine } = activating;
  if (!isUsable(license, context.catalog.now())) return { outcome: 'notActive', license };
  const known = await findKnown(context, on, license, machine);
  const isBlocked = known ? known.device.blockedAt !== null : await wasBlocked(on, license.id, machine.hardwareId);
  if (isBlocked) return { outcome: 'blocked', license };
  const until = await refusedUntil(on, license, machine, known);
  if (until) return { outcome: 'tooOften', license, until };
  return known ? keepOnLicense(context, activating, known) : addToLicense(context, activating);
}

async function keepOnLicense(context: ByProduct, activating: Activating, known: Known): Promise<Activation> {
  const { on, license, machine, replaces } = activating;
  const { device, isRecognized } = known;
  if ((await listWithoutPlace(on, license, [device.id])).has(device.id)) {
    const replaced = await replace(context, activating);
    if ('outcome' in replaced) return replaced;
    await takePlaceOf(on, device.id, replaces as number);
    await keepPlaces(on, license, 0);
  }
  // Its status may be another one with its place.
  const placed = (await findDevice(on, context.accountId, device.id)) as DeviceRow;
  const saved = await keepKnown(context, on, license, { device: placed, isRecognized }, machine);
  await keepDay(on, saved);
  return { outcome: isRecognized ? 'recognized' : 'already', device: saved, license };
}

async function addToLicense(context: ByProduct, activating: Activating): Promise<Activation> {
  const { on, license, machine } = activating;
  const isFree = hasPlace(license);
  const replaced = isFree ? undefined : await replace(context, activating);
  if (replaced && 'outcome' in replaced) return replaced;
  const added = await addReported(context, on, license, machine, replaced?.id);
  await keepPlaces(on, license, isFree ? 1 : 0);
  await addToDays(on, [{ licenseId: license.id, activations: 1 }]);
  const used = license.usedQuantity + (isFree ? 1 : 0);
  return { outcome: 'activated', device: added, license: { ...license, usedQuantity: used } };
}

/** Adds a device that its product reports, with what happened. Places are kept by the caller. */
export async function addReported(
  context: ByProduct,
  on: Queryable,
  license: LicenseRow,
  machine: Machine,
  replacedId?: number,
): Promise<DeviceRow> {
  const { accountId, catalog } = context;
  const { hardwareId, name, ipAddress, version, fingerprints = [], parts = [] } = machine;
  const now = catalog.now();
  const values = {
    accountId,
    licenseId: license.id,
    name: name || hardwareId.slice(0, longestName),
    hardwareId,
    ipAddress,
    status: 0 as const,
    firstSeenAt: now,
    lastActivityAt: now,
    productUsage: version === null ? [] : [{ name: license.productId, version }],
    fingerprints: [...fingerprints],
  };
  const added = await insertReported(on, values, replacedId);
  await keepParts(on, added, parts);
  await keepDay(on, added);
  await record(context, on, 'deviceAdded', [eventOf(context, added, 'added'), eventOf(context, added, 'seen')]);
  return added;
}

/** Releases the device that gives its place. A device that was released meanwhile gives none. */
async function replace(
  context: ByProduct,
  { on, license, machine, replaces }: Activating,
): Promise<DeviceRow | Refusal> {
  if (replaces === undefined) return { outcome: 'full', license };
  const device = await findDevice(on, context.accountId, replaces);
  if (!device || device.licenseId !== license.id) return { outcome: 'deviceUnknown', license };
  if (device.releasedAt) return { outcome: 'full', license };
  if (device.blockedAt) return { outcome: 'blocked', license };
  const { hasPlace: holdsPlace, countsAsRelease } = await prepareRelease(context, on, { device, license });
  if (!holdsPlace) return { outcome: 'full', license };
  await release(context, on, device);
  const detail = { replacedBy: machine.hardwareId };
  await record(context, on, 'deviceReplaced', [eventOf(context, device, 'replaced', { countsAsRelease, detail })]);
  await addToDays(on, [{ licenseId: license.id, deactivations: 1 }]);
  return device;
}
