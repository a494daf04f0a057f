import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { storedPersonFields } from '../api/person-fields.ts';
import { readCrockford } from '../api/typed-code.ts';
import { formRevision, listSchema, locales, pageQuery, rowId, utc } from '../api/values.ts';
import { proofs, signInOutcome } from './session.ts';

/** The signed-in user's own details. */
const profileAnswer = z.object({
  login: z.string(),
  email: z.string(),
  /** A new address whose confirmation mail was not answered yet. */
  pendingEmail: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  comments: z.string(),
  /** The language of mail; null uses the browser's. */
  locale: z.enum(locales).nullable(),
  /** An IANA name such as `America/Toronto`; null uses the browser's. */
  timeZone: z.string().nullable(),
  hasPassword: z.boolean(),
  passwordChangedAt: utc.nullable(),
  /** UTC; until then changes require no new confirmation. */
  confirmedUntil: utc.nullable(),
  /** Ways in which the user can confirm their identity. */
  confirmableBy: z.array(z.enum(['password', 'passkey'])),
  /**
   * Address for signing in again with the company's identity provider, which also confirms; null for users who signed
   * in another way.
   */
  signInAgainUrl: z.string().nullable(),
  /** Identifies the details that the form changes. */
  revision: z.string(),
});
export type Profile = z.infer<typeof profileAnswer>;

const profileInput = z.object({
  /** The address changes only after the new one is confirmed by mail. */
  ...storedPersonFields,
  locale: z.enum(locales).nullable(),
  timeZone: z.string().max(100).nullable(),
  revision: formRevision,
});
export type ProfileInput = z.infer<typeof profileInput>;

const openSession = z.object({
  id: z.uuid(),
  /** For example `Firefox`; empty if unknown. */
  browser: z.string(),
  /** For example `Windows`; empty if unknown. */
  system: z.string(),
  kind: z.enum(['desktop', 'phone', 'tablet', 'unknown']),
  address: z.string().nullable(),
  beganAt: utc,
  lastSeenAt: utc,
  /** The proofs that the user gave in this session. */
  proofs: z.array(z.enum(proofs)),
  isCurrent: z.boolean(),
  /** Whether this browser was new to the user when the session began. */
  isNewBrowser: z.boolean(),
  /** Whether an operator acts as the user in this session. */
  isActing: z.boolean(),
});
export type OpenSession = z.infer<typeof openSession>;

const activity = z.object({
  id: rowId,
  at: utc,
  kind: z.string(),
  /** What happened, in the user's language. */
  text: z.string(),
  address: z.string().nullable(),
  /** Who really did this, if not the user. */
  by: z.string().nullable(),
  /** Why somebody else did this, if known. */
  reason: z.string().nullable(),
});
export type ActivityEntry = z.infer<typeof activity>;

export const linkKinds = [
  'resetPassword',
  'invitation',
  'confirmEmail',
  'confirmSignUp',
  'undoEmail',
  'endSession',
] as const;
export type LinkKind = (typeof linkKinds)[number];
/** Kinds of links with a page of their own. The page of `confirmEmail` is also that of `confirmSignUp`. */
export const linkKindsWithPage = ['resetPassword', 'invitation', 'confirmEmail', 'undoEmail', 'endSession'] as const;

/** The code of a mailed link, as a person types it. Its output has only the digits of Crockford's base32. */
const linkCode = z.string().max(100).transform(readCrockford);

const token = z.string().trim().min(1).max(200);
const newPassword = z.string().max(1000);

export const profile = {
  get: defineEndpoint({
    method: 'GET',
    path: '/api/profile',
    summary: "The signed-in user's own details",
    action: 'profile.view',
    duringSetup: true,
    response: profileAnswer,
  }),
  save: defineEndpoint({
    method: 'POST',
    path: '/api/profile',
    summary:
      "Changes the user's own details; a new email address takes effect by a mailed link. A new login or address requires a confirmation",
    action: 'profile.manage',
    body: profileInput,
    response: profileAnswer,
    errors: ['Conflict', 'ConfirmationRequired'],
  }),
  cancelEmailChange: defineEndpoint({
    method: 'DELETE',
    path: '/api/profile/PendingEmail',
    summary: 'Abandons the change of the email address',
    action: 'profile.manage',
    response: profileAnswer,
  }),
  changePassword: defineEndpoint({
    method: 'POST',
    path: '/api/profile/changePassword',
    summary: 'Changes the password; all other sessions end',
    action: 'profile.changePassword',
    confirmed: true,
    body: z.object({
      newPassword,
      newPasswordConfirmation: newPassword,
    }),
    response: profileAnswer,
  }),
  confirm: defineEndpoint({
    method: 'POST',
    path: '/api/profile/Confirm',
    summary: "Confirms the user's identity with the password; changes are allowed for ten minutes",
    action: 'profile.manage',
    duringSetup: true,
    body: z.object({ password: z.string().min(1).max(1000) }),
    response: z.object({ confirmedUntil: utc }),
    errors: ['InvalidCredentials'],
  }),
  listSessions: defineEndpoint({
    method: 'GET',
    path: '/api/profile/Sessions',
    summary: 'The latest 100 open sessions of the user',
    action: 'profile.view',
    response: z.object({ items: z.array(openSession) }),
  }),
  endSession: defineEndpoint({
    method: 'DELETE',
    path: '/api/profile/Sessions/{id}',
    summary: 'Ends one session of the user',
    action: 'profile.manage',
    confirmed: true,
    params: z.object({ id: z.uuid() }),
    response: z.object({}),
  }),
  endOtherSessions: defineEndpoint({
    method: 'POST',
    path: '/api/profile/EndOtherSessions',
    summary: 'Ends all other sessions of the user, and forgets their browsers',
    action: 'profile.manage',
    confirmed: true,
    body: z.object({}).optional(),
    response: z.object({ ended: z.int().nonnegative() }),
  }),
  listActivity: defineEndpoint({
    method: 'GET',
    path: '/api/profile/Activity',
    summary: "The events in the user's name of the last 90 days, newest first",
    action: 'profile.view',
    query: pageQuery({ pageSize: 20, max: 100 }),
    response: listSchema(activity),
  }),
  changeEmail: defineEndpoint({
    method: 'POST',
    path: '/api/ConfirmEmail',
    summary:
      'Confirms a new address with the link that was mailed to it, and mails the previous one; or confirms the address of a sign-up and signs in. Repeating it changes nothing',
    action: 'session.enter',
    body: z.object({
      token,
      /** The password of the sign-up form, required in another browser than the form's. */
      password: z.string().max(1000).optional(),
    }),
    response: z.object({
      email: z.string(),
      /** Set if the link has just confirmed a sign-up, which also signs the user in. */
      signIn: signInOutcome.nullable(),
    }),
    errors: ['LinkExpired', 'Conflict', 'InvalidCredentials'],
  }),
  undoEmail: defineEndpoint({
    method: 'POST',
    path: '/api/UndoEmail',
    summary: 'Restores the previous email address, for up to a week; all sessions end',
    action: 'session.enter',
    body: z.object({ token }),
    response: z.object({ email: z.string() }),
    errors: ['LinkExpired', 'Conflict'],
  }),
  forgetPassword: defineEndpoint({
    method: 'POST',
    path: '/api/ForgottenPassword',
    summary: 'Mails a link for a new password; the response is the same whether or not the name exists',
    action: 'session.enter',
    body: z.object({ userName: z.string().trim().min(1).max(254) }),
    response: z.object({}),
  }),
  checkLink: defineEndpoint({
    method: 'POST',
    path: '/api/Links/Check',
    summary: 'The purpose of a mailed link, without using it',
    action: 'session.enter',
    body: z.object({ token }),
    response: z.object({
      kind: z.enum(linkKinds),
      /** The user's login. */
      login: z.string(),
      /** The new address, if the link changes the address. */
      email: z.string().nullable(),
      /** Whether it confirms a sign-up in another browser than the form's, which needs the form's password or a new one. */
      needsPassword: z.boolean(),
      /** Whether the address is confirmed already. */
      isDone: z.boolean(),
      /** The session that it ends, such as `Firefox on Windows`, if any. */
      session: z.string().nullable(),
      /** What can sign the user in besides the password; null if the link does not reset the password. */
      otherWaysIn: z
        .object({
          passkeys: z.int(),
          externalLogins: z.int(),
          /** Whether the passkeys are the only second factor, so that a reset keeps them. */
          arePasskeysKept: z.boolean(),
        })
        .nullable(),
      expiresAt: utc,
    }),
    errors: ['LinkExpired'],
  }),
  enterLinkCode: defineEndpoint({
    method: 'POST',
    path: '/api/Links/Code',
    summary: 'Replaces a mailed link by one whose token is returned, for a reader who has only the code of the mail',
    action: 'session.enter',
    body: z.object({
      page: z.enum(linkKindsWithPage),
      /** The address that the mail was sent to. */
      email: z.string().trim().min(1).max(254),
      code: linkCode,
    }),
    response: z.object({ token: z.string() }),
    errors: ['InvalidCode'],
  }),
  resetPassword: defineEndpoint({
    method: 'POST',
    path: '/api/ResetPassword',
    summary:
      'Sets a password with its mailed link, an invitation or the confirmation of a sign-up; the second factor follows',
    action: 'session.enter',
    body: z.object({
      token,
      newPassword,
      newPasswordConfirmation: newPassword,
      /** Also removes passkeys and external logins; only for a reset, and not the passkeys that are the only second factor. */
      removeOtherWaysIn: z.boolean().default(false),
    }),
    response: signInOutcome,
    errors: ['LinkExpired'],
  }),
  endMailedSession: defineEndpoint({
    method: 'POST',
    path: '/api/WasThisYou/End',
    summary: 'Ends the session that a mail reported, and forgets its browser',
    action: 'session.enter',
    body: z.object({ token }),
    response: z.object({}),
    errors: ['LinkExpired'],
  }),
};
