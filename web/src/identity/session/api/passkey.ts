import type { SignInOutcome } from '@portico/contract';
import { api } from '../../../lib/api.ts';
import { wantedReturnUrl } from './return-url.ts';

/** Loaded only when a passkey is needed. */
const authenticator = () => import('@simplewebauthn/browser');

/** The browser does not support passkeys, or returned none: canceled, none stored, timed out. */
export class NoPasskeyError extends Error {
  override readonly name = 'NoPasskeyError';
  readonly isSupported: boolean;

  constructor(isSupported: boolean, cause?: unknown) {
    super(isSupported ? 'no passkey was given' : 'the browser knows no passkeys', { cause });
    this.isSupported = isSupported;
  }
}

/** Whether the browser can offer passkeys in the menu of a field. */
export async function offersPasskeysInFields(): Promise<boolean> {
  const { PublicKeyCredential: browser } = window;
  return (await browser?.isConditionalMediationAvailable?.().catch(() => false)) ?? false;
}

type Authenticator = Awaited<ReturnType<typeof authenticator>>;
type PasskeyResponse = Awaited<ReturnType<Authenticator['startAuthentication']>>;

/**
 * Asks for a passkey in the browser.
 * @param inField whether the request waits in the menu of the address field instead of a dialog; a later request
 * replaces it
 * @param isWanted whether the passkey is still wanted once the server has answered, because a menu must not replace a
 * dialog
 * @throws NoPasskeyError; ApiError if the server did not answer
 */
export async function requestPasskey(inField: boolean, isWanted = () => true): Promise<PasskeyResponse> {
  if (!window.PublicKeyCredential) throw new NoPasskeyError(false);
  const [{ options }, { startAuthentication }] = await Promise.all([
    api('POST /api/Passkeys/SignIn/Options', { body: {} }),
    authenticator(),
  ]);
  if (!isWanted()) throw new NoPasskeyError(true);
  type Request = Parameters<typeof startAuthentication>[0];
  try {
    return await startAuthentication({
      // The server's own library created these options.
      optionsJSON: options as unknown as Request['optionsJSON'],
      useBrowserAutofill: inField,
    });
  } catch (cause) {
    throw new NoPasskeyError(true, cause);
  }
}

/**
 * Signs in with the passkey, which counts as both factors.
 * @throws ApiError InvalidCredentials for an unknown passkey
 */
export function signInWithPasskey(response: PasskeyResponse, rememberMe: boolean): Promise<SignInOutcome> {
  const returnUrl = wantedReturnUrl();
  return api('POST /api/Passkeys/SignIn', {
    body: { response: { ...response }, RememberMe: rememberMe, ...(returnUrl && { ReturnUrl: returnUrl }) },
  });
}
