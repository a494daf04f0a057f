import type { License, LicenseDetails } from '@portico/contract';

/** Any number of devices (ORD-5). */
export const unlimited = -1;
/** Above this number, a bar replaces the tiles. */
const maxTiles = 24;

/** What a license needs: the first that applies. */
export type Need = 'canceled' | 'expired' | 'paymentDue' | 'ending' | 'exceeded' | 'pending' | 'full';

/** The most urgent action that the license needs; null if it needs none. */
export function findNeed(
  license: Pick<
    LicenseDetails,
    | 'status'
    | 'isExpired'
    | 'isPaymentDue'
    | 'endsSoon'
    | 'hardwareIdQuantity'
    | 'usedHardwareIdQuantity'
    | 'exceededHardwareIdQuantity'
  >,
): Need | null {
  if (license.status === 3) return 'canceled';
  if (license.isExpired) return 'expired';
  if (license.isPaymentDue) return 'paymentDue';
  if (license.endsSoon) return 'ending';
  if (license.exceededHardwareIdQuantity > 0) return 'exceeded';
  if (license.status === 2) return 'pending';
  return isFull(license) ? 'full' : null;
}

/** Whether all seats are taken. */
export function isFull({
  hardwareIdQuantity,
  usedHardwareIdQuantity,
}: Pick<License, 'hardwareIdQuantity' | 'usedHardwareIdQuantity'>): boolean {
  return hardwareIdQuantity !== unlimited && usedHardwareIdQuantity >= hardwareIdQuantity;
}

/** Whether the license covers devices: it is active and has not expired (LCN-4). */
export function isUsable({ status, isExpired }: Pick<License, 'status' | 'isExpired'>): boolean {
  return status === 1 && !isExpired;
}

export type SeatKind = keyof LicenseDetails['devices'] | 'free';

export interface Seats {
  /** Seats by kind, in display order, including free seats. Empty kinds are omitted. */
  held: { kind: SeatKind; count: number }[];
  /** Devices without a seat. */
  exceeded: number;
  /** Whether each seat is a tile; otherwise the seats are shown as a bar. */
  areTiles: boolean;
}

/** The seats of a license, and the devices without one. The sessions of a floating license use its seats (LIC-17). */
export function countSeats({
  devices,
  licenseModel,
  hardwareIdQuantity,
  usedHardwareIdQuantity,
}: Pick<LicenseDetails, 'devices' | 'licenseModel' | 'hardwareIdQuantity' | 'usedHardwareIdQuantity'>): Seats {
  const sessions = { active: usedHardwareIdQuantity, pending: 0, blocked: 0, canceled: 0, exceeded: 0 };
  const { exceeded, ...held } = licenseModel === 1 ? sessions : devices;
  const free = hardwareIdQuantity === unlimited ? 0 : Math.max(0, hardwareIdQuantity - usedHardwareIdQuantity);
  const kinds = (['active', 'pending', 'blocked', 'canceled'] as const).map((kind) => ({ kind, count: held[kind] }));
  const all = [...kinds, { kind: 'free' as const, count: free }].filter(({ count }) => count > 0);
  const shown = all.reduce((sum, { count }) => sum + count, exceeded);
  return { held: all, exceeded, areTiles: hardwareIdQuantity !== unlimited && shown <= maxTiles };
}
