import { z } from 'zod';
import { emailAddress } from '../api/email-address.ts';
import { defineEndpoint } from '../api/endpoint.ts';
import { listSchema, pageQuery, rowId, utc } from '../api/values.ts';
import { secondFactorMethods } from './session.ts';

/** Six digits. The messages are 'Length should be 6' and 'Incorrect length' (MFA-3). */
const code = z.string().trim().max(20);
const email = emailAddress();
const phone = z.string().trim().min(1).max(50);

/** State of a user's second factor. */
export const secondFactorSettings = z.object({
  isEnabled: z.boolean(),
  /** Whether the account requires a second factor. */
  isRequired: z.boolean(),
  isMachineRemembered: z.boolean(),
  /** UTC; until then this browser is not asked for a second factor. */
  rememberedUntil: utc.nullable(),
  providers: z.array(
    z.object({
      name: z.enum(secondFactorMethods),
      enabled: z.boolean(),
      /** The address or number for codes; null for an authenticator and for methods that are not set up. */
      factor: z.string().nullable(),
      isNeedSendCode: z.boolean(),
      setUpAt: utc.nullable(),
      lastUsedAt: utc.nullable(),
      /** Whether the method is closed after 100 wrong codes in a row, and must be set up again. */
      isClosed: z.boolean(),
    }),
  ),
  recoveryCodesLeft: z.int().nonnegative(),
  /** Number of codes that were created. */
  recoveryCodesTotal: z.int().nonnegative(),
  recoveryCodesMadeAt: utc.nullable(),
  recoveryCodeLastUsedAt: utc.nullable(),
});
export type SecondFactorSettings = z.infer<typeof secondFactorSettings>;

const authenticatorSetup = z.object({
  /** `otpauth://` for the QR code. */
  authenticatorUri: z.string(),
  /** The secret of `authenticatorUri` in groups of four, for typing. */
  sharedKey: z.string(),
});
export type AuthenticatorSetup = z.infer<typeof authenticatorSetup>;

/** Recovery codes are created with the first method and shown only once. */
const enabled = z.object({ recoveryCodes: z.array(z.string()).nullable() });
/** UTC; no further code is sent before that. */
const sent = z.object({ blockedTo: utc.nullable() });
/** A browser that is not asked for a second factor. */
const rememberedBrowser = z.object({
  id: z.uuid(),
  /** For example `Firefox, Windows`. */
  name: z.string(),
  address: z.string().nullable(),
  rememberedUntil: utc,
  lastSeenAt: utc,
  isCurrent: z.boolean(),
});
export type RememberedBrowser = z.infer<typeof rememberedBrowser>;

const tfaSettings = z.object({ tfaIsRequired: z.boolean() });
const tfaAnswer = z.object({
  isError: z.boolean(),
  data: tfaSettings,
  errors: z.array(z.object({ description: z.string() })),
});

/** A user who must act when a second factor becomes required: active, without a method or a passkey. */
const affectedUser = z.object({
  id: rowId,
  name: z.string(),
  login: z.string(),
  lastLoginDate: utc.nullable(),
});
export type AffectedUser = z.infer<typeof affectedUser>;

const manage = { action: 'profile.manage', confirmed: true, duringSetup: true } as const;

export const secondFactor = {
  get: defineEndpoint({
    method: 'GET',
    path: '/api/MFA',
    summary: "The state of the signed-in user's second factor",
    action: 'profile.view',
    duringSetup: true,
    response: secondFactorSettings,
  }),
  getAuthenticator: defineEndpoint({
    method: 'GET',
    path: '/api/MFA/Authenticator',
    summary:
      'A new secret for an authenticator that is not enabled yet; the secret of an enabled one is never returned',
    ...manage,
    response: authenticatorSetup,
  }),
  enableAuthenticator: defineEndpoint({
    method: 'POST',
    path: '/api/MFA/Authenticator/Enable',
    summary: 'Enables the authenticator with a code that it shows',
    ...manage,
    body: z.object({ code }),
    response: enabled,
    errors: ['InvalidCode'],
  }),
  resetAuthenticator: defineEndpoint({
    method: 'POST',
    path: '/api/MFA/Authenticator/Reset',
    summary: 'Creates a new authenticator secret; the old one works until the new one is enabled',
    ...manage,
    body: z.object({}).optional(),
    response: authenticatorSetup,
  }),
  removeAuthenticator: defineEndpoint({
    method: 'DELETE',
    path: '/api/MFA/Authenticator',
    summary: 'Removes the authenticator',
    ...manage,
    response: secondFactorSettings,
    errors: ['SecondFactorRequired'],
  }),
  sendEmailCode: defineEndpoint({
    method: 'POST',
    path: '/api/MFA/Email/SendCode',
    summary: 'Mails a code to an address that will be a second factor',
    ...manage,
    body: z.object({ email }),
    response: sent,
  }),
  enableEmail: defineEndpoint({
    method: 'POST',
    path: '/api/MFA/Email/Enable',
    summary: 'Enables an address with the code that was mailed to it',
    ...manage,
    body: z.object({ email, code }),
    response: enabled,
    errors: ['InvalidCode'],
  }),
  removeEmail: defineEndpoint({
    method: 'DELETE',
    path: '/api/MFA/Email',
    summary: 'Removes the address from the second factors',
    ...manage,
    response: secondFactorSettings,
    errors: ['SecondFactorRequired'],
  }),
  sendPhoneCode: defineEndpoint({
    method: 'POST',
    path: '/api/MFA/Phone/SendCode',
    summary: 'Texts a code to a number that will be a second factor',
    ...manage,
    body: z.object({ phone }),
    response: sent,
  }),
  enablePhone: defineEndpoint({
    method: 'POST',
    path: '/api/MFA/Phone/Enable',
    summary: 'Enables a number with the code that was texted to it',
    ...manage,
    body: z.object({ phone, code }),
    response: enabled,
    errors: ['InvalidCode'],
  }),
  removePhone: defineEndpoint({
    method: 'DELETE',
    path: '/api/MFA/Phone',
    summary: 'Removes the number from the second factors',
    ...manage,
    response: secondFactorSettings,
    errors: ['SecondFactorRequired'],
  }),
  disable: defineEndpoint({
    method: 'PUT',
    path: '/api/MFA/Disable',
    summary: 'Removes all second factors, recovery codes and remembered browsers',
    action: 'profile.manage',
    confirmed: true,
    body: z.object({}).optional(),
    response: secondFactorSettings,
    errors: ['SecondFactorRequired'],
  }),
  generateRecoveryCodes: defineEndpoint({
    method: 'POST',
    path: '/api/MFA/GenerateRecoveryCode',
    summary: 'Creates recovery codes and returns them only now; the old ones stop working',
    action: 'profile.manage',
    confirmed: true,
    body: z.object({}).optional(),
    response: z.array(z.string()),
  }),
  forgetBrowser: defineEndpoint({
    method: 'POST',
    path: '/api/MFA/ForgetBrowser',
    summary: 'Stops remembering this browser, so that it needs the second factor again',
    action: 'profile.manage',
    body: z.object({}).optional(),
    response: secondFactorSettings,
  }),
  listBrowsers: defineEndpoint({
    method: 'GET',
    path: '/api/MFA/Browsers',
    summary: 'The remembered browsers, which need no second factor, at most 100',
    action: 'profile.view',
    response: z.object({ items: z.array(rememberedBrowser) }),
  }),
  forgetOneBrowser: defineEndpoint({
    method: 'DELETE',
    path: '/api/MFA/Browsers/{id}',
    summary: 'Stops remembering one of the browsers, so that it needs the second factor again',
    action: 'profile.manage',
    params: z.object({ id: z.uuid() }),
    response: z.object({}),
  }),
  getRequirement: defineEndpoint({
    method: 'GET',
    path: '/api/User/TfaSettings',
    summary: 'Whether the account requires a second factor of its users',
    action: 'accountSettings.view',
    response: tfaAnswer,
  }),
  listAffected: defineEndpoint({
    method: 'GET',
    path: '/api/User/TfaSettings/Affected',
    summary: 'The users whom requiring a second factor would affect: active users without one; a passkey counts as one',
    action: 'accountSettings.manageSecurity',
    query: pageQuery({ pageSize: 10, max: 100 }),
    response: listSchema(affectedUser).extend({ activeUsers: z.int().nonnegative() }),
  }),
  /** Changes require a confirmation (SET-9). */
  saveRequirement: defineEndpoint({
    method: 'PUT',
    path: '/api/User/TfaSettings',
    summary: 'Requires a second factor of all users of the account, or stops requiring it',
    action: 'accountSettings.manageSecurity',
    confirmed: true,
    body: tfaSettings,
    response: tfaAnswer,
  }),
};
