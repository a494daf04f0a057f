import { createBatches } from '../../core/db/batches.ts';
import { type Database, isRefusedRow, retryOnConflict } from '../../core/db/database.ts';
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
const limits = { maxItems: 200, atOnce: 4, maxWait: 10 };

export function createReports(database: Database): Reports {
  const ofDevice = createBatches<DeviceReport, void>(async (reports) => {
    for (const turn of groupReportsByRound(reports)) await storeTogether(turn, (some) => storeReports(database, some));
    return reports.map(() => undefined);
  }, limits);
  const ofLicense = createBatches<LicenseDay, void>(
    (days) => storeTogether(days, (some) => addToDays(database.query, some)),
    limits,
  );
  return { ofDevice, ofLicense };
}

/** Stores all at once, and one by one where the database refuses a row: a license that goes in this moment spoils no other's report. */
async function storeTogether<Item>(
  items: readonly Item[],
  store: (some: readonly Item[]) => Promise<void>,
): Promise<undefined[]> {
  try {
    await retryOnConflict(() => store(items));
  } catch (error) {
    if (!isRefusedRow(error)) throw error;
    for (const item of items) await store([item]).catch(ignoreRefusedRow);
  }
  return items.map(() => undefined);
}

function ignoreRefusedRow(error: unknown): void {
  if (!isRefusedRow(error)) throw error;
}

/**
 * Reports in turns, each with one report of a device at most, in the order of ids. Those of a device that have no nonce are one. Each with a nonce counts by
 * itself, as it may have been counted before, and the same one counts once. Nearly always there is one turn.
 */
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
