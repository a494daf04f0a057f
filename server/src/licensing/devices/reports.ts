import { createBatches } from '../../core/db/batches.ts';
import { type Database, isRefusedRow, retryOnConflict } from '../../core/db/database.ts';
import { addToDays, type LicenseDay } from './license-days.queries.ts';
import { type DeviceReport, storeReports } from './reports.queries.ts';

/** Stores reports of products in batches. A promise resolves once its report is stored (LIC-13). */
export interface Reports {
  ofDevice(report: DeviceReport): Promise<void>;
  ofLicense(day: LicenseDay): Promise<void>;
}

/**
 * The maximum number of reports per statement, the maximum number of concurrent statements of this process, and the
 * maximum time in milliseconds for which a report waits for others.
 */
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

/** Stores all items at once, or one by one if the database refuses a row, so that a license deleted meanwhile does not lose other reports. */
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
