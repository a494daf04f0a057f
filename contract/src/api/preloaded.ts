import { z } from 'zod';
import { preloadedSignUp } from '../onboarding/sign-up.ts';
import { features, permissions } from './permissions.ts';
import { roleLabels } from './roles.ts';
import { locales, utc } from './values.ts';

/** The signed-in user as the page shell shows them. Also the response of GET /api/User/Current. */
export const currentUser = z.object({
  id: z.int(),
  login: z.string(),
  email: z.string(),
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  accountId: z.int(),
  accountName: z.string(),
  roles: z.array(z.enum(Object.values(roleLabels))),
  /** Whether the user is the owner or an admin of the account. */
  isAdmin: z.boolean(),
  isOwner: z.boolean(),
  /** Whether the user is an operator, one of the vendor's staff. */
  isSuperAdmin: z.boolean(),
  readOnly: z.boolean(),
});
export type CurrentUser = z.infer<typeof currentUser>;

/** Data in each page, as `<script type="application/json" id="preloaded">` (PAGE-1, PAGE-2). */
export const preloaded = z.object({
  company: z.object({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    logoLight: z.string().nullable(),
    logoDark: z.string().nullable(),
    /** CSS color of the brand's accent for each theme; null for the portal's own. */
    accentLight: z.string().nullable(),
    accentDark: z.string().nullable(),
  }),
  user: currentUser.nullable(),
  /** The country of the user's account, ISO 3166-1 alpha-2; null if it is unknown, and for visitors. */
  country: z.string().nullable(),
  features: z.array(z.enum(features)),
  permissions: z.array(z.enum(permissions)),
  /** For the product switcher: other products of the vendor at their own addresses. */
  products: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      displayName: z.string(),
      url: z.string().nullable(),
      isDisabled: z.boolean(),
    }),
  ),
  /** The number of the account's unpaid invoices; 0 for users who may not see them. */
  unpaidInvoices: z.int().nonnegative(),
  /** Set while an operator is signed in as the user. */
  actingAs: z
    .object({
      operatorName: z.string(),
      text: z.string(),
      until: utc,
      /** Seconds left by the server's clock, because the browser's clock may be wrong. */
      secondsLeft: z.int().nonnegative(),
    })
    .nullable(),
  /** Message for an operator whose acting session ended without signing out; null otherwise. */
  actingEnded: z.string().nullable(),
  /** Errors of a form that was posted without script, by field. The empty name stands for the whole form. */
  modelState: z.record(z.string(), z.array(z.string())),
  attemptedValues: z.record(z.string(), z.string()),
  /** Whether to offer the user a passkey, once after a sign-in with a password. */
  offerPasskey: z.boolean(),
  /** Whether the account registered itself and has neither completed nor hidden its first steps (SIGN-26). */
  hasFirstSteps: z.boolean(),
  /** Whether the user still has to set up the required second factor. Nothing else is open until then. */
  mustConfigureMfa: z.boolean(),
  /** Set on the sign-out page (SES-22); null on all others. */
  signingOut: z
    .object({
      /** The products from which the user is also signed out. */
      products: z.array(z.object({ id: z.string(), name: z.string(), url: z.string() })),
      /** Target of a sign-out that the portal started; null if it did not start one. */
      redirectUrl: z.string().nullable(),
      /** Page of a registered product from which the user came; null for none. */
      returnUrl: z.string().nullable(),
      /** Whether the portal's own session has not ended yet. */
      hasSession: z.boolean(),
      /** Whether the user must confirm the sign-out, because another site's page linked here. */
      asks: z.boolean(),
    })
    .nullable(),
  externalProviders: z.array(z.object({ name: z.string(), displayName: z.string() })),
  captchaKey: z.string().nullable(),
  /** Set on the pages of the sign-up; null on all others. */
  signUp: preloadedSignUp.nullable(),
  stripe: z.object({ publishableKey: z.string(), scriptUrl: z.string() }),
  /** The vendor's addresses; null for no link. */
  links: z.object({ knowledgeBase: z.string().nullable(), contact: z.string().nullable() }),
  /** Shown on the sign-in page in demonstration mode only. */
  demo: z
    .object({ users: z.array(z.object({ email: z.string(), label: z.string() })), password: z.string() })
    .nullable(),
  /** Progress of creating the demo account's history, in whole percent; null if none is being created. */
  historyPercent: z.int().nullable(),
  /** Whether the user may open the sandbox page, /dev/…: an operator in demo mode. */
  hasSandboxPage: z.boolean(),
  /** Whether there is an outbox, /dev/outbox: in demo mode, even for visitors. */
  hasOutbox: z.boolean(),
  /** Whether to tell the user, an operator, that this production uses the sandbox and charges nobody. */
  isOnSandbox: z.boolean(),
  locale: z.enum(locales),
  version: z.string(),
  /** Name of the readable cookie that the session watch compares every second. */
  sessionMarkerCookie: z.string(),
  antiForgeryToken: z.string(),
});
export type Preloaded = z.infer<typeof preloaded>;
