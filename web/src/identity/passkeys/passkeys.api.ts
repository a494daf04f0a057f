import { useLingui } from '@lingui/react/macro';
import type { Passkey } from '@portico/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { withConfirmation } from '../../lib/confirmation.ts';
import { notify } from '../../lib/notify.tsx';

/** Loaded only when a passkey is needed. */
const library = () => import('@simplewebauthn/browser');

/** The browser returned no passkey: canceled, none stored, timed out, or unsupported. */
export class NoPasskeyError extends Error {
  override readonly name = 'NoPasskeyError';
  /**
   * `known`: the authenticator already has a passkey of this user. `unsupported`: the browser or device cannot store
   * one.
   */
  readonly reason: 'canceled' | 'known' | 'unsupported';

  constructor(reason: NoPasskeyError['reason'], cause?: unknown) {
    super(`no passkey: ${reason}`, { cause });
    this.reason = reason;
  }
}

type Options = Record<string, unknown>;

/** Whether the browser supports passkeys. */
const supportsPasskeys = () => typeof window.PublicKeyCredential === 'function';

/** Whether this device itself can store a passkey, behind a fingerprint, a face or a PIN. */
export async function canStorePasskeys(): Promise<boolean> {
  if (!supportsPasskeys()) return false;
  return window.PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false);
}

/**
 * Creates a passkey in the browser.
 * @throws NoPasskeyError
 */
async function makePasskey(options: Options): Promise<Record<string, unknown>> {
  if (!supportsPasskeys()) throw new NoPasskeyError('unsupported');
  const { startRegistration } = await library();
  type Request = Parameters<typeof startRegistration>[0];
  try {
    // The server's library created the options.
    return { ...(await startRegistration({ optionsJSON: options as unknown as Request['optionsJSON'] })) };
  } catch (cause) {
    throw new NoPasskeyError(toReason(cause), cause);
  }
}

/**
 * Proves one of the passkeys that the options allow.
 * @throws NoPasskeyError
 */
async function provePasskey(options: Options): Promise<Record<string, unknown>> {
  if (!supportsPasskeys()) throw new NoPasskeyError('unsupported');
  const { startAuthentication } = await library();
  type Request = Parameters<typeof startAuthentication>[0];
  try {
    return { ...(await startAuthentication({ optionsJSON: options as unknown as Request['optionsJSON'] })) };
  } catch (cause) {
    throw new NoPasskeyError(toReason(cause), cause);
  }
}

/** Informs the passkey's provider that the passkey is no longer valid. Browsers without this feature do nothing. */
async function forgetPasskey(credentialId: string): Promise<void> {
  const { sendSignal } = await library();
  await sendSignal({
    signalName: 'unknownCredential',
    rpID: location.hostname,
    credentialID: credentialId,
  }).catch(() => {});
}

function toReason(cause: unknown): NoPasskeyError['reason'] {
  const { code, name } = cause as { code?: string; name?: string };
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'known';
  return name === 'NotSupportedError' || code?.includes('MISSING') ? 'unsupported' : 'canceled';
}

const passkeysQuery = queryOptions({
  queryKey: ['passkeys', 'list'],
  queryFn: ({ signal }) => api('GET /api/Passkeys', { signal }),
});

/** The user's passkeys. */
export function usePasskeys() {
  return useQuery(passkeysQuery);
}

/** Refetches what depends on the user's sign-in methods: passkeys count as a second factor, and as a way to confirm. */
function useRefetchConfirmation() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['passkeys'] }),
      queryClient.invalidateQueries({ queryKey: ['second-factor'] }),
      queryClient.invalidateQueries({ queryKey: ['profile'] }),
      queryClient.invalidateQueries({ queryKey: ['external-logins'] }),
    ]);
}

/**
 * Creates a passkey in the browser and adds it, named after its authenticator. The caller shows failures, including
 * NoPasskeyError.
 */
export function useAddPasskey() {
  const { t } = useLingui();
  const readAgain = useRefetchConfirmation();
  return useMutation({
    mutationFn: async () => {
      const { options } = await withConfirmation(() => api('POST /api/Passkeys/Options', { body: {} }));
      const response = await makePasskey(options);
      return api('POST /api/Passkeys', { body: { name: '', response } });
    },
    meta: { showsErrors: true },
    onSuccess: () => {
      notify.success(t`The passkey was added`);
      return readAgain();
    },
  });
}

/** Renames a passkey. The dialog shows failures. */
export function useRenamePasskey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, name }: Pick<Passkey, 'id' | 'name'>) =>
      api('POST /api/Passkeys/{id}', { params: { id }, body: { name } }),
    meta: { showsErrors: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  });
}

/** Removes a passkey, also from its authenticator if the browser supports that. The dialog shows failures. */
export function useRemovePasskey() {
  const { t } = useLingui();
  const readAgain = useRefetchConfirmation();
  return useMutation({
    mutationFn: ({ id }: Passkey) => withConfirmation(() => api('DELETE /api/Passkeys/{id}', { params: { id } })),
    meta: { showsErrors: true },
    onSuccess: (_, { credentialId }) => {
      notify.success(t`The passkey was removed`);
      void forgetPasskey(credentialId);
      return readAgain();
    },
  });
}

/** Confirms the user with a passkey (CON-1). The caller shows failures, including NoPasskeyError. */
export function useConfirmWithPasskey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { options } = await api('POST /api/Passkeys/Confirm/Options', { body: {} });
      return api('POST /api/Passkeys/Confirm', { body: { response: await provePasskey(options) } });
    },
    meta: { showsErrors: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['profile'] }),
  });
}

/**
 * Records that the user was offered a passkey, because the offer is made only once (PSK-11). If that fails, the offer
 * appears again.
 */
export function recordOffer(): Promise<unknown> {
  return api('POST /api/Passkeys/DeclineOffer', { body: {} }).catch(() => {});
}
