import type { DeviceFacts } from './places.ts';

/** What tells whether a device was used: the product reported it, or a license file that covers it was downloaded. */
type Use = Pick<DeviceFacts, 'firstSeenAt' | 'releasedAt'> & { readonly filedAt: Date | null };

function wasUsed({ firstSeenAt, filedAt }: Use): boolean {
  return firstSeenAt !== null || filedAt !== null;
}

/** What a device holds of its license. */
export interface Holding {
  readonly hasPlace: boolean;
  /** Whether it has a borrowed session, with which it goes on without a network. */
  readonly isBorrowing: boolean;
}

/**
 * Whether a release of the device uses one of the releases that the plan allows: it was used, and it holds a place (DEV-10). A device of a floating license
 * holds one that outlasts its release while it has a borrowed session (LIC-17).
 */
export function countsAsRelease(
  device: Use,
  { licenseModel }: { readonly licenseModel: 0 | 1 },
  { hasPlace, isBorrowing }: Holding,
): boolean {
  const holds = licenseModel === 0 ? hasPlace : isBorrowing;
  return holds && wasUsed(device) && device.releasedAt === null;
}

/** Whether the hardware ID may be corrected (DEV-6). The ID of a blocked device would be free again (DEV-11). */
export function isHardwareIdEditable(device: Use & Pick<DeviceFacts, 'blockedAt'>): boolean {
  return !wasUsed(device) && device.releasedAt === null && device.blockedAt === null;
}

/** The first and the last of the latest `count` days in UTC, as `YYYY-MM-DD`. */
export function latestDays(now: Date, count: number): { from: string; to: string } {
  const dayAt = (moment: number) => new Date(moment).toISOString().slice(0, 10);
  return { from: dayAt(now.getTime() - (count - 1) * 24 * 60 * 60 * 1_000), to: dayAt(now.getTime()) };
}
