import type { LicenseDetails } from '@portico/contract';
import type { Queryable } from '../../db/database.ts';
import type { Plan } from '../catalog/index.ts';
import type { LicensesContext } from './licenses.context.ts';
import type { LicenseRow } from './licenses.queries.ts';
import { allowedReleases } from './licenses.rules.ts';
import { sumGrants } from './release-grants.queries.ts';

/** The places of a license that may be freed in thirty days (DEV-9). */
export type Releases = LicenseDetails['releases'];

/** The releases of the last thirty days that count. */
export interface CountedReleases {
  readonly count: number;
  /** When the first of them was; null without one. */
  readonly first: Date | null;
}

const windowMilliseconds = 30 * 86_400_000;

/** When the thirty days began that end now. */
export function releaseWindow(now: Date): Date {
  return new Date(now.getTime() - windowMilliseconds);
}

/** The releases that are left of those that are allowed. One comes back thirty days after it was used. */
export function judgeReleases(allowed: number, { count, first }: CountedReleases): Releases {
  const nextAt = count > 0 && first ? new Date(first.getTime() + windowMilliseconds).toISOString() : null;
  return { allowed, left: Math.max(0, allowed - count), nextAt };
}

/** The releases of a license, for a caller who counted those that were used. */
export async function releasesOf(
  on: Queryable,
  license: LicenseRow,
  plan: Plan | undefined,
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
  plan: Plan | undefined,
  now: Date,
): Promise<Releases> {
  const counted = await devices.countReleases(on, license.id, releaseWindow(now));
  return releasesOf(on, license, plan, counted, now);
}
