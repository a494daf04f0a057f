import type { Plan } from '../../catalog/index.ts';
import type { LicenseRow } from './licenses.queries.ts';

/** Stands for any number of devices or domains (ORD-5). */
export const unlimited = -1;

/** The releases that every plan allows at least. */
const leastReleases = 3;

export function isExpired({ expiresAt }: Pick<LicenseRow, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** Whether a license covers devices and has a file: it is active and has not expired (LCN-4). */
export function isUsable(license: Pick<LicenseRow, 'status' | 'expiresAt'>, now: Date): boolean {
  return license.status === 1 && !isExpired(license, now);
}

/** Whether a device more has a place. */
export function hasPlace({ quantity, usedQuantity }: Pick<LicenseRow, 'quantity' | 'usedQuantity'>): boolean {
  return quantity === unlimited || usedQuantity < quantity;
}

/**
 * The places that may be freed in thirty days (DEV-9): what the plan says, else as many as there are places, at least three; and what operators granted.
 * @param granted releases that operators granted in these thirty days
 */
export function allowedReleases(
  { quantity }: Pick<LicenseRow, 'quantity'>,
  plan: Pick<Plan, 'releases'> | undefined,
  granted: number,
): number {
  const places = quantity === unlimited ? Number.MAX_SAFE_INTEGER - granted : quantity;
  return (plan?.releases ?? Math.max(places, leastReleases)) + granted;
}
