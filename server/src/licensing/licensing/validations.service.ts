import type { ValidationCode } from '@portico/contract';
import { findPlan } from '../../catalog/index.ts';
import type { DeviceRow } from '../devices/devices.queries.ts';
import { recognizeDevice } from '../devices/known-devices.ts';
import { findReleased } from '../devices/reported-devices.queries.ts';
import { type CallServices, chooseLicense, createLimitKey } from './choose-license.ts';
import { createChangeContext, describeMachine } from './describe-machine.ts';
import type { Answer, Body, Call } from './licensing.context.ts';
import { presentDevice, presentLicense } from './licensing.presentation.ts';
import { allowedOfflineHours, hasFeature, judge, planFeatures } from './licensing.rules.ts';
import type { CallDevice, LicenseCandidate } from './look-up.ts';
import { createUsageReport } from './usage-report.ts';

/** Checks whether a device may run (LIC-7). @throws LicensingError as `chooseLicense` */
export async function validate(context: CallServices, call: Call<Body<'validate'>>): Promise<Answer<'validate'>> {
  const found = await resolveDevice(context, call, await chooseLicense(context, call), call.body.fingerprints);
  return recordAndAnswer(context, call, found, { checks: 1, feature: call.body.feature });
}

/**
 * Checks whether a device may run, and records usage (LIC-7, LIC-13). A repeated nonce adds nothing.
 * @throws LicensingError as `chooseLicense`
 */
export async function heartbeat(context: CallServices, call: Call<Body<'heartbeat'>>): Promise<Answer<'validate'>> {
  const found = await resolveDevice(context, call, await chooseLicense(context, call), undefined);
  return recordAndAnswer(context, call, found, {
    checks: call.body.checks ?? 1,
    counters: call.body.counters,
    isOnce: true,
  });
}

/** The device for the answer: marked as seen at its first call, recognized by its fingerprints, or found among the released ones. */
async function resolveDevice(
  context: CallServices,
  call: Call<Body<'validate'> | Body<'heartbeat'>>,
  found: LicenseCandidate,
  fingerprints: Body<'validate'>['fingerprints'],
): Promise<LicenseCandidate> {
  const { license, device } = found;
  if (device?.firstSeenAt) return found;
  if (!device && fingerprints === undefined) return withReleased(context, call, found);
  if (!device) await context.limits.takeChange(createLimitKey(call), call.body.hardwareId);
  const kept = await recognizeDevice(
    await createChangeContext(context, call),
    license.id,
    describeMachine(context, call),
  );
  return kept ? { ...found, device: toCallDevice(kept) } : withReleased(context, call, found);
}

async function withReleased(
  { database }: CallServices,
  { body }: Call<Body<'validate'> | Body<'heartbeat'>>,
  found: LicenseCandidate,
): Promise<LicenseCandidate> {
  const released = await findReleased(database.query, [found.license.id], body.hardwareId);
  return released ? { ...found, device: toCallDevice(released) } : found;
}

function toCallDevice(row: DeviceRow): CallDevice {
  return { ...row, hasAddress: row.ipAddress !== null, version: null };
}

interface CallUsage {
  readonly checks: number;
  readonly counters?: Readonly<Record<string, number>> | undefined;
  readonly isOnce?: boolean;
  readonly feature?: { readonly scope: string; readonly name: string } | undefined;
}

/** Judges the call, records its report, and answers once the report is stored. */
async function recordAndAnswer(
  { catalog, reports }: CallServices,
  call: Call<Body<'validate'> | Body<'heartbeat'>>,
  found: LicenseCandidate,
  use: CallUsage,
): Promise<Answer<'validate'>> {
  const { license, device, isPaymentDue } = found;
  const now = catalog.now();
  const product = call.products.get(license.productId);
  const judged = judge(found, now);
  const features = judged === 'Valid' ? planFeatures(product, findPlan(call.products, license), call.body.version) : {};
  const code: ValidationCode =
    judged === 'Valid' && use.feature && !hasFeature(features, use.feature) ? 'FeatureMissing' : judged;
  const isValid = code === 'Valid';
  await Promise.all([
    device && device.status !== 5 && reports.ofDevice(createUsageReport(call, device, use)),
    !isValid && reports.ofLicense({ licenseId: license.id, refusals: 1 }),
  ]);
  return {
    valid: isValid,
    code,
    ...(device && { device: presentDevice(device) }),
    license: presentLicense(license, isPaymentDue, now),
    features,
    offlineHours: isValid ? allowedOfflineHours(license, product, now) : 0,
  };
}
