import { sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';

/** What to add to a license's UTC day. */
export interface LicenseDay {
  readonly licenseId: number;
  readonly activations?: number;
  readonly deactivations?: number;
  readonly refusals?: number;
  /** Leases that are open at the same time. */
  readonly sessions?: number;
  /** Whether a request was refused because no seat was free. */
  readonly wasFull?: boolean;
}

/** Adds to the current day of licenses, in one statement. Deleted licenses are skipped. */
export async function addToDays(on: Queryable, days: readonly LicenseDay[]): Promise<void> {
  if (days.length === 0) return;
  const column = <Value>(read: (day: LicenseDay) => Value) => sql.param(days.map(read));
  await on.execute(sql`
    insert into license_days as kept (license_id, day, activations, deactivations, refusals, peak_sessions, was_full)
    select license_id, (now() at time zone 'utc')::date, sum(activations), sum(deactivations), sum(refusals), max(sessions), bool_or(was_full)
    from unnest(${column(({ licenseId }) => licenseId)}::bigint[], ${column(({ activations = 0 }) => activations)}::int[],
                ${column(({ deactivations = 0 }) => deactivations)}::int[], ${column(({ refusals = 0 }) => refusals)}::int[],
                ${column(({ sessions = 0 }) => sessions)}::int[], ${column(({ wasFull = false }) => wasFull)}::bool[])
         as given (license_id, activations, deactivations, refusals, sessions, was_full)
    group by license_id order by license_id
    on conflict (license_id, day) do update set
      activations = kept.activations + excluded.activations,
      deactivations = kept.deactivations + excluded.deactivations,
      refusals = kept.refusals + excluded.refusals,
      peak_sessions = greatest(kept.peak_sessions, excluded.peak_sessions),
      was_full = kept.was_full or excluded.was_full`);
}

/** Records the number of open leases of every license if it is the day's highest. */
export async function recordPeaks(on: Queryable): Promise<void> {
  await on.execute(sql`
    insert into license_days as kept (license_id, day, peak_sessions)
    select license_id, (now() at time zone 'utc')::date, count(*)
    from device_sessions where ended_at is null and expires_at > now()
    group by license_id order by license_id
    on conflict (license_id, day) do update set peak_sessions = excluded.peak_sessions
    where kept.peak_sessions < excluded.peak_sessions`);
}
