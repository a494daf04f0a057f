import { createHash } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';
import { eq } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import {
  deviceActivity,
  deviceEvents,
  deviceSessions,
  devices,
  licenseDays,
} from '../../core/db/schema/devices.gen.ts';
import type { LicenseRow } from '../licenses/licenses.queries.ts';
import { assignSeats } from './assign-seats.ts';
import { createDeviceDays, createLicenseDays, type DemoUsage } from './demonstration-usage.ts';

export interface DemoDevice extends DemoUsage {
  readonly comment: string;
  readonly ipAddress?: string;
  readonly blocked?: { readonly days: number; readonly reason: string };
  readonly released?: { readonly days: number; readonly reason: string };
  /** Whether the device has an open lease. */
  readonly isOpen?: boolean;
}

const minuteMilliseconds = 60_000;

/** Adds the demo's devices to a license, in the caller's transaction, unless the license has devices. */
export async function addDemoDevices(
  on: Queryable,
  license: LicenseRow,
  demoDevices: readonly DemoDevice[],
  { userId, now }: { readonly userId: number; readonly now: Date },
): Promise<void> {
  const known = await on.select({ id: devices.id }).from(devices).where(eq(devices.licenseId, license.id)).limit(1);
  if (known.length > 0) return;
  const ago = (days: number) => new Date(now.getTime() - days * millisecondsInDay);
  for (const device of demoDevices) {
    const seenAt =
      device.seenMinutes === undefined ? null : new Date(now.getTime() - device.seenMinutes * minuteMilliseconds);
    const { addedDays, blocked, released } = device;
    const [added] = await on
      .insert(devices)
      .values({
        accountId: license.accountId,
        licenseId: license.id,
        name: device.name,
        hardwareId: hashOfPart(device.name, 'machine').slice(0, 32).toUpperCase(),
        ipAddress: device.ipAddress ?? null,
        comment: device.comment,
        status: released ? 5 : 0,
        assignedAt: ago(addedDays),
        placeSince: ago(addedDays),
        firstSeenAt: seenAt && ago(addedDays - 0.01),
        lastActivityAt: seenAt,
        productUsage: device.version ? [{ name: license.productId, version: device.version }] : [],
        fingerprints: seenAt ? createFingerprints(device) : [],
        blockedAt: blocked ? ago(blocked.days) : null,
        blockReason: blocked?.reason ?? null,
        releasedAt: released ? ago(released.days) : null,
      })
      .returning({ id: devices.id });
    const { id: deviceId } = added as { id: number };
    const event = { deviceId, licenseId: license.id };
    await on.insert(deviceEvents).values(
      createEvents(device, seenAt !== null, ago).map((row) => ({
        ...event,
        ...row,
        userId: row.kind === 'seen' ? null : userId,
      })),
    );
    const days = createDeviceDays(device, now);
    if (days.length > 0) await on.insert(deviceActivity).values(days.map((day) => ({ ...event, ...day })));
    if (device.isOpen) {
      const expiresAt = new Date(now.getTime() + millisecondsInDay);
      await on.insert(deviceSessions).values({ ...event, startedAt: ago(0.2), renewedAt: seenAt ?? now, expiresAt });
    }
  }
  const { id: licenseId, quantity, licenseModel } = license;
  const days = createLicenseDays(demoDevices, { quantity, isFloating: licenseModel === 1 }, now);
  if (days.length > 0) await on.insert(licenseDays).values(days.map((day) => ({ licenseId, ...day })));
  await assignSeats(on, [license]);
}

function createEvents({ addedDays, blocked, released }: DemoDevice, wasSeen: boolean, ago: (days: number) => Date) {
  return [
    { kind: 'added' as const, at: ago(addedDays) },
    ...(wasSeen ? [{ kind: 'seen' as const, at: ago(addedDays - 0.01) }] : []),
    ...(blocked ? [{ kind: 'blocked' as const, at: ago(blocked.days), reason: blocked.reason }] : []),
    ...(released
      ? [{ kind: 'released' as const, at: ago(released.days), reason: released.reason, countsAsRelease: true }]
      : []),
  ];
}

function createFingerprints({ name }: DemoDevice) {
  return [
    { name: 'board', value: hashOfPart(name, 'board').slice(0, 16) },
    { name: 'disk', value: hashOfPart(name, 'disk').slice(0, 16) },
    { name: 'os', value: 'Windows 11 Pro 24H2' },
  ];
}

function hashOfPart(name: string, part: string): string {
  return createHash('sha256').update(`${part} of ${name}`).digest('hex');
}
