import { wasUsed } from '../releases/releases.rules.ts';
import type { DeviceFacts } from './device-status.ts';

/** Whether the hardware ID may be corrected (DEV-6). Correcting that of a blocked device would bypass the block (DEV-11). */
export function isHardwareIdEditable(device: DeviceFacts & { readonly filedAt: Date | null }): boolean {
  return !wasUsed(device) && device.releasedAt === null && device.blockedAt === null;
}

/** The first and last of the latest `count` UTC days, as `YYYY-MM-DD`. */
export function latestDays(now: Date, count: number): { from: string; to: string } {
  const dayAt = (moment: number) => new Date(moment).toISOString().slice(0, 10);
  return { from: dayAt(now.getTime() - (count - 1) * 24 * 60 * 60 * 1_000), to: dayAt(now.getTime()) };
}
