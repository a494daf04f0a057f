import { type ClientContext, callPortal } from './calls.ts';
import { deviceFields } from './checks.ts';
import { LicensingError } from './errors.ts';
import { isObject } from './license.ts';
import type { Answer } from './signed-answer.ts';
import { type DeviceState, type Features, type LicenseState, readFeatures, readLicenseState } from './wire.ts';

/** A page of a license's devices. */
export interface DevicePage {
  readonly items: readonly DeviceState[];
  readonly total: number;
  readonly totalPages: number;
  readonly page: number;
  readonly pageSize: number;
}

/** The usage of a license on a UTC day. */
export interface UsageDay {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly checks: number;
  readonly refusals: number;
  readonly devices: number;
  readonly activations: number;
  readonly deactivations: number;
  readonly peakSessions: number;
  /** Sums of the product's counts by name. */
  readonly counters: Readonly<Record<string, number>>;
}

/** What the license's plan includes. */
export async function readLicensed(context: ClientContext): Promise<{ license: LicenseState; features: Features }> {
  const { serialNumber } = await deviceFields(context);
  const { body } = await callPortal(context, 'features', { serialNumber });
  const [license, features] = [readLicenseState(body.license), readFeatures(body.features)];
  if (!license || !features) throw malformed();
  return { license, features };
}

/** The license's devices. Only secret tokens may read them. */
export async function listDevices(
  context: ClientContext,
  { page = 1, pageSize = 100 }: { readonly page?: number; readonly pageSize?: number },
): Promise<DevicePage> {
  const { serialNumber } = await deviceFields(context);
  const { body } = await callPortal(context, 'devices/list', { serialNumber, page, pageSize });
  return readItems<DevicePage>(body, 'items');
}

/**
 * The reports of the license's devices by day. Only secret tokens may read them. @param range days as YYYY-MM-DD, at
 * most 730
 */
export async function readUsage(
  context: ClientContext,
  range: { readonly from: string; readonly to: string },
): Promise<readonly UsageDay[]> {
  const { serialNumber } = await deviceFields(context);
  const { body } = await callPortal(context, 'usage/read', { serialNumber, ...range });
  return readItems<{ days: readonly UsageDay[] }>(body, 'days').days;
}

function readItems<Form>(body: Answer['body'], name: string): Form {
  const items = body[name];
  if (!Array.isArray(items) || !items.every(isObject)) throw malformed();
  return body as Form;
}

function malformed(): LicensingError {
  return new LicensingError('AnswerNotTrusted', 'The answer has an unexpected form.', { reason: 'malformed' });
}
