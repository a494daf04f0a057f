import { createBatches, FailedItem, runSeparatelyOnDataError } from '../../core/db/batches.ts';
import { type Database, isRefusedRow, retryOnConflict } from '../../core/db/database.ts';
import { addToDays, type LicenseDay } from './license-days.queries.ts';
import { type DeviceReport, storeReports } from './reports.queries.ts';

/** Stores reports of products in batches. A promise resolves once its report is stored (LIC-13). */
export interface Reports {
  ofDevice(report: DeviceReport): Promise<void>;
  ofLicense(day: LicenseDay): Promise<void>;
}

/** Reports of devices that were looked up together usually arrive together. */
const limits = { maxItems: 200, atOnce: 4, maxWait: 10 };

export function createReports(database: Database): Reports {
  const ofDevice = createBatches<DeviceReport, void>(async (reports) => {
    const failed = new Map<number, FailedItem>();
    for (const turn of groupReportsByRound(reports)) {
      const results = await storeTogether(turn, (some) => storeReports(database, some));
      for (const [index, result] of results.entries())
        if (result instanceof FailedItem) failed.set((turn[index] as DeviceReport).deviceId, result);
    }
    return reports.map(({ deviceId }) => failed.get(deviceId));
  }, limits);
  const ofLicense = createBatches<LicenseDay, void>(
    (days) => storeTogether(days, (some) => addToDays(database.query, some)),
    limits,
  );
  return { ofDevice, ofLicense };
}

/**
 * Stores all items at once, or one by one if the database rejects any. Drops rows of licenses that were just deleted.
 */
function storeTogether<Item>(
  items: readonly Item[],
  store: (some: readonly Item[]) => Promise<void>,
): Promise<(undefined | FailedItem)[]> {
  return runSeparatelyOnDataError(items, async (some) => {
    try {
      await retryOnConflict(() => store(some));
    } catch (error) {
      if (some.length > 1 || !isRefusedRow(error)) throw error;
    }
    return some.map(() => undefined);
  });
}

/** Splits reports into rounds of one report per device, ordered by device id. Reports without a nonce are merged; repeated nonces are dropped. */
export function groupReportsByRound(reports: readonly DeviceReport[]): DeviceReport[][] {
  const turns: Map<number, DeviceReport>[] = [];
  for (const report of reports) {
    const same = turns.find((turn) => isSame(turn.get(report.deviceId), report));
    if (same && report.nonce) continue;
    const before = same?.get(report.deviceId);
    if (same && before) same.set(report.deviceId, mergeReports(before, report));
    else findRoundWithout(turns, report.deviceId).set(report.deviceId, report);
  }
  return turns.map((turn) => [...turn.values()].toSorted((a, b) => a.deviceId - b.deviceId));
}

function isSame(one: DeviceReport | undefined, other: DeviceReport): boolean {
  if (!one?.nonce || !other.nonce) return one !== undefined && one.nonce === other.nonce;
  return one.nonce.equals(other.nonce);
}

function findRoundWithout(turns: Map<number, DeviceReport>[], deviceId: number): Map<number, DeviceReport> {
  const found = turns.find((turn) => !turn.has(deviceId));
  if (found) return found;
  const added = new Map<number, DeviceReport>();
  turns.push(added);
  return added;
}

function mergeReports(one: DeviceReport, other: DeviceReport): DeviceReport {
  const counters = new Map(Object.entries(one.counters));
  for (const [name, value] of Object.entries(other.counters)) counters.set(name, (counters.get(name) ?? 0) + value);
  return {
    deviceId: one.deviceId,
    checks: one.checks + other.checks,
    version: other.version ?? one.version,
    counters: Object.fromEntries(counters),
    productUsage: other.productUsage ?? one.productUsage,
    ipAddress: one.ipAddress ?? other.ipAddress,
    nonce: one.nonce,
  };
}
