import type { Queryable } from '../../db/database.ts';
import type { Plan } from '../catalog/index.ts';
import { allowedReleases, type LicenseRow } from '../licenses/index.ts';

/** Milliseconds for which a release counts. */
const releasePeriod = 30 * 24 * 60 * 60 * 1_000;

/** The releases of a license in thirty days (DEV-9). */
export async function releasesOf(
  _on: Queryable,
  license: LicenseRow,
  plan: Pick<Plan, 'releases'> | undefined,
  counted: { readonly count: number; readonly first: Date | null },
  _now: Date,
): Promise<{ allowed: number; left: number; nextAt: Date | null }> {
  const allowed = allowedReleases(license, plan, 0);
  return {
    allowed,
    left: Math.max(0, allowed - counted.count),
    nextAt: counted.first && new Date(counted.first.getTime() + releasePeriod),
  };
}
