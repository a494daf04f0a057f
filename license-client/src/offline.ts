import type { ClientContext } from './calls.ts';
import { deviceFields } from './checks.ts';
import { randomNonce, sha256, toBase64Url } from './encoding.ts';
import { LicensingError } from './errors.ts';
import type { License } from './license.ts';
import { proofCode, shortCode, shortHardwareId } from './short-code.ts';
import type { Standing } from './standing.ts';
import { verifyLicense } from './verify-license.ts';

/** A request that a user brings to the portal from an offline device. */
export interface OfflineRequest {
  readonly fileName: string;
  /** The text of the file. */
  readonly text: string;
}

export interface ActivationRequest extends OfflineRequest {
  /** A code that the user can type instead of uploading the file. */
  readonly shortCode: string;
}

export interface DeactivationRequest extends OfflineRequest {
  /** A code that the user can type, or read out to somebody, instead of uploading the file. */
  readonly proofCode: string;
}

const fileName = 'Portico-Request.json';

/** Requests an activation file. Repeating it returns the same request, until its file was accepted. */
export async function createRequest(context: ClientContext): Promise<ActivationRequest> {
  const state = await context.state.load();
  if (!state.request) {
    const { product, hardwareId } = context.options;
    const nonce = randomNonce();
    state.request = {
      nonce,
      text: await requestText(context, { kind: 'activation', hardwareId, nonce }),
      shortCode: await shortCode(product, hardwareId),
      shortHardwareId: await shortHardwareId(hardwareId),
    };
    await context.state.save();
  }
  return { fileName, text: state.request.text, shortCode: state.request.shortCode };
}

/**
 * Accepts the activation file that the portal created for this device's request.
 * @throws LicensingError `FileRefused`; `reason` is one of `verifyLicense`, or `noActivation`, `otherRequest` or
 * `givenUp`
 */
export async function acceptActivation(context: ClientContext, text: string): Promise<Standing> {
  const license = await verify(context, text);
  const { activation } = license;
  const state = await context.state.load();
  if (!activation) throw refused('noActivation');
  if (state.givenUp?.includes(activation.key)) throw refused('givenUp');
  // Accepting the file again changes nothing.
  if (state.file !== text) {
    const { request } = state;
    const { hardwareId } = context.options;
    const isByFile = activation.hardwareId === hardwareId && activation.nonce === request?.nonce;
    const isByCode = activation.hardwareId === request?.shortHardwareId && activation.nonce === request?.shortCode;
    if (!isByFile && !isByCode) throw refused(activation.hardwareId === hardwareId ? 'otherRequest' : 'otherDevice');
    state.file = text;
    delete state.request;
    delete state.deactivation;
    await context.state.save();
  }
  return context.standings.current();
}

/**
 * Gives the activation file up and creates the proof. The file is deleted before the proof exists. Repeating it returns
 * the same request.
 * @throws LicensingError `FileRefused` with the reason `noActivation` without an activation file
 */
export async function createDeactivation(context: ClientContext): Promise<DeactivationRequest> {
  const state = await context.state.load();
  if (state.deactivation === undefined) {
    if (state.file === undefined) throw refused('noActivation');
    const { activation } = await verify(context, state.file, true);
    if (!activation) throw refused('noActivation');
    const nonce = randomNonce();
    const proof = toBase64Url(await sha256(`portico-deactivation-v1.${activation.key}.${nonce}`));
    const { hardwareId } = activation;
    const request = await requestText(context, { kind: 'deactivation', hardwareId, nonce, proof });
    delete state.file;
    state.givenUp = [...(state.givenUp ?? []).slice(-99), activation.key];
    state.deactivation = request;
    await context.state.save();
  }
  const key = state.givenUp?.at(-1);
  if (key === undefined) throw refused('noActivation');
  return { fileName, text: state.deactivation, proofCode: await proofCode(key) };
}

interface Asked {
  readonly kind: 'activation' | 'deactivation';
  readonly hardwareId: string;
  readonly nonce: string;
  readonly proof?: string;
}

async function requestText(context: ClientContext, { kind, hardwareId, nonce, proof }: Asked): Promise<string> {
  const { product, version, name, fingerprints } = context.options;
  const { serialNumber } = await deviceFields(context);
  const time = new Date(await context.clock.now()).toISOString();
  const request = {
    format: 'portico-request',
    version: 1,
    kind,
    product,
    productVersion: version,
    hardwareId,
    name: name ?? hardwareId,
    fingerprints,
    serialNumber,
    nonce,
    time,
    proof,
  };
  return `${JSON.stringify(request, null, 2)}\n`;
}

/** @param isEnding whether an expired file is accepted, because it can be given up too */
async function verify(
  { options: { product }, keys, clock }: ClientContext,
  text: string,
  isEnding = false,
): Promise<License> {
  const now = new Date(await clock.now());
  const publicKeys = await keys.all();
  if (Object.keys(publicKeys).length === 0) {
    throw new TypeError('an offline device needs the option publicKeys');
  }
  const verified = await verifyLicense(text, { publicKeys, product, now });
  if (verified.ok) return verified.license;
  if (isEnding && (verified.reason === 'expired' || verified.reason === 'notYetIssued')) {
    const earlier = await verifyLicense(text, { publicKeys, product, now, clockTolerance: Number.MAX_SAFE_INTEGER });
    if (earlier.ok) return earlier.license;
  }
  throw refused(verified.reason);
}

function refused(reason: string): LicensingError {
  return new LicensingError('FileRefused', `This activation file is not accepted: ${reason}.`, { reason });
}
