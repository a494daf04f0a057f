/** What an installation, an account and a user must all have before a call or a screen is available (ACC-4). */
export const features = ['customerAdmin', 'billing'] as const;
export type Feature = (typeof features)[number];

/** What a user may be granted for their own profile (ACC-5). */
export const permissions = ['changePassword', 'changeExternalLogins'] as const;
export type Permission = (typeof permissions)[number];

/** What an action requires. Every part must be met. */
export interface Requirement {
  /** `anyone`: no session needed. `user`: signed in. `admin`: the account's owner and admins, and operators. `operator`: the vendor's staff. */
  readonly role: 'anyone' | 'user' | 'admin' | 'operator';
  /** Features that the user must have. */
  readonly features?: readonly Feature[];
  /** Permissions that the user must have been granted. */
  readonly permissions?: readonly Permission[];
  /** Whether a read-only user may do it: true if it changes nothing of the account (ACC-7). */
  readonly readOnly: boolean;
  /** Whether an operator may do it while acting as another user. */
  readonly whileActing: boolean;
}

const open = { role: 'anyone', readOnly: true, whileActing: true } as const;
const look = { role: 'user', readOnly: true, whileActing: true } as const;
const lookAtMoney = { ...look, features: ['customerAdmin', 'billing'] } as const;
/** The requirement of the buttons for subscribing, changing, canceling and restoring (ACC-13). */
const changeMoney = { ...lookAtMoney, readOnly: false } as const;
/** Orders, licenses and devices need no `billing` (ACC-12). */
const lookAtLicenses = { ...look, features: ['customerAdmin'] } as const;
/** Nobody acts as an operator. If the user becomes one meanwhile, the acting operator gains nothing (SES-19). */
const operate = { role: 'operator', readOnly: true, whileActing: false } as const;

/**
 * Every action of a call or a screen with its requirement (ACC-6). The server enforces it; the browser hides what
 * would be refused. Tests restate the table (ACC-19). Operators manage the catalog; an account's admins manage its
 * users, settings, tokens and identity providers (ACC-17).
 */
export const actions = {
  'session.signIn': open,
  'session.signOut': open,
  'session.view': look,
  /** Ways to sign in other than the password form: passkeys, other identity providers, mailed links. */
  'session.enter': open,
  'profile.view': look,
  /**
   * A user's own details and ways to sign in. Read-only users may change these, because nothing of the account changes.
   */
  'profile.manage': { ...look, whileActing: false },
  'profile.changePassword': { ...look, permissions: ['changePassword'], whileActing: false },
  'profile.changeExternalLogins': { ...look, permissions: ['changeExternalLogins'], whileActing: false },
  'legal.view': open,
  /** Becoming a customer: what is for sale, and registering. */
  'signUp.view': open,
  'signUp.register': open,
  /** Sign-in pages and mail show the logo. */
  'companies.viewLogo': open,
  'demonstration.view': look,
  /**
   * In demo mode, where passwords are public, the outbox is also open to visitors who are about to sign in (DEMO-10).
   */
  'outbox.view': open,

  'firstSteps.view': look,
  /** Records that a customer opened a product. The vendor's staff must not count. */
  'firstSteps.note': { ...look, readOnly: false, whileActing: false },
  'firstSteps.hide': { role: 'admin', readOnly: false, whileActing: false },

  'catalog.view': look,
  'purchase.calculate': lookAtMoney,
  'purchase.view': lookAtMoney,
  'purchase.buy': changeMoney,

  /** Every user of an account sees its subscription to a product (ACC-14). */
  'subscriptions.viewForProduct': look,
  /** The items of an account that end, without amounts (ATT-9). */
  'attention.viewEnds': look,
  'subscriptions.view': lookAtMoney,
  'subscriptions.manage': changeMoney,
  'billing.view': lookAtMoney,
  'billingDetails.view': lookAtMoney,
  'billingDetails.manage': changeMoney,
  'billingRecipients.view': lookAtMoney,
  /** Managing the recipients of invoices. Not while acting, so that the vendor's staff cannot add themselves. */
  'billingRecipients.manage': { ...changeMoney, whileActing: false },
  /** Whether an owner or admin gets invoices and receipts. */
  'billingRecipients.receive': { ...changeMoney, role: 'admin', whileActing: false },
  /** Anyone with a link that was mailed to a recipient. */
  'billingRecipients.answer': open,
  'invoices.view': lookAtMoney,
  'invoices.pay': changeMoney,
  'payments.view': lookAtMoney,
  'addresses.view': { ...look, features: ['billing'] },
  'operations.view': { ...look, features: ['billing'] },
  'cards.view': { ...look, features: ['billing'] },
  /** Adding a card requires `billing` alone; other changes of cards require `customerAdmin` as well (CARD-13). */
  'cards.add': { role: 'user', features: ['billing'], readOnly: false, whileActing: false },
  'cards.manage': { ...changeMoney, whileActing: false },

  /** Everybody with `customerAdmin` sees the users; only admins change them (USR-6). */
  'users.view': { ...look, features: ['customerAdmin'] },
  'users.manage': { role: 'admin', features: ['customerAdmin'], readOnly: false, whileActing: true },
  /** New users and their invitations. Not while acting, because an added user is a way in (ACC-11). */
  'users.add': { role: 'admin', features: ['customerAdmin'], readOnly: false, whileActing: false },
  /** Passwords, second factors and sessions of others (ACC-11). */
  'users.manageWaysIn': { role: 'admin', features: ['customerAdmin'], readOnly: false, whileActing: false },
  'users.transferOwnership': { role: 'admin', features: ['customerAdmin'], readOnly: false, whileActing: false },

  'accountSettings.view': { ...look, features: ['customerAdmin'] },
  'accountSettings.manage': { role: 'admin', features: ['customerAdmin'], readOnly: false, whileActing: true },
  /** Settings that protect the account, even from the vendor's staff (SET-8). */
  'accountSettings.manageSecurity': { role: 'admin', features: ['customerAdmin'], readOnly: false, whileActing: false },
  /** Everybody with `customerAdmin` sees the account's own identity providers; only admins change them (SSO-1). */
  'externalProviders.view': { ...look, features: ['customerAdmin'] },
  /** Not while acting, because a new identity provider is a way in (ACC-11). */
  'externalProviders.manage': { role: 'admin', features: ['customerAdmin'], readOnly: false, whileActing: false },
  /** The code lets the owner sign in. The service checks that the caller is the owner (SSO-12). */
  'externalProviders.breakGlass': { role: 'admin', features: ['customerAdmin'], readOnly: false, whileActing: false },
  'audit.view': { role: 'admin', features: ['customerAdmin'], readOnly: true, whileActing: true },
  /** The features, permissions and products of an account's new users. */
  'defaultPermissions.view': { ...look, features: ['customerAdmin'] },
  /** Not while acting, because the next invited user would get more (ACC-11). */
  'defaultPermissions.manage': { role: 'admin', features: ['customerAdmin'], readOnly: false, whileActing: false },

  'orders.view': lookAtLicenses,
  'licenses.view': lookAtLicenses,
  /** Products verify license files with the public keys. */
  'licenses.verify': open,
  'devices.view': lookAtLicenses,
  'devices.manage': { ...lookAtLicenses, readOnly: false },
  'devices.block': { ...lookAtLicenses, role: 'admin', readOnly: false },

  /** What products reported about the account. */
  'productDashboards.view': lookAtLicenses,
  /** Tokens with which the account's products call the portal. */
  'productTokens.view': lookAtLicenses,
  /** Not while acting, because a new token is a lasting way into the account's licenses (ACC-11). */
  'productTokens.manage': { ...lookAtLicenses, role: 'admin', readOnly: false, whileActing: false },

  'operator.accounts': operate,
  'operator.manageAccounts': { ...operate, readOnly: false },
  'operator.companies': operate,
  'operator.manageCompanies': { ...operate, readOnly: false },
  /** The catalog: products, plans, prices and coupons. */
  'operator.catalog': operate,
  'operator.manageCatalog': { ...operate, readOnly: false },
  'operator.operators': operate,
  'operator.manageOperators': { ...operate, readOnly: false },
  'operator.search': operate,
  'operator.cockpit': operate,
  /** Why customers cancel. */
  'operator.cancellations': operate,
  'operator.health': operate,
  'operator.signUps': operate,
  'operator.latePayments': operate,
  'operator.orders': operate,
  'operator.manageOrders': { ...operate, readOnly: false },
  'operator.tokens': operate,
  'operator.reportTokens': { ...operate, readOnly: false },
  'operator.mirror': operate,
  'operator.repairMirror': { ...operate, readOnly: false },
  'operator.mail': operate,
  'operator.sendMail': { ...operate, readOnly: false },
  'operator.legal': operate,
  /** Mails owners that a legal text changed. */
  'operator.sendLegalNotice': { ...operate, readOnly: false },
  'operator.sandbox': operate,
  'operator.changeSandbox': { ...operate, readOnly: false },
  'operator.actAs': { ...operate, readOnly: false },
} as const satisfies Record<string, Requirement>;

export type Action = keyof typeof actions;

/** The actions that need no session. */
export type OpenAction = { [A in Action]: (typeof actions)[A]['role'] extends 'anyone' ? A : never }[Action];

/** Who makes a request: the session on the server, the preloaded data in the browser. */
export interface Viewer {
  /** Null for a visitor. */
  readonly user: {
    /** Whether the user is the owner or an admin of the account. */
    readonly isAdmin: boolean;
    readonly isOperator: boolean;
    readonly readOnly: boolean;
  } | null;
  readonly features: readonly Feature[];
  readonly permissions: readonly Permission[];
  /** Whether an operator acts as the user. */
  readonly isActing: boolean;
}

/** The part of a requirement that a viewer does not meet. */
export type Refusal = 'signedOut' | 'role' | 'features' | 'permissions' | 'readOnly' | 'acting';

/** Why `viewer` does not meet `requirement`; null if it is met. */
export function findRefusal(
  requirement: Requirement,
  { user, features, permissions, isActing }: Viewer,
): Refusal | null {
  const { role } = requirement;
  if (role === 'anyone') return null;
  if (!user) return 'signedOut';
  if (role === 'operator' && !user.isOperator) return 'role';
  if (role === 'admin' && !user.isAdmin && !user.isOperator) return 'role';
  if (requirement.features?.some((feature) => !features.includes(feature))) return 'features';
  if (requirement.permissions?.some((permission) => !permissions.includes(permission))) return 'permissions';
  if (user.readOnly && !requirement.readOnly) return 'readOnly';
  return isActing && !requirement.whileActing ? 'acting' : null;
}

/** Whether `viewer` may do `action`. */
export function isAllowed(action: Action, viewer: Viewer): boolean {
  return findRefusal(actions[action], viewer) === null;
}
