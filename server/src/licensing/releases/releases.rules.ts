import { millisecondsInDay } from 'date-fns/constants';
import type { Plan } from '../../catalog/index.ts';

/** Releases and grants count for thirty days (DEV-9, LCN-8). */
const windowMilliseconds = 30 * millisecondsInDay;

/** A license may use at least so many releases unless its plan sets a number. */
const minReleases = 3;

/** The releases that a license used since the start of the window. */
export interface UsedReleases {
  readonly count: number;
  /** When the earliest of these releases was used; null without any. */
  readonly first: Date | null;
}

/** How often seats of a license may be freed in thirty days (DEV-9). */
export interface Releases {
  readonly allowed: number;
  readonly left: number;
  /** When the next release comes back; null if all are left. */
  readonly nextAt: Date | null;
}

/** Since when releases and grants count at `now`. */
export function releaseWindowStart(now: Date): Date {
  return new Date(now.getTime() - windowMilliseconds);
}

/** The release limit (DEV-9): the plan's number, or the quantity (-1 is unlimited) but at least three, plus the granted releases. */
export function releaseLimit(quantity: number, plan: Pick<Plan, 'releases'> | undefined, granted: number): number {
  const seats = quantity < 0 ? Number.MAX_SAFE_INTEGER - granted : quantity;
  return (plan?.releases ?? Math.max(seats, minReleases)) + granted;
}

/** The releases that are left within a limit. A used release comes back after thirty days. */
export function remainingReleases(limit: number, { count, first }: UsedReleases): Releases {
  const nextAt = count > 0 && first ? new Date(first.getTime() + windowMilliseconds) : null;
  return { allowed: limit, left: Math.max(0, limit - count), nextAt };
}

interface DeviceUse {
  readonly firstSeenAt: Date | null;
  /** When a license file that covers the device was downloaded. */
  readonly filedAt: Date | null;
}

/** Whether a device was used: its product reported it, or a license file that covers it was downloaded. */
export function wasUsed({ firstSeenAt, filedAt }: DeviceUse): boolean {
  return firstSeenAt !== null || filedAt !== null;
}

/** What a device holds of its license. */
export interface DeviceHolding {
  readonly hasSeat: boolean;
  /** Whether it has a borrowed lease, with which it works offline. */
  readonly isBorrowing: boolean;
}

/** Whether releasing the device uses a release (DEV-10): it was used and has a seat. A floating seat counts only while borrowed (LIC-17). */
export function countsAsRelease(
  device: DeviceUse & { readonly releasedAt: Date | null },
  { licenseModel }: { readonly licenseModel: 0 | 1 },
  { hasSeat, isBorrowing }: DeviceHolding,
): boolean {
  const holds = licenseModel === 0 ? hasSeat : isBorrowing;
  return holds && wasUsed(device) && device.releasedAt === null;
}
