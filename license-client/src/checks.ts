import { answerBehind, type CallOptions, type ClientContext, callPortal } from './calls.ts';
import type { Counter } from './counts.ts';
import { isAway, isRefusal, LicensingError } from './errors.ts';
import type { Answer, Fields } from './signed-answer.ts';
import { readWord, type Standing } from './standing.ts';

/** A feature by the catalog's ids. */
export interface FeatureName {
  readonly scope: string;
  readonly name: string;
}

export interface CheckOptions {
  /** Also requires this feature; without it the code is `FeatureMissing`. */
  readonly feature?: FeatureName;
  /** Seconds for which an earlier yes of the portal is used without asking again. 0 by default. */
  readonly maxAgeSeconds?: number;
  readonly signal?: AbortSignal;
}

/**
 * Asks whether this device may use its license. Without an answer, an earlier one is used for as long as the license
 * allows.
 */
export async function check(context: ClientContext, counter: Counter, options: CheckOptions): Promise<Standing> {
  const { feature, maxAgeSeconds = 0, signal } = options;
  if (maxAgeSeconds > 0 && (await isYounger(context, maxAgeSeconds))) {
    counter.addCheck();
    return withFeature(await context.standings.current(), feature);
  }
  const fields = { ...(await deviceFields(context)), ...fingerprintFields(context), ...(feature && { feature }) };
  const standing = await validate(context, fields, { signal });
  if (standing.source !== 'portal') counter.addCheck();
  return withFeature(standing, feature);
}

/** The fields that identify this device and its license in calls. */
export async function deviceFields({ options, state }: ClientContext): Promise<Fields> {
  const { serialNumber = options.serialNumber } = await state.load();
  return { serialNumber, hardwareId: options.hardwareId };
}

/** The fingerprints by which the device is recognized. */
export function fingerprintFields({ options: { fingerprints } }: ClientContext): Fields {
  return fingerprints.length > 0 ? { fingerprints } : {};
}

/** @throws LicensingError for an error of the call itself */
async function validate(context: ClientContext, fields: Fields, options: CallOptions): Promise<Standing> {
  let answer: Answer;
  try {
    answer = await callPortal(context, 'validations', fields, options);
  } catch (error) {
    return standingAfter(context, error);
  }
  const word = readWord(answer);
  if (word?.code !== 'FeatureMissing') return context.standings.keep(answer);
  // A missing feature says nothing about the device.
  const { license, device, features } = word;
  const details = { ...(license && { license }), ...(device && { device }), ...(features && { features }) };
  return { ...details, isLicensed: false, code: word.code, source: 'portal', until: null };
}

/** The standing after a failed call. @throws the error if the call itself was wrong */
export async function standingAfter({ standings, events }: ClientContext, error: unknown): Promise<Standing> {
  if (!(error instanceof LicensingError)) throw error;
  const answer = answerBehind(error);
  if (answer && isRefusal(error.code)) return standings.keep(answer);
  // A replaced token says nothing about the license.
  const isToken = error.code === 'TokenRejected' || error.code === 'TokenTypeRefused';
  if (isToken) events.emit('failed', error);
  if (isAway(error) || isToken) return standings.current(error);
  throw error;
}

/** Turns a yes into a no if the feature is missing. */
function withFeature(standing: Standing, feature: FeatureName | undefined): Standing {
  if (!feature || !standing.isLicensed || standing.source === 'portal') return standing;
  const value = standing.features?.[feature.scope]?.[feature.name];
  return value === undefined || value === false ? { ...standing, isLicensed: false, code: 'FeatureMissing' } : standing;
}

async function isYounger({ clock, standings }: ClientContext, seconds: number): Promise<boolean> {
  const { isLicensed, source, saidAt } = await standings.current();
  if (!isLicensed || source !== 'earlier' || !saidAt) return false;
  return (await clock.now()) - saidAt.getTime() < seconds * 1000;
}
