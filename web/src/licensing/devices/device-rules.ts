import type { DeviceStatus, LicenseDetails } from '@portico/contract';

/** Whether a device was released, so that it is only history. */
export function isReleased(status: DeviceStatus): boolean {
  return status === 5;
}

/** Whether a device has a seat that another device could get (DEV-2). */
export function holdsSeat(status: DeviceStatus): boolean {
  return status === 0 || status === 2 || status === 3;
}

/** Why a device cannot be released now; null if it can. */
export function refusesRelease(
  { releaseCounts }: { releaseCounts: boolean },
  releases: LicenseDetails['releases'] | undefined,
): 'limit' | null {
  return releaseCounts && releases?.left === 0 ? 'limit' : null;
}

export interface DayOfUsage {
  /** UTC, as in 2026-11-22. */
  date: string;
  count: number;
}

export interface UsageSummary {
  /** Devices per day, to one decimal. */
  average: number;
  most: number;
  /** The latest day with the maximum; null if no device was seen. */
  mostDate: string | null;
}

export function summarizeUsage(days: readonly DayOfUsage[]): UsageSummary {
  const sum = days.reduce((total, { count }) => total + count, 0);
  const most = Math.max(0, ...days.map(({ count }) => count));
  return {
    average: days.length === 0 ? 0 : Math.round((sum / days.length) * 10) / 10,
    most,
    mostDate: most === 0 ? null : (days.findLast(({ count }) => count === most)?.date ?? null),
  };
}

/**
 * The lines of a chart: from 0 in up to four even steps of 1, 2 or 5 times a power of ten, the last one at `most` or
 * above.
 */
export function ticksFor(most: number): number[] {
  const wanted = Math.max(most, 1) / 3;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = Math.max(1, [1, 2, 3, 5, 10].map((factor) => factor * power).find((size) => size >= wanted) ?? wanted);
  return Array.from({ length: Math.ceil(Math.max(most, 1) / step) + 1 }, (_, index) => index * step);
}
