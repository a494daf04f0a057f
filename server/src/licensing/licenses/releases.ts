import type { LicenseDetails } from '@portico/contract';
import type { Plan } from '../../catalog/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import type { CountedReleases, LicensesContext } from './licenses.context.ts';
import type { LicenseRow } from './licenses.queries.ts';
import { allowedReleases } from './licenses.rules.ts';
import { sumGrants } from './release-grants.queries.ts';

/** The places of a license that may be freed in thirty days (DEV-9). */
export interface Releases {
  readonly allowed: number;
  readonly left: number;
  /** When the next one comes back; null while all are left. */
  readonly nextAt: Date | null;
}

const noReleases: CountedReleases = { count: 0, first: null };

const windowMilliseconds = 30 * 86_400_000;

/** The moment since which releases count at `now` (DEV-9). */
export function startOfReleases(now: Date): Date {
  return new Date(now.getTime() - windowMilliseconds);
}

/** Releases, as answers have them. */
export function presentReleases({ nextAt, ...releases }: Releases): LicenseDetails['releases'] {
  return { ...releases, nextAt: nextAt?.toISOString() ?? null };
}

/** The releases that are left of those that are allowed. One comes back thirty days after it was used. */
export function judgeReleases(allowed: number, { count, first }: CountedReleases): Releases {
  const nextAt = count > 0 && first ? new Date(first.getTime() + windowMilliseconds) : null;
  return { allowed, left: Math.max(0, allowed - count), nextAt };
}

/** The releases of licenses by their ids. */
export async function findReleases(
  { devices, on }: { readonly devices: Pick<LicensesContext['devices'], 'countReleases'>; readonly on: Queryable },
  licenses: readonly LicenseRow[],
  planOf: (license: LicenseRow) => Pick<Plan, 'releases'> | undefined,
  now: Date,
): Promise<ReadonlyMap<number, Releases>> {
  const ids = licenses.map(({ id }) => id);
  const since = startOfReleases(now);
  const counted = await devices.countReleases(on, ids, since);
  const granted = await sumGrants(on, ids, since);
  return new Map(
    licenses.map((license) => {
      const allowed = allowedReleases(license, planOf(license), granted.get(license.id) ?? 0);
      return [license.id, judgeReleases(allowed, counted.get(license.id) ?? noReleases)];
    }),
  );
}
