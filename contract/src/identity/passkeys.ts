import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { lineOfText, rowId, rowIdParameter, utc } from '../api/values.ts';
import { formFlag, returnUrl, signInOutcome } from './session.ts';

const passkey = z.object({
  id: rowId,
  /**
   * The passkey's id at the authenticator, in base64url. When a passkey is removed, the browser signals its id to the
   * authenticator.
   */
  credentialId: z.string(),
  name: z.string(),
  /** Where the passkey is stored, such as `iCloud Keychain`; null if unknown. */
  keeper: z.string().nullable(),
  /** Whether the passkey is synced to other devices. */
  isSynced: z.boolean(),
  createdAt: utc,
  lastUsedAt: utc.nullable(),
});
export type Passkey = z.infer<typeof passkey>;

/** WebAuthn options and responses as JSON of the browser's library. The server's library validates them. */
const webAuthn = z.record(z.string(), z.unknown());
const params = z.object({ id: rowIdParameter });
const manage = { action: 'profile.manage', confirmed: true } as const;

export const passkeys = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/Passkeys',
    summary: "The user's passkeys, at most 20",
    action: 'profile.view',
    response: z.object({ items: z.array(passkey), canAdd: z.boolean() }),
  }),
  beginAdding: defineEndpoint({
    method: 'POST',
    path: '/api/Passkeys/Options',
    summary: 'Options for a new passkey',
    ...manage,
    duringSetup: true,
    body: z.object({}).optional(),
    response: z.object({ options: webAuthn }),
    errors: ['Conflict'],
  }),
  add: defineEndpoint({
    method: 'POST',
    path: '/api/Passkeys',
    summary: 'Adds a passkey',
    ...manage,
    duringSetup: true,
    body: z.object({ name: lineOfText(100), response: webAuthn }),
    response: passkey,
    errors: ['Conflict'],
  }),
  rename: defineEndpoint({
    method: 'POST',
    path: '/api/Passkeys/{id}',
    summary: 'Renames a passkey',
    action: 'profile.manage',
    params,
    body: z.object({ name: lineOfText(100, 1) }),
    response: passkey,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/Passkeys/{id}',
    summary: 'Removes a passkey',
    ...manage,
    params,
    response: z.object({}),
    errors: ['LastWayIn', 'SecondFactorRequired'],
  }),
  beginSignIn: defineEndpoint({
    method: 'POST',
    path: '/api/Passkeys/SignIn/Options',
    summary: 'Options for a sign-in with a passkey',
    action: 'session.enter',
    body: z.object({}).optional(),
    response: z.object({ options: webAuthn }),
  }),
  signIn: defineEndpoint({
    method: 'POST',
    path: '/api/Passkeys/SignIn',
    summary: 'Signs in with a passkey, which counts as both factors',
    action: 'session.enter',
    body: z.object({ response: webAuthn, RememberMe: formFlag, ReturnUrl: returnUrl }),
    response: signInOutcome,
    errors: ['InvalidCredentials'],
  }),
  beginConfirmation: defineEndpoint({
    method: 'POST',
    path: '/api/Passkeys/Confirm/Options',
    summary: "Options for a confirmation with one of the user's passkeys",
    action: 'profile.manage',
    body: z.object({}).optional(),
    response: z.object({ options: webAuthn }),
  }),
  confirm: defineEndpoint({
    method: 'POST',
    path: '/api/Passkeys/Confirm',
    summary: "Confirms the user's identity with a passkey; changes are allowed for ten minutes",
    action: 'profile.manage',
    body: z.object({ response: webAuthn }),
    response: z.object({ confirmedUntil: utc }),
    errors: ['InvalidCredentials'],
  }),
  declineOffer: defineEndpoint({
    method: 'POST',
    path: '/api/Passkeys/DeclineOffer',
    summary: 'Stops offering a passkey to this user',
    action: 'profile.manage',
    body: z.object({}).optional(),
    response: z.object({}),
  }),
};
