import type { LicenseFullData } from '@portico/contract';
import { findPlan } from '../../catalog/index.ts';
import { TooManyRequestsError } from '../../core/http/app-error.ts';
import { activateDevice } from '../devices/activate.ts';
import { type Deactivation, deactivateDevice, evictDevice, findEvictableDevices } from '../devices/deactivate.ts';
import { type DeviceRow, findDevice } from '../devices/devices.queries.ts';
import type { ProductContext, Refusal } from '../devices/product-context.ts';
import { findReleased, listByHardwareId } from '../devices/reported-devices.queries.ts';
import { findLicense, type LicenseRow, listLicenseIds } from '../licenses/licenses.queries.ts';
import { assertActive, type CallServices, chooseLicense, createLimitKey } from './choose-license.ts';
import { createChangeContext, describeMachine } from './describe-machine.ts';
import type { Answer, Body, Call } from './licensing.context.ts';
import { LicensingError } from './licensing.errors.ts';
import { presentDevice, presentLicense } from './licensing.presentation.ts';
import { allowedOfflineHours, planFeatures } from './licensing.rules.ts';
import type { CallLicense } from './look-up.ts';
import { createUsageReport } from './usage-report.ts';

/** Puts a device on its license (LIC-10). @throws LicensingError with the codes of the call; ReleaseLimitError; TooManyRequestsError */
export async function activate(context: CallServices, call: Call<Body<'activate'>>): Promise<Answer<'activate'>> {
  const found = await chooseLicense(context, call);
  const { license, device, isPaymentDue } = found;
  if (license.licenseModel === 1) throw new LicensingError('HostLockedOnly');
  const now = context.catalog.now();
  const shown = (one: CallLicense) => ({
    license: presentLicense(one, isPaymentDue, now),
    offlineHours: allowedOfflineHours(one, call.products.get(one.productId), now),
  });
  // Products activate at each start, so most activations are of a device that is already active.
  if (device?.status === 0 && call.body.fingerprints === undefined) {
    assertActive(context, license);
    await context.reports.ofDevice(createUsageReport(call, device, { checks: 0 }));
    return { status: 'already', device: presentDevice(device), ...shown(license) };
  }
  if (!device) await context.limits.takeChange(createLimitKey(call), call.body.hardwareId);
  const changeContext = await createChangeContext(context, call);
  const activation = await activateDevice(
    changeContext,
    license.id,
    describeMachine(context, call),
    call.body.replaces,
  );
  if (!('device' in activation)) throw await recordRefusal(context, changeContext, activation);
  return { status: activation.outcome, device: presentDevice(activation.device), ...shown(activation.license) };
}

const refusalCodes = {
  blocked: 'DeviceBlocked',
  trialUsed: 'TrialUsed',
  deviceUnknown: 'DeviceUnknown',
  notActive: 'LicenseUnknown',
} as const;

/** Counts a refusal on its license's day. @returns the error for the product */
export async function recordRefusal(
  context: CallServices,
  changeContext: ProductContext,
  refusal: Refusal,
): Promise<LicensingError | TooManyRequestsError> {
  if (refusal.outcome === 'gone') return new LicensingError('LicenseUnknown');
  const { license, outcome } = refusal;
  await context.reports.ofLicense({ licenseId: license.id, refusals: 1, wasFull: outcome === 'full' });
  if (outcome === 'tooOften') return new TooManyRequestsError(refusal.until);
  if (outcome === 'full') return licenseFullError(context, changeContext, license);
  if (outcome === 'notActive') assertActive(context, license);
  return new LicensingError(refusalCodes[outcome]);
}

/** Lists the devices that could free a seat, and the portal's page for it (LIC-11). */
async function licenseFullError(
  { publicUrl }: CallServices,
  changeContext: ProductContext,
  license: LicenseRow,
): Promise<LicensingError> {
  const { devices, releases } = await findEvictableDevices(changeContext, license);
  const isFloating = license.licenseModel === 1;
  const usesRelease = (isBorrowed: boolean) => !isFloating || isBorrowed;
  const additionalData: LicenseFullData = {
    quantity: license.quantity,
    devices: devices.map(({ id, name, lastActivityAt, isBorrowed }) => ({
      id,
      name,
      lastActivity: lastActivityAt?.toISOString() ?? null,
      ...(isFloating && { isBorrowed }),
    })),
    mayEvict: devices.some(({ isBorrowed }) => releases.left > 0 || !usesRelease(isBorrowed)),
    releasesLeft: releases.left,
    nextAt: releases.nextAt?.toISOString() ?? null,
    portalUrl: `${publicUrl}/Billing/Licenses/${license.id}`,
  };
  return new LicensingError('LicenseFull', { values: { quantity: license.quantity }, additionalData });
}

/**
 * Releases the product's own device (LIC-10). Repeating it changes nothing. A public token names the device by its
 * hardware ID, because ids are sequential and could be guessed.
 * @throws LicensingError, TokenTypeRefused for a public token with an id; ReleaseLimitError; TooManyRequestsError
 */
export async function deactivate(context: CallServices, call: Call<Body<'deactivate'>>): Promise<Answer<'deactivate'>> {
  const { deviceId } = call.body;
  if (!call.isSecret && deviceId !== undefined) throw new LicensingError('TokenTypeRefused');
  const device =
    deviceId === undefined ? await findNamedDevice(context, call) : await findProductDevice(context, call, deviceId);
  if (!device) throw new LicensingError('DeviceUnknown');
  if (device.releasedAt) return { released: true };
  await context.limits.takeChange(createLimitKey(call), device.hardwareId);
  return presentReleased(context, await deactivateDevice(await createChangeContext(context, call), device));
}

/** Releases another device, or ends its leases (LIC-11). @throws as `deactivate`; TokenTypeRefused for a public token while a seat is free */
export async function evict(context: CallServices, call: Call<Body<'evict'>>): Promise<Answer<'evict'>> {
  const { isSecret, body } = call;
  if (!isSecret && body.for === undefined) throw new LicensingError('TokenTypeRefused');
  const device = await findProductDevice(context, call, body.deviceId);
  if (!device) throw new LicensingError('DeviceUnknown');
  if (device.releasedAt) return { released: true };
  await context.limits.takeChange(createLimitKey(call), body.for?.hardwareId ?? device.hardwareId);
  if (!isSecret && (await isFloating(context, call, device))) await context.limits.takePublicEviction(call.tokenId);
  const how = { isLimited: !isSecret, replacedBy: body.for?.hardwareId };
  return presentReleased(context, await evictDevice(await createChangeContext(context, call), device, how));
}

async function isFloating(
  { database }: CallServices,
  { accountId }: Call<object>,
  device: DeviceRow,
): Promise<boolean> {
  return (await findLicense(database.query, accountId, device.licenseId))?.licenseModel === 1;
}

function presentReleased(context: CallServices, given: Deactivation): { released: true } {
  if (given.outcome === 'notActive') assertActive(context, given.license);
  if (given.outcome === 'blocked') throw new LicensingError('DeviceBlocked');
  if (given.outcome === 'notFull') throw new LicensingError('TokenTypeRefused');
  return { released: true };
}

/** @returns undefined for a device of another account or product */
async function findProductDevice(
  { database }: CallServices,
  { accountId, productId }: Call<object>,
  id: number,
): Promise<DeviceRow | undefined> {
  const device = await findDevice(database.query, accountId, id);
  const license = device && (await findLicense(database.query, accountId, device.licenseId));
  return license?.productId === productId ? device : undefined;
}

/** The device of a hardware ID: on the given license, otherwise on any license of the account and product. */
async function findNamedDevice(context: CallServices, call: Call<Body<'deactivate'>>): Promise<DeviceRow | undefined> {
  const on = context.database.query;
  const hardwareId = call.body.hardwareId as string;
  if (call.body.serialNumber !== undefined) {
    const { license, device } = await chooseLicense(context, call);
    return device ? findDevice(on, call.accountId, device.id) : findReleased(on, [license.id], hardwareId);
  }
  const ids = await listLicenseIds(on, call.accountId, call.productId);
  const [device, other] = await listByHardwareId(on, ids, hardwareId);
  if (other) throw new LicensingError('LicenseAmbiguous');
  return device ?? findReleased(on, ids, hardwareId);
}

/** The features of a license (LIC-9). @throws LicensingError */
export async function readFeatures(
  context: CallServices,
  call: Call<Body<'readFeatures'>>,
): Promise<Answer<'readFeatures'>> {
  const { license, isPaymentDue } = await chooseLicense(context, call);
  assertActive(context, license);
  const product = call.products.get(license.productId);
  return {
    license: presentLicense(license, isPaymentDue, context.catalog.now()),
    features: planFeatures(product, findPlan(call.products, license), call.body.version),
  };
}
