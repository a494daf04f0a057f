import type { LicenseRow } from './licenses.queries.ts';

/** An unlimited number of devices or domains (ORD-5). */
export const unlimited = -1;

export function isExpired({ expiresAt }: Pick<LicenseRow, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** Whether a license covers devices and has a file: it is active and has not expired (LCN-4). */
export function isUsable(license: Pick<LicenseRow, 'status' | 'expiresAt'>, now: Date): boolean {
  return license.status === 1 && !isExpired(license, now);
}

/** Whether another device would have a seat. */
export function hasFreeSeat({ quantity, usedQuantity }: Pick<LicenseRow, 'quantity' | 'usedQuantity'>): boolean {
  return quantity === unlimited || usedQuantity < quantity;
}
