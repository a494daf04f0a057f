import type { DeviceStatus } from '@portico/contract';

/** What a device's status is derived from, besides its license and rank. */
export interface DeviceFacts {
  readonly firstSeenAt: Date | null;
  readonly blockedAt: Date | null;
  readonly releasedAt: Date | null;
}

/** The license, as far as the status of its devices depends on it. */
export interface LicenseTerms {
  /** 1 active, 2 pending, 3 canceled. */
  readonly status: 1 | 2 | 3;
  /** -1 is unlimited. */
  readonly quantity: number;
  /** 0 is host-locked. 1 is floating: open leases take its seats, and no device needs one (LIC-17). */
  readonly licenseModel: 0 | 1;
}

/** The status of a device (DEV-2): the first that applies. @param rank its position in the order of seats, from 1 */
export function deviceStatus(device: DeviceFacts, license: LicenseTerms, rank: number): DeviceStatus {
  return deviceStatusBySeat(device, license, holdsSeat(rank, license));
}

/** The status of a device, if it is known whether the device has a seat. */
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

/** Whether the device of this rank has a seat. Devices that were assigned last lose their seats first. */
function holdsSeat(rank: number, { quantity, licenseModel }: LicenseTerms): boolean {
  return licenseModel === 1 || quantity < 0 || rank <= quantity;
}
