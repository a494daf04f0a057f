import { vi } from 'vitest';

/** An authenticator's answer to a request for a passkey. */
export const credential = {
  id: 'cred-1',
  rawId: new ArrayBuffer(1),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  response: {
    authenticatorData: new ArrayBuffer(1),
    clientDataJSON: new ArrayBuffer(1),
    signature: new ArrayBuffer(1),
    userHandle: null,
  },
  getClientExtensionResults: () => ({}),
};

/** A browser with passkeys: its answer to a request, and whether its fields can offer them. */
export function stubPasskeys(get: (options: CredentialRequestOptions) => Promise<unknown>, inFields = false): void {
  const known = Object.assign(() => {}, { isConditionalMediationAvailable: async () => inFields });
  vi.stubGlobal('PublicKeyCredential', known);
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get: vi.fn(get) } });
}
