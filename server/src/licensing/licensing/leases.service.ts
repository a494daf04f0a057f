import {
  type CheckOut,
  checkOutLease,
  type Renewal,
  renewAfterSeconds,
  renewLease,
  returnLease,
} from '../devices/leases.ts';
import { findLicense } from '../licenses/licenses.queries.ts';
import { recordRefusal } from './activations.service.ts';
import { assertActive, type CallServices, chooseLicense, createLimitKey, findPaymentDue } from './choose-license.ts';
import { createChangeContext, describeMachine } from './describe-machine.ts';
import type { Answer, Body, Call } from './licensing.context.ts';
import { LicensingError } from './licensing.errors.ts';
import { presentDevice, presentLicense } from './licensing.presentation.ts';
import { createUsageReport } from './usage-report.ts';

/** Takes a seat of a floating license (LIC-17). @throws LicensingError with the codes of the call; TooManyRequestsError */
export async function checkOut(context: CallServices, call: Call<Body<'checkOut'>>): Promise<Answer<'checkOut'>> {
  const { license, device, isPaymentDue } = await chooseLicense(context, call);
  if (license.licenseModel === 0) throw new LicensingError('NotFloating');
  if (!device) await context.limits.takeChange(createLimitKey(call), call.body.hardwareId);
  const { requestKey, borrowDays } = call.body;
  const changeContext = await createChangeContext(context, call);
  const opened = await checkOutLease(changeContext, license.id, describeMachine(context, call), {
    requestKey,
    borrowDays,
  });
  if (opened.outcome === 'open') return present(context, opened, isPaymentDue);
  if (opened.outcome !== 'notLent') throw await recordRefusal(context, changeContext, opened);
  await context.reports.ofLicense({ licenseId: license.id, refusals: 1 });
  const { mostDays } = opened;
  throw new LicensingError('BorrowingNotAllowed', { values: { mostDays }, additionalData: { mostDays } });
}

/** Renews a lease (LIC-18). @throws LicensingError SessionEnded, LicenseNotActive, DeviceBlocked */
export async function renew(context: CallServices, call: Call<Body<'renew'>>): Promise<Answer<'checkOut'>> {
  const { sessionId, counters } = call.body;
  const renewal = await renewLease(await createChangeContext(context, call), sessionId, (id) =>
    findProductLicense(context, call, id),
  );
  if (renewal.outcome !== 'open') throw await recordRefusedRenewal(context, renewal);
  const { device, license } = renewal;
  const known = { id: device.id, hasAddress: device.ipAddress !== null, version: null };
  const [isDue] = await Promise.all([
    findPaymentDue(context, license),
    context.reports.ofDevice(createUsageReport(call, known, { checks: 0, counters, isOnce: counters !== undefined })),
  ]);
  return present(context, renewal, isDue);
}

async function recordRefusedRenewal(
  context: CallServices,
  renewal: Exclude<Renewal, { outcome: 'open' }>,
): Promise<LicensingError> {
  const { license, outcome } = renewal;
  if (license) await context.reports.ofLicense({ licenseId: license.id, refusals: 1 });
  if (outcome === 'notActive') assertActive(context, renewal.license);
  return new LicensingError(outcome === 'blocked' ? 'DeviceBlocked' : 'SessionEnded');
}

/** Returns a lease (LIC-17). Does nothing if it has ended. */
export async function giveBack(context: CallServices, call: Call<Body<'giveBack'>>): Promise<{ returned: true }> {
  const isOfProduct = async (id: number) => (await findProductLicense(context, call, id)) !== undefined;
  await returnLease(await createChangeContext(context, call), call.body.sessionId, isOfProduct);
  return { returned: true };
}

/** @returns undefined for a license of another account or product */
async function findProductLicense({ database }: CallServices, { accountId, productId }: Call<object>, id: number) {
  const license = await findLicense(database.query, accountId, id);
  return license?.productId === productId ? license : undefined;
}

function present(
  { catalog }: CallServices,
  { lease, device, license }: Extract<CheckOut, { outcome: 'open' }>,
  isDue: boolean,
): Answer<'checkOut'> {
  return {
    session: {
      id: lease.id,
      expiresAt: lease.expiresAt.toISOString(),
      borrowedUntil: lease.borrowedUntil?.toISOString() ?? null,
    },
    renewAfterSeconds: renewAfterSeconds(lease),
    device: presentDevice(device),
    license: presentLicense(license, isDue, catalog.now()),
  };
}
