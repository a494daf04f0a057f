import { findOnLicense } from '../devices/reported-devices.queries.ts';
import { isPaymentDue } from '../licenses/licenses.presentation.ts';
import { findLatestLicense } from '../licenses/licenses.queries.ts';
import { findOrders } from '../orders/license-orders.queries.ts';
import type { Call, LicensingServices } from './licensing.context.ts';
import { LicensingError } from './licensing.errors.ts';
import { chooseCandidate, licenseState } from './licensing.rules.ts';
import type { LicensingLimits, LimitKey } from './limits.ts';
import type { LicenseCandidate } from './look-up.ts';

export interface CallServices extends LicensingServices {
  readonly limits: LicensingLimits;
}

interface LicenseNaming {
  readonly serialNumber?: string | undefined;
  readonly hardwareId?: string | undefined;
}

/** The license that a call applies to (LIC-6). @throws LicensingError LicenseUnknown, LicenseAmbiguous; TooManyRequestsError (LIC-8) */
export async function chooseLicense(context: CallServices, call: Call<LicenseNaming>): Promise<LicenseCandidate> {
  const { body, candidates } = call;
  const { address } = call.actor;
  const chosen = chooseCandidate(candidates);
  if (chosen === 'several') throw licenseAmbiguousError(call);
  if (body.serialNumber === undefined) {
    const latest = chosen === 'none' ? await findLatestCandidate(context, call) : chosen;
    if (!latest) throw new LicensingError('LicenseUnknown');
    return latest;
  }
  if (chosen === 'none') {
    await context.limits.takeUnknownSerial(address);
    throw new LicensingError('LicenseUnknown');
  }
  // After too many unknown serial numbers, a device that the license knows still works.
  if (!chosen.device) await context.limits.assertFewUnknownSerials(address);
  return chosen;
}

/** The values by which limits identify a caller. */
export function createLimitKey({ tokenId, actor: { address } }: Call<object>): LimitKey {
  return { tokenId, address };
}

/** If no license is usable, the latest one explains why. */
async function findLatestCandidate(
  { database }: LicensingServices,
  { accountId, productId, body: { hardwareId } }: Call<LicenseNaming>,
): Promise<LicenseCandidate | undefined> {
  const on = database.query;
  const license = await findLatestLicense(on, accountId, productId);
  if (!license) return undefined;
  const device = hardwareId === undefined ? undefined : await findOnLicense(on, license.id, hardwareId);
  const known = device && { ...device, hasAddress: device.ipAddress !== null, version: null };
  return { license, isPaymentDue: await findPaymentDue({ database }, license), device: known, hasSession: false };
}

/** Whether the license ends unless a payment arrives. */
export async function findPaymentDue(
  { database }: Pick<LicensingServices, 'database'>,
  { orderId, status }: Pick<LicenseCandidate['license'], 'orderId' | 'status'>,
): Promise<boolean> {
  const order = (await findOrders(database.query, [orderId])).get(orderId);
  return order !== undefined && isPaymentDue({ status }, order);
}

/** Public tokens get no serial numbers, because anyone with the product has them. */
function licenseAmbiguousError({ candidates, isSecret }: Call<LicenseNaming>): LicensingError {
  const licenses = candidates.map(({ license }) => ({
    number: license.number,
    ...(isSecret && { serialNumber: license.serialNumber }),
    used: license.usedQuantity,
    quantity: license.quantity,
    expiresAt: license.expiresAt?.toISOString() ?? null,
  }));
  return new LicensingError('LicenseAmbiguous', { additionalData: { licenses } });
}

/** @throws LicensingError LicenseNotActive, with the license's state */
export function assertActive(
  { catalog }: Pick<LicensingServices, 'catalog'>,
  license: LicenseCandidate['license'],
): void {
  const status = licenseState(license, catalog.now());
  if (status !== 'active') throw new LicensingError('LicenseNotActive', { additionalData: { status } });
}
