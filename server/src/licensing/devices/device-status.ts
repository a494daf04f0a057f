import type { DeviceStatus } from '@portico/contract';

/** What a device's status follows from, besides its license and its rank. */
export interface DeviceFacts {
  readonly firstSeenAt: Date | null;
  readonly blockedAt: Date | null;
  readonly releasedAt: Date | null;
}

/** The license that a device is on. */
export interface LicenseTerms {
  /** 1 active, 2 pending, 3 canceled. */
  readonly status: 1 | 2 | 3;
  /** -1 is unlimited. */
  readonly quantity: number;
  /** 0 host-locked. 1 floating: its places are those of open sessions, and no device needs one (LIC-17). */
  readonly licenseModel: 0 | 1;
}

/**
 * The status of a device (DEV-2). The first that holds decides: released, license canceled, blocked, without a place, not seen yet.
 * @param rank its place in the order of places, from 1
 */
export function deviceStatus(device: DeviceFacts, license: LicenseTerms, rank: number): DeviceStatus {
  return deviceStatusBySeat(device, license, holdsSeat(rank, license));
}

/** The same by whether the device holds a place. */
export function deviceStatusBySeat(
  device: DeviceFacts,
  license: Pick<LicenseTerms, 'status'>,
  hasSeat: boolean,
): DeviceStatus {
  if (device.releasedAt) return 5;
  if (license.status === 3) return 4;
  if (device.blockedAt) return 2;
  if (!hasSeat) return 1;
  return device.firstSeenAt ? 0 : 3;
}

/** Whether the device of that rank holds a place: the latest assigned lose theirs first. */
function holdsSeat(rank: number, { quantity, licenseModel }: LicenseTerms): boolean {
  return licenseModel === 1 || quantity < 0 || rank <= quantity;
}
