import { z } from 'zod';
import { preloadedSignUp } from '../onboarding/sign-up.ts';
import { features, permissions } from './permissions.ts';
import { roleLabels } from './roles.ts';
import { locales, utc } from './values.ts';

/** The signed-in user as the shell shows them; also the answer of GET /api/User/Current. */
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
  /** Owner or admin of the account. */
  isAdmin: z.boolean(),
  isOwner: z.boolean(),
  /** Operator: the vendor's staff. */
  isSuperAdmin: z.boolean(),
  readOnly: z.boolean(),
});
export type CurrentUser = z.infer<typeof currentUser>;

/** What each page carries as `<script type="application/json" id="preloaded">` (PAGE-1, PAGE-2). */
export const preloaded = z.object({
  company: z.object({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    logoLight: z.string().nullable(),
    logoDark: z.string().nullable(),
    /** CSS color of the brand's accent for each theme; null keeps the product's own. */
    accentLight: z.string().nullable(),
    accentDark: z.string().nullable(),
  }),
  user: currentUser.nullable(),
  features: z.array(z.enum(features)),
  permissions: z.array(z.enum(permissions)),
  /** The products switcher: other products of the vendor, on their own addresses. */
  products: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      displayName: z.string(),
      url: z.string().nullable(),
      isDisabled: z.boolean(),
    }),
  ),
  /** Set while an operator is signed in as the user. */
  actingAs: z
    .object({
      operatorName: z.string(),
      text: z.string(),
      until: utc,
      /** Seconds until then by the server's clock; the browser's may be wrong. */
      secondsLeft: z.int().nonnegative(),
    })
    .nullable(),
  /** What to tell an operator whose acting as a user ended without signing out; null else. */
  actingEnded: z.string().nullable(),
  /** Errors of a form that was posted without script, by field; the empty name is global. */
  modelState: z.record(z.string(), z.array(z.string())),
  attemptedValues: z.record(z.string(), z.string()),
  /** Whether the user may be offered a passkey once, after a sign-in with a password. */
  offerPasskey: z.boolean(),
  /** Whether the account registered itself, and has neither done its first steps nor hidden them (SIGN-26). */
  hasFirstSteps: z.boolean(),
  /** Whether the user still has to set up the second factor that the account demands; nothing else is open then. */
  mustConfigureMfa: z.boolean(),
  /** On the page of signing out (SES-22); null on all others. */
  signingOut: z
    .object({
      /** The products that are signed out of too. */
      products: z.array(z.object({ id: z.string(), name: z.string(), url: z.string() })),
      /** Where the sign-out that the portal began leads; null for none. */
      redirectUrl: z.string().nullable(),
      /** A registered product's page from which somebody came; null for none. */
      returnUrl: z.string().nullable(),
      /** Whether the portal's own session has not ended yet. */
      hasSession: z.boolean(),
      /** Whether somebody has to say that they want it: a page of another site led here. */
      asks: z.boolean(),
    })
    .nullable(),
  externalProviders: z.array(z.object({ name: z.string(), displayName: z.string() })),
  captchaKey: z.string().nullable(),
  /** On the pages of the sign-up; null on all others. */
  signUp: preloadedSignUp.nullable(),
  stripe: z.object({ publishableKey: z.string(), scriptUrl: z.string() }),
  /** The vendor's addresses; null where the vendor gave none: there is no link then. */
  links: z.object({ knowledgeBase: z.string().nullable(), contact: z.string().nullable() }),
  /** Shown on the sign-in page in demonstration mode only. */
  demo: z
    .object({ users: z.array(z.object({ email: z.string(), label: z.string() })), password: z.string() })
    .nullable(),
  /** How far the history of the user's demonstration account is, in whole percent; null when it is not being made. */
  historyPercent: z.int().nullable(),
  /** Whether the user may open the sandbox page, /dev/…: an operator, in demonstration mode. */
  hasSandboxPage: z.boolean(),
  /** Whether there is an outbox, /dev/outbox: in demonstration mode, for visitors too. */
  hasOutbox: z.boolean(),
  /** Whether the user is to be told that payments of this production go to the sandbox, and nobody is charged: an operator. */
  isOnSandbox: z.boolean(),
  locale: z.enum(locales),
  version: z.string(),
  /** Name of the readable cookie whose value the session watch compares each second. */
  sessionMarkerCookie: z.string(),
  antiForgeryToken: z.string(),
});
export type Preloaded = z.infer<typeof preloaded>;
