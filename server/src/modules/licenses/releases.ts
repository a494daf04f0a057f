import type { LicenseDetails } from '@portico/contract';
import type { Queryable } from '../../db/database.ts';
import type { Plan } from '../catalog/index.ts';
import type { LicensesContext } from './licenses.context.ts';
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

/** The releases of the last thirty days that count. */
export interface CountedReleases {
  readonly count: number;
  /** When the first of them was; null without one. */
  readonly first: Date | null;
}

const windowMilliseconds = 30 * 86_400_000;

/** When the thirty days began that end now. */
function releaseWindow(now: Date): Date {
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

/** The releases of a license, for a caller who counted those that were used. */
export async function releasesOf(
  on: Queryable,
  license: LicenseRow,
  plan: Pick<Plan, 'releases'> | undefined,
  counted: CountedReleases,
  now: Date,
): Promise<Releases> {
  const granted = await sumGrants(on, license.id, releaseWindow(now));
  return judgeReleases(allowedReleases(license, plan, granted), counted);
}

/** The releases of a license. */
export async function findReleases(
  { devices, on }: Pick<LicensesContext, 'devices'> & { readonly on: Queryable },
  license: LicenseRow,
  plan: Pick<Plan, 'releases'> | undefined,
  now: Date,
): Promise<Releases> {
  const counted = await devices.countReleases(on, license.id, releaseWindow(now));
  return releasesOf(on, license, plan, counted, now);
}
