import { createHash } from 'node:crypto';
import type { DeviceReport } from '../devices/reports.queries.ts';
import type { Call } from './licensing.context.ts';
import type { CallDevice } from './look-up.ts';

/** What a report adds to a device and its day, limited to what the account shares (LIC-15). */
export function createUsageReport(
  {
    keptUsage,
    actor,
    productId,
    body,
  }: Call<{
    readonly version?: string | undefined;
    readonly nonce: string;
    readonly reportId?: string | undefined;
  }>,
  device: Pick<CallDevice, 'id' | 'hasAddress' | 'version'>,
  {
    checks,
    counters = {},
    isOnce = false,
  }: {
    readonly checks: number;
    readonly counters?: Readonly<Record<string, number>> | undefined;
    /** Whether repeating the report with the same id, or otherwise the same nonce, adds nothing. */
    readonly isOnce?: boolean | undefined;
  },
): DeviceReport {
  const version = keptUsage.details ? (body.version ?? null) : null;
  const isNew = version !== null && version !== device.version;
  return {
    deviceId: device.id,
    checks: keptUsage.counts ? checks : 0,
    version,
    counters: keptUsage.counts ? counters : {},
    productUsage: isNew ? JSON.stringify([{ name: productId, version }]) : null,
    ipAddress: keptUsage.details && !device.hasAddress ? actor.address : null,
    nonce: isOnce && keptUsage.counts ? hashNonce(body.reportId ?? body.nonce) : null,
  };
}

/** 8 bytes of the nonce's hash. */
function hashNonce(nonce: string): Buffer {
  return createHash('sha256').update(nonce).digest().subarray(0, 8);
}
