import type { DeviceFacts } from './places.ts';

/** Milliseconds for which a release counts (DEV-9). */
const releasePeriod = 30 * 24 * 60 * 60 * 1_000;

/** The moment since which releases count at `now`. */
export function startOfReleases(now: Date): Date {
  return new Date(now.getTime() - releasePeriod);
}

/** Whether a release of the device uses one of the releases that the plan allows: it was seen, and it holds a place (DEV-10). */
export function countsAsRelease(
  { firstSeenAt, releasedAt }: Pick<DeviceFacts, 'firstSeenAt' | 'releasedAt'>,
  hasPlace: boolean,
): boolean {
  return hasPlace && firstSeenAt !== null && releasedAt === null;
}

/** Whether the hardware ID may be corrected (DEV-6). The ID of a blocked device would be free again (DEV-11). */
export function isHardwareIdEditable({
  firstSeenAt,
  releasedAt,
  blockedAt,
}: Pick<DeviceFacts, 'firstSeenAt' | 'releasedAt' | 'blockedAt'>): boolean {
  return firstSeenAt === null && releasedAt === null && blockedAt === null;
}

/** The latest `count` days in UTC, the oldest first, as `YYYY-MM-DD`. */
export function latestDays(now: Date, count: number): string[] {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  return Array.from({ length: count }, (_, index) =>
    new Date(today - (count - 1 - index) * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10),
  );
}
