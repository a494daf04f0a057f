import type { LicensedDevice, LicensedLicense } from '@portico/contract';
import { licenseState } from './licensing.rules.ts';
import type { CallDevice, CallLicense } from './look-up.ts';

const statuses = ['active', 'exceeded', 'blocked', 'pending', 'canceled', 'released'] as const;

export function presentDevice({
  id,
  hardwareId,
  name,
  status,
  assignedAt,
}: Pick<CallDevice, 'id' | 'hardwareId' | 'name' | 'status' | 'assignedAt'>): LicensedDevice {
  return { id, hardwareId, name, status: statuses[status], assignedAt: assignedAt.toISOString() };
}

/** A license as products see it. Product and plan are the catalog's ids, independent of language. */
export function presentLicense(license: CallLicense, isPaymentDue: boolean, now: Date): LicensedLicense {
  const expiresAt = license.expiresAt?.toISOString() ?? null;
  return {
    number: license.number,
    serialNumber: license.serialNumber,
    product: license.productId,
    plan: license.planId,
    model: license.licenseModel === 1 ? 'floating' : 'host-locked',
    status: licenseState(license, now),
    expiresAt,
    trial: license.trial,
    quantity: license.quantity,
    used: license.usedQuantity,
    ...(isPaymentDue && expiresAt !== null && { graceUntil: expiresAt }),
  };
}
