import { openDatabase } from '../../server/src/core/db/database.ts';
import type { Customer } from './customers.ts';
import { databaseUrl, type Portal } from './portal.ts';

const dayMilliseconds = 86_400_000;

/** The UTC day this many days ago. */
export const dayAgo = (days: number): string =>
  new Date(Date.now() - days * dayMilliseconds).toISOString().slice(0, 10);

/** A device's activity on a day. */
interface Act {
  readonly device: string;
  readonly daysAgo: number;
  readonly checks: number;
  readonly version: string;
}

/** A license's activity on a day. */
interface LicenseDay {
  readonly daysAgo: number;
  readonly activations: number;
  readonly deactivations: number;
  readonly refusals: number;
  readonly wasFull: boolean;
}

export interface Usage {
  readonly acts: readonly Act[];
  readonly days: readonly LicenseDay[];
}

/** Stores usage of the customer's only license, like the licensing API. */
export async function storeUsage(portal: Portal, { accountId }: Customer, { acts, days }: Usage): Promise<void> {
  const database = openDatabase(databaseUrl(portal.dataDir), 1, () => {});
  try {
    const { pool } = database;
    const license = (await pool.query('select id from licenses where account_id = $1', [accountId])).rows[0].id;
    for (const name of new Set(acts.map(({ device }) => device))) {
      await pool.query(
        `insert into devices (account_id, license_id, name, hardware_id, status, first_seen_at, last_activity_at)
         values ($1, $2, $3, $3, 0, now(), now())`,
        [accountId, license, name],
      );
    }
    for (const { device, daysAgo, checks, version } of acts) {
      await pool.query(
        `insert into device_activity (license_id, device_id, day, checks, version)
         select license_id, id, $3, $4, $5 from devices where license_id = $1 and name = $2`,
        [license, device, dayAgo(daysAgo), checks, version],
      );
    }
    for (const { daysAgo, activations, deactivations, refusals, wasFull } of days) {
      await pool.query(
        'insert into license_days (license_id, day, activations, deactivations, refusals, was_full) values ($1, $2, $3, $4, $5, $6)',
        [license, dayAgo(daysAgo), activations, deactivations, refusals, wasFull],
      );
    }
  } finally {
    await database.close();
  }
}

/** Sets which usage data the account shares: 0 everything, 3 nothing. */
export async function shareUsage(portal: Portal, { accountId }: Customer, policy: 0 | 3): Promise<void> {
  const database = openDatabase(databaseUrl(portal.dataDir), 1, () => {});
  try {
    await database.pool.query('update accounts set usage_data_policy = $2 where id = $1', [accountId, policy]);
  } finally {
    await database.close();
  }
}

/** How often the account's devices counted `scans`, on all days. */
export async function countScans(portal: Portal, { accountId }: Customer): Promise<number> {
  const database = openDatabase(databaseUrl(portal.dataDir), 1, () => {});
  try {
    const { rows } = await database.pool.query<{ scans: number }>(
      `select coalesce(sum((a.counters ->> 'scans')::int), 0)::int as scans
       from device_activity a join licenses l on l.id = a.license_id where l.account_id = $1`,
      [accountId],
    );
    return rows[0]?.scans ?? 0;
  } finally {
    await database.close();
  }
}

/** Makes these sessions' leases expire now, as after ten minutes without a renewal. */
export async function expireLeases(portal: Portal, sessionIds: readonly string[]): Promise<void> {
  const database = openDatabase(databaseUrl(portal.dataDir), 1, () => {});
  try {
    await database.pool.query('update device_sessions set expires_at = now() where id = any($1)', [sessionIds]);
  } finally {
    await database.close();
  }
}
