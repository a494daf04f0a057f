/** Loaded when a passkey is wanted, not with the page. */
const library = () => import('@simplewebauthn/browser');

/** The browser gave no passkey: canceled, none there, too late, or none supported. */
export class NoPasskeyError extends Error {
  override readonly name = 'NoPasskeyError';
  /** `known`: the authenticator has a passkey of this user already. `unsupported`: the browser or device cannot keep one. */
  readonly reason: 'canceled' | 'known' | 'unsupported';

  constructor(reason: NoPasskeyError['reason'], cause?: unknown) {
    super(`no passkey: ${reason}`, { cause });
    this.reason = reason;
  }
}

type Options = Record<string, unknown>;

/** Whether the browser knows passkeys. */
const knowsPasskeys = () => typeof window.PublicKeyCredential === 'function';

/** Whether this device itself can keep a passkey, behind a fingerprint, a face or a PIN. */
export async function keepsPasskeys(): Promise<boolean> {
  if (!knowsPasskeys()) return false;
  return window.PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false);
}

/** Has the browser make a passkey. @throws NoPasskeyError */
export async function makePasskey(options: Options): Promise<Record<string, unknown>> {
  if (!knowsPasskeys()) throw new NoPasskeyError('unsupported');
  const { startRegistration } = await library();
  type Request = Parameters<typeof startRegistration>[0];
  try {
    // The server's library made the options.
    return { ...(await startRegistration({ optionsJSON: options as unknown as Request['optionsJSON'] })) };
  } catch (cause) {
    throw new NoPasskeyError(reasonOf(cause), cause);
  }
}

/** Has the browser prove one of the passkeys that the options allow. @throws NoPasskeyError */
export async function provePasskey(options: Options): Promise<Record<string, unknown>> {
  if (!knowsPasskeys()) throw new NoPasskeyError('unsupported');
  const { startAuthentication } = await library();
  type Request = Parameters<typeof startAuthentication>[0];
  try {
    return { ...(await startAuthentication({ optionsJSON: options as unknown as Request['optionsJSON'] })) };
  } catch (cause) {
    throw new NoPasskeyError(reasonOf(cause), cause);
  }
}

/** Lets what keeps a passkey know that it opens nothing any more. Browsers that cannot tell it do nothing. */
export async function forgetPasskey(credentialId: string): Promise<void> {
  const { sendSignal } = await library();
  await sendSignal({
    signalName: 'unknownCredential',
    rpID: location.hostname,
    credentialID: credentialId,
  }).catch(() => {});
}

function reasonOf(cause: unknown): NoPasskeyError['reason'] {
  const { code, name } = cause as { code?: string; name?: string };
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'known';
  return name === 'NotSupportedError' || code?.includes('MISSING') ? 'unsupported' : 'canceled';
}
