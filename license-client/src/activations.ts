import { answerBehind, type ClientContext, callPortal } from './calls.ts';
import { deviceFields, fingerprintFields } from './checks.ts';
import { isRefusal, LicensingError } from './errors.ts';
import { type NoPlace, noPlace } from './no-place.ts';
import type { Answer } from './signed-answer.ts';
import type { Standing } from './standing.ts';
import { type DeviceState, readDeviceState } from './wire.ts';

export interface ActivateOptions {
  /** The serial number that the user typed; stored once the activation succeeded. */
  readonly serialNumber?: string;
  readonly signal?: AbortSignal;
}

export interface Activated {
  /** `recognized`: the portal recognized the device by its fingerprints, although its hardware ID changed. */
  readonly outcome: 'activated' | 'already' | 'recognized';
  readonly device: DeviceState;
  readonly standing: Standing;
}

export type Activation = Activated | NoPlace<Activation>;

const outcomes: readonly unknown[] = ['activated', 'already', 'recognized'];

/**
 * Activates this device. Repeating it returns the same activation.
 * @param replaces the device to evict
 * @throws LicensingError with the portal's code; `LicenseFull` is an outcome instead
 */
export async function activate(
  context: ClientContext,
  options: ActivateOptions,
  replaces?: number,
): Promise<Activation> {
  const { serialNumber, signal } = options;
  let answer: Answer;
  try {
    const fields = {
      ...(await deviceFields(context)),
      ...(serialNumber !== undefined && { serialNumber }),
      ...fingerprintFields(context),
      name: context.options.name,
      replaces,
    };
    answer = await callPortal(context, 'activations', fields, { signal });
  } catch (error) {
    if (!(error instanceof LicensingError)) throw error;
    if (error.code === 'LicenseFull') return noPlace(error, (deviceId) => activate(context, options, deviceId));
    // A refusal for another serial number does not affect the current license.
    const refused = serialNumber === undefined && isRefusal(error.code) ? answerBehind(error) : undefined;
    if (refused) await context.standings.keep(refused);
    throw error;
  }
  const { status, device } = answer.body;
  const known = readDeviceState(device);
  if (!outcomes.includes(status) || !known) {
    const reason = 'malformed';
    throw new LicensingError('AnswerNotTrusted', 'The answer has an unexpected form.', { reason });
  }
  if (serialNumber !== undefined) (await context.state.load()).serialNumber = serialNumber;
  const standing = await context.standings.keep(answer);
  return { outcome: status as Activated['outcome'], device: known, standing };
}

/** Removes this device from its license, which frees its seat. Repeating it changes nothing. */
export async function deactivate(context: ClientContext): Promise<Standing> {
  const { license } = await context.standings.current();
  const identity = await deviceFields(context);
  await callPortal(context, 'deactivations', {
    ...identity,
    serialNumber: license?.serialNumber ?? identity.serialNumber,
  });
  return context.standings.forget(['word', 'lease', 'requestKey', 'serialNumber']);
}

/** Frees the seat of another device, for this device if the token is public. */
export async function evict(context: ClientContext, deviceId: number): Promise<void> {
  await callPortal(context, 'evictions', { deviceId, for: { hardwareId: context.options.hardwareId } });
}
