import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { currentUser } from '../api/preloaded.ts';
import { utc } from '../api/values.ts';

export const returnUrl = z.string().max(2000).optional();
/** A checkbox of a form, or a boolean. */
export const formFlag = z.union([z.boolean(), z.enum(['true', 'false', 'on', ''])]).optional();

/** The second factors by which a person can be asked, with the names that the API uses. */
export const secondFactorMethods = ['Authenticator', 'Email', 'Phone'] as const;
export type SecondFactorMethod = (typeof secondFactorMethods)[number];

/** Ways to prove who one is, as a session keeps them. */
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

/** The field names are fixed (SES-10). Which fields a handler needs is checked by the service. */
export const signInInput = z.object({
  userName: z.string().trim().max(254).optional(),
  password: z.string().max(1000).optional(),
  RememberMe: formFlag,
  ReturnUrl: returnUrl,
  /** For `SendCode`: how. For `Verify`: of which the code is; without it, of the one that was sent last, or of the authenticator. */
  method: z.enum(secondFactorMethods).optional(),
  /** For `Verify`: six digits, or a recovery code. */
  code: z.string().trim().max(64).optional(),
  /** For `Verify`: whether this browser is not asked for 30 days. */
  rememberBrowser: formFlag,
  __RequestVerificationToken: z.string().optional(),
});

/** A sign-in that waits for its second factor. */
export const challenge = z.object({
  methods: z.array(
    z.object({
      name: z.enum(secondFactorMethods),
      /** Where a code goes, mostly hidden: `a•••@acme.example`, `•••• 0132`. Null for an authenticator. */
      target: z.string().nullable(),
      /** Whether a code has to be sent first. */
      needsCode: z.boolean(),
      /** UTC; until then this method is refused, after too many wrong codes. */
      blockedTo: utc.nullable(),
    }),
  ),
  /** The method that was used last, or the strongest one. */
  suggested: z.enum(secondFactorMethods).nullable(),
  /** The method by which a code was sent in this sign-in. */
  sentBy: z.enum(secondFactorMethods).nullable(),
  /** UTC; until then no further code is sent. */
  sendBlockedTo: utc.nullable(),
  hasRecoveryCodes: z.boolean(),
  hasPasskeys: z.boolean(),
  /** Whether the sign-in asked to be kept when the browser restarts. A passkey takes that along (SES-8). */
  rememberMe: z.boolean(),
  /** UTC; then the sign-in begins anew. */
  expiresAt: utc,
});
export type Challenge = z.infer<typeof challenge>;

/** How a step of a sign-in ended: it leads on (`redirectUrl`), or waits for a second factor. */
export const signInOutcome = z.object({ redirectUrl: z.string().nullable(), challenge: challenge.nullable() });
export type SignInOutcome = z.infer<typeof signInOutcome>;

export const session = {
  signIn: defineEndpoint({
    method: 'POST',
    path: '/LoginWithMFA',
    summary: 'Signs in: a name and a password, then a second factor with `handler=SendCode` and `handler=Verify`',
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
    summary: 'The sign-in of this browser that waits for its second factor',
    action: 'session.enter',
    response: challenge,
    errors: ['ChallengeExpired'],
  }),
  cancelChallenge: defineEndpoint({
    method: 'POST',
    path: '/api/Session/Challenge/Cancel',
    summary: 'Gives the waiting sign-in up',
    action: 'session.enter',
    body: z.object({}).optional(),
    response: z.object({}),
  }),
  signOut: defineEndpoint({
    method: 'POST',
    path: '/signout',
    summary:
      'Ends the session and leads to the products that are signed out of too, else on; an operator who acts as a user returns to their own session',
    action: 'session.signOut',
    form: true,
    duringSetup: true,
    body: z
      .object({
        /** Where to go then: to a registered product, or a page of the portal; the sign-in page where it is left out. */
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
