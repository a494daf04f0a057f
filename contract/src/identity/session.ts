import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { currentUser } from '../api/preloaded.ts';
import { utc } from '../api/values.ts';

export const returnUrl = z.string().max(2000).optional();
/** A form's checkbox, or a boolean. */
export const formFlag = z.union([z.boolean(), z.enum(['true', 'false', 'on', ''])]).optional();

/** The methods of a second factor, with their names in the API. */
export const secondFactorMethods = ['Authenticator', 'Email', 'Phone'] as const;
export type SecondFactorMethod = (typeof secondFactorMethods)[number];

/** Ways to prove one's identity, as stored in a session. */
export const proofs = [
  'password',
  'authenticator',
  'email',
  'phone',
  'recoveryCode',
  'passkey',
  'google',
  'sso',
  'breakGlass',
] as const;
export type Proof = (typeof proofs)[number];

/** The field names are fixed (SES-10). The service checks which fields a handler needs. */
export const signInInput = z.object({
  userName: z.string().trim().max(254).optional(),
  password: z.string().max(1000).optional(),
  RememberMe: formFlag,
  ReturnUrl: returnUrl,
  /**
   * For `SendCode`: the method. For `Verify`: the method of the code; if left out, the last one sent, or the
   * authenticator.
   */
  method: z.enum(secondFactorMethods).optional(),
  /** For `Verify`: six digits, or a recovery code. */
  code: z.string().trim().max(64).optional(),
  /** For `Verify`: whether to remember this browser for 30 days. */
  rememberBrowser: formFlag,
  __RequestVerificationToken: z.string().optional(),
});

/** A sign-in that waits for its second factor. */
export const challenge = z.object({
  methods: z.array(
    z.object({
      name: z.enum(secondFactorMethods),
      /** Where a code is sent, mostly masked: `a•••@acme.example`, `•••• 0132`. Null for an authenticator. */
      target: z.string().nullable(),
      /** Whether a code has to be sent first. */
      needsCode: z.boolean(),
      /** UTC; the method is refused until then, after too many wrong codes. */
      blockedTo: utc.nullable(),
    }),
  ),
  /** The last used method, or the strongest one. */
  suggested: z.enum(secondFactorMethods).nullable(),
  /** The method with which this sign-in sent a code. */
  sentBy: z.enum(secondFactorMethods).nullable(),
  /** UTC; no further code is sent before that. */
  sendBlockedTo: utc.nullable(),
  hasRecoveryCodes: z.boolean(),
  /** Whether codes by mail are refused, because a link to the same mailbox set the password (MFA-13). */
  isMailRefused: z.boolean(),
  hasPasskeys: z.boolean(),
  /** Whether the sign-in should survive a restart of the browser. A passkey adopts that choice (SES-8). */
  rememberMe: z.boolean(),
  /** UTC; afterwards the sign-in must start again. */
  expiresAt: utc,
});
export type Challenge = z.infer<typeof challenge>;

/** The result of a step of a sign-in: a redirect (`redirectUrl`), or a pending second factor. */
export const signInOutcome = z.object({ redirectUrl: z.string().nullable(), challenge: challenge.nullable() });
export type SignInOutcome = z.infer<typeof signInOutcome>;

export const session = {
  signIn: defineEndpoint({
    method: 'POST',
    path: '/LoginWithMFA',
    summary:
      'Signs in with a name and a password, then with a second factor by `handler=SendCode` and `handler=Verify`',
    action: 'session.signIn',
    form: true,
    query: z.object({ handler: z.enum(['SendCode', 'Verify']).optional() }),
    body: signInInput,
    response: signInOutcome,
    errors: ['InvalidCredentials', 'InvalidCode', 'ChallengeExpired'],
  }),
  getChallenge: defineEndpoint({
    method: 'GET',
    path: '/api/Session/Challenge',
    summary: "This browser's sign-in that waits for its second factor",
    action: 'session.enter',
    response: challenge,
    errors: ['ChallengeExpired'],
  }),
  cancelChallenge: defineEndpoint({
    method: 'POST',
    path: '/api/Session/Challenge/Cancel',
    summary: 'Abandons the waiting sign-in',
    action: 'session.enter',
    body: z.object({}).optional(),
    response: z.object({}),
  }),
  signOut: defineEndpoint({
    method: 'POST',
    path: '/signout',
    summary:
      'Ends the session, then redirects to signing out of the products, if there are any, or to the target; an operator who acts as a user returns to their own session',
    action: 'session.signOut',
    form: true,
    duringSetup: true,
    body: z
      .object({
        /** The target afterwards: a registered product, or a page of the portal. If left out, the sign-in page. */
        ReturnUrl: returnUrl,
        /** Whether the products have been signed out of. */
        productsDone: formFlag,
        __RequestVerificationToken: z.string().optional(),
      })
      .optional(),
    response: z.object({ redirectUrl: z.string() }),
  }),
  getCurrentUser: defineEndpoint({
    method: 'GET',
    path: '/api/User/Current',
    summary: 'The signed-in user',
    action: 'session.view',
    duringSetup: true,
    response: currentUser,
  }),
};
