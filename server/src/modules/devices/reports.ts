import { createBatches } from '../../db/batches.ts';
import { type Database, isRefusedRow, onceMoreAfterConflict } from '../../db/database.ts';
import { addToDays, type LicenseDay } from './license-days.queries.ts';
import { type DeviceReport, storeReports } from './reports.queries.ts';

/** Stores what products report, many at once. Each promise is kept once its report is stored (LIC-13). */
export interface Reports {
  /** What a device did. */
  ofDevice(report: DeviceReport): Promise<void>;
  /** What happened on a license. */
  ofLicense(day: LicenseDay): Promise<void>;
}

/** Reports in a statement, statements under way at once in this process, and milliseconds for which one waits that is held up. */
const limits = { most: 200, atOnce: 4, patience: 10 };

export function createReports(database: Database): Reports {
  const ofDevice = createBatches<DeviceReport, void>(
    (reports) => storeAll(reports, (some) => storeReports(database, mergedByDevice(some))),
    limits,
  );
  const ofLicense = createBatches<LicenseDay, void>(
    (days) => storeAll(days, (some) => addToDays(database.query, some)),
    limits,
  );
  return { ofDevice, ofLicense };
}

/** Stores all at once, and one by one where the database refuses a row: a license that goes in this moment spoils no other's report. */
async function storeAll<Item>(
  items: readonly Item[],
  store: (some: readonly Item[]) => Promise<void>,
): Promise<undefined[]> {
  try {
    await onceMoreAfterConflict(() => store(items));
  } catch (error) {
    if (!isRefusedRow(error)) throw error;
    for (const item of items) await store([item]).catch(ignoreRefusedRow);
  }
  return items.map(() => undefined);
}

function ignoreRefusedRow(error: unknown): void {
  if (!isRefusedRow(error)) throw error;
}

/** One report for each device, in the order of ids. */
export function mergedByDevice(reports: readonly DeviceReport[]): DeviceReport[] {
  const merged = new Map<number, DeviceReport>();
  for (const report of reports) {
    const before = merged.get(report.deviceId);
    merged.set(report.deviceId, before ? bothOf(before, report) : report);
  }
  return [...merged.values()].toSorted((a, b) => a.deviceId - b.deviceId);
}

function bothOf(one: DeviceReport, other: DeviceReport): DeviceReport {
  const counters = new Map(Object.entries(one.counters));
  for (const [name, value] of Object.entries(other.counters)) counters.set(name, (counters.get(name) ?? 0) + value);
  return {
    deviceId: one.deviceId,
    checks: one.checks + other.checks,
    version: other.version ?? one.version,
    counters: Object.fromEntries(counters),
    productUsage: other.productUsage ?? one.productUsage,
    ipAddress: one.ipAddress ?? other.ipAddress,
  };
}
