import type { DeviceReport } from '../devices/index.ts';
import type { Call } from './licensing.context.ts';
import type { FoundDevice } from './look-up.ts';

/** What a report adds to a device and its day, without what the account does not let be kept (LIC-15). */
export function usageReport(
  { kept, actor, productId, body }: Call<{ readonly version?: string | undefined }>,
  device: Pick<FoundDevice, 'id' | 'hasAddress' | 'version'>,
  {
    checks,
    counters = {},
  }: { readonly checks: number; readonly counters?: Readonly<Record<string, number>> | undefined },
): DeviceReport {
  const version = kept.details ? (body.version ?? null) : null;
  const isNew = version !== null && version !== device.version;
  return {
    deviceId: device.id,
    checks: kept.counts ? checks : 0,
    version,
    counters: kept.counts ? counters : {},
    productUsage: isNew ? JSON.stringify([{ name: productId, version }]) : null,
    ipAddress: kept.details && !device.hasAddress ? actor.address : null,
  };
}
