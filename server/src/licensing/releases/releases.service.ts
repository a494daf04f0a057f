import type { LicenseDetails } from '@portico/contract';
import type { Audit } from '../../accounts/index.ts';
import { findPlan, type Product } from '../../catalog/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { AppError } from '../../core/http/app-error.ts';
import type { Actor } from '../../core/http/request-context.ts';
import { countUsedReleases, insertGrant, type ReleasedBy, sumGrants } from './releases.queries.ts';
import { type Releases, releaseLimit, releaseWindowStart, remainingReleases } from './releases.rules.ts';

/** A license, as far as its release limit depends on it. */
export interface ReleasingLicense {
  readonly id: number;
  readonly productId: string;
  readonly planId: string;
  readonly quantity: number;
}

interface Counting {
  readonly products: ReadonlyMap<string, Product>;
  readonly now: Date;
  /** The account's own releases by default. */
  readonly releasedBy?: ReleasedBy;
}

/** The release limit of a license is used up (DEV-9). */
class ReleaseLimitError extends AppError {
  constructor({ allowed, nextAt }: Releases) {
    super({
      code: 'ReleaseLimit',
      message: { key: 'device.releaseLimit', values: { allowed } },
      additionalData: { nextAt: nextAt?.toISOString() ?? null },
    });
  }
}

/** The releases of licenses (DEV-9), by license. */
export async function findReleases(
  on: Queryable,
  licenses: readonly ReleasingLicense[],
  { products, now, releasedBy = 'account' }: Counting,
): Promise<ReadonlyMap<number, Releases>> {
  const ids = licenses.map(({ id }) => id);
  const since = releaseWindowStart(now);
  const used = await countUsedReleases(on, ids, since, releasedBy);
  const granted = await sumGrants(on, ids, since);
  return new Map(
    licenses.map((license) => {
      const limit = releaseLimit(license.quantity, findPlan(products, license), granted.get(license.id) ?? 0);
      return [license.id, remainingReleases(limit, used.get(license.id) ?? { count: 0, first: null })];
    }),
  );
}

/** The releases of one license (DEV-9). */
export async function getReleases(on: Queryable, license: ReleasingLicense, counting: Counting): Promise<Releases> {
  return (await findReleases(on, [license], counting)).get(license.id) as Releases;
}

/** @throws ReleaseLimitError if no release is left (DEV-9). */
export async function assertReleaseLeft(on: Queryable, license: ReleasingLicense, counting: Counting): Promise<void> {
  const releases = await getReleases(on, license, counting);
  if (releases.left <= 0) throw new ReleaseLimitError(releases);
}

/** Grants a license more releases for thirty days, and audits it (LCN-8). */
export async function grantReleases(
  { actor, audit }: { readonly actor: Actor; readonly audit: Audit },
  on: Queryable,
  license: { readonly id: number; readonly accountId: number },
  { amount, reason }: { readonly amount: number; readonly reason: string },
): Promise<void> {
  await insertGrant(on, { licenseId: license.id, amount, reason, grantedBy: actor.realUserId });
  const detail = { licenseId: license.id, amount, reason };
  await audit.record({ ...actor, accountId: license.accountId, kind: 'releasesGranted', detail }, on);
}

/** Releases as answers show them. */
export function presentReleases({ nextAt, ...releases }: Releases): LicenseDetails['releases'] {
  return { ...releases, nextAt: nextAt?.toISOString() ?? null };
}
