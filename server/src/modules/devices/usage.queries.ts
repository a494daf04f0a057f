import { and, between, count, eq, sum } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { deviceActivity, licenseDays } from '../../db/schema/devices.gen.ts';

/** What products reported of a license on a day in UTC. */
export interface UsageOfDay {
  readonly day: string;
  readonly checks: number;
  readonly refusals: number;
  /** Devices that were seen. */
  readonly devices: number;
  readonly activations: number;
  readonly deactivations: number;
  readonly peakSessions: number;
}

/** The days from `from` to `to` on which something was reported of a license; the others are missing. */
export async function sumUsage(
  on: Queryable,
  licenseId: number,
  from: string,
  to: string,
): Promise<ReadonlyMap<string, UsageOfDay>> {
  const [seen, days] = await Promise.all([
    on
      .select({ day: deviceActivity.day, devices: count(), checks: sum(deviceActivity.checks).mapWith(Number) })
      .from(deviceActivity)
      .where(and(eq(deviceActivity.licenseId, licenseId), between(deviceActivity.day, from, to)))
      .groupBy(deviceActivity.day),
    on
      .select()
      .from(licenseDays)
      .where(and(eq(licenseDays.licenseId, licenseId), between(licenseDays.day, from, to))),
  ]);
  const seenOn = new Map(seen.map((row) => [row.day, row]));
  const happenedOn = new Map(days.map((row) => [row.day, row]));
  return new Map(
    [...new Set([...seenOn.keys(), ...happenedOn.keys()])].map((day) => {
      const { devices = 0, checks = 0 } = seenOn.get(day) ?? {};
      const { refusals = 0, activations = 0, deactivations = 0, peakSessions = 0 } = happenedOn.get(day) ?? {};
      return [day, { day, checks, refusals, devices, activations, deactivations, peakSessions }];
    }),
  );
}
