import type { Action } from '@portico/contract';

/** The callers in tests of access. */
export const callers = [
  'nobody',
  /** The owner of another account, with both features. */
  'otherOwner',
  /** A read-only user of the account, with both features. */
  'readOnly',
  /** A user of the account without features. */
  'user',
  /** An admin of the account, with both features. */
  'admin',
  /** An operator, with both features. */
  'operator',
  /** A user with only the feature `customerAdmin`. */
  'withCustomerAdmin',
  /** A user with only the feature `billing`. */
  'withBilling',
  /** A user with both features. */
  'withBoth',
  /** An admin whose account has no features. */
  'adminWithoutFeatures',
  /** An operator whose account has no features. */
  'operatorWithoutFeatures',
  /** A read-only operator, with both features. */
  'readOnlyOperator',
  /** An operator acting as the account's owner. */
  'actingAsOwner',
] as const;
export type Caller = (typeof callers)[number];

const everybody = callers;
const signedIn = callers.filter((caller) => caller !== 'nobody');
const callersWhoSeeMoney = [
  'otherOwner',
  'readOnly',
  'admin',
  'operator',
  'withBoth',
  'readOnlyOperator',
  'actingAsOwner',
] as const;
const callersWhoPay = ['otherOwner', 'admin', 'operator', 'withBoth', 'actingAsOwner'] as const;
const withBilling = [...callersWhoSeeMoney, 'withBilling'] as const;
const withCustomerAdmin = [...callersWhoSeeMoney, 'withCustomerAdmin'] as const;
const operators = ['operator', 'operatorWithoutFeatures', 'readOnlyOperator'] as const;
const writingOperators = ['operator', 'operatorWithoutFeatures'] as const;

/** The permissions, stated a second time, so that a wrong line in the contract's table fails. */
export const expectations: Record<Action, readonly Caller[]> = {
  'session.signIn': everybody,
  'session.signOut': everybody,
  'session.view': signedIn,
  'session.enter': everybody,
  'profile.view': signedIn,
  'profile.manage': signedIn.filter((caller) => caller !== 'actingAsOwner'),
  'profile.changePassword': signedIn.filter((caller) => caller !== 'actingAsOwner'),
  'profile.changeExternalLogins': signedIn.filter((caller) => caller !== 'actingAsOwner'),
  'legal.view': everybody,
  'signUp.view': everybody,
  'signUp.register': everybody,
  'companies.viewLogo': everybody,
  'demonstration.view': signedIn,
  'outbox.view': everybody,
  'firstSteps.view': signedIn,
  'firstSteps.note': signedIn.filter((caller) => !['readOnly', 'readOnlyOperator', 'actingAsOwner'].includes(caller)),
  'firstSteps.hide': ['otherOwner', 'admin', 'operator', 'adminWithoutFeatures', 'operatorWithoutFeatures'],
  'catalog.view': signedIn,
  'purchase.calculate': callersWhoSeeMoney,
  'purchase.view': callersWhoSeeMoney,
  'purchase.buy': callersWhoPay,
  'subscriptions.viewForProduct': signedIn,
  'attention.viewEnds': signedIn,
  'subscriptions.view': callersWhoSeeMoney,
  'subscriptions.manage': callersWhoPay,
  'billing.view': callersWhoSeeMoney,
  'invoices.view': callersWhoSeeMoney,
  'invoices.pay': callersWhoPay,
  'payments.view': callersWhoSeeMoney,
  'addresses.view': withBilling,
  'operations.view': withBilling,
  'billingDetails.view': callersWhoSeeMoney,
  'billingDetails.manage': callersWhoPay,
  'billingRecipients.view': callersWhoSeeMoney,
  'billingRecipients.manage': callersWhoPay.filter((caller) => caller !== 'actingAsOwner'),
  'billingRecipients.receive': ['otherOwner', 'admin', 'operator'],
  'billingRecipients.answer': everybody,
  'cards.view': withBilling,
  'cards.add': ['otherOwner', 'admin', 'operator', 'withBoth', 'withBilling'],
  'cards.manage': ['otherOwner', 'admin', 'operator', 'withBoth'],
  'users.view': withCustomerAdmin,
  'users.manage': ['otherOwner', 'admin', 'operator', 'actingAsOwner'],
  'accountSettings.view': withCustomerAdmin,
  'accountSettings.manage': ['otherOwner', 'admin', 'operator', 'actingAsOwner'],
  'accountSettings.manageSecurity': ['otherOwner', 'admin', 'operator'],
  'externalProviders.view': withCustomerAdmin,
  'externalProviders.manage': ['otherOwner', 'admin', 'operator'],
  'externalProviders.breakGlass': ['otherOwner', 'admin', 'operator'],
  'audit.view': ['otherOwner', 'admin', 'operator', 'readOnlyOperator', 'actingAsOwner'],
  'defaultPermissions.view': withCustomerAdmin,
  'defaultPermissions.manage': ['otherOwner', 'admin', 'operator'],
  'users.add': ['otherOwner', 'admin', 'operator'],
  'users.manageWaysIn': ['otherOwner', 'admin', 'operator'],
  'users.transferOwnership': ['otherOwner', 'admin', 'operator'],
  'orders.view': withCustomerAdmin,
  'licenses.view': withCustomerAdmin,
  'licenses.verify': everybody,
  'devices.view': withCustomerAdmin,
  'devices.manage': [...callersWhoPay, 'withCustomerAdmin'],
  'devices.block': ['otherOwner', 'admin', 'operator', 'actingAsOwner'],
  'productDashboards.view': withCustomerAdmin,
  'productTokens.view': withCustomerAdmin,
  'productTokens.manage': ['otherOwner', 'admin', 'operator'],
  'operator.companies': operators,
  'operator.manageCompanies': writingOperators,
  'operator.accounts': operators,
  'operator.manageAccounts': writingOperators,
  'operator.catalog': operators,
  'operator.manageCatalog': writingOperators,
  'operator.operators': operators,
  'operator.manageOperators': writingOperators,
  'operator.search': operators,
  'operator.cockpit': operators,
  'operator.cancellations': operators,
  'operator.health': operators,
  'operator.signUps': operators,
  'operator.latePayments': operators,
  'operator.orders': operators,
  'operator.manageOrders': writingOperators,
  'operator.tokens': operators,
  'operator.reportTokens': writingOperators,
  'operator.mirror': operators,
  'operator.repairMirror': writingOperators,
  'operator.mail': operators,
  'operator.sendMail': writingOperators,
  'operator.legal': operators,
  'operator.sendLegalNotice': writingOperators,
  'operator.sandbox': operators,
  'operator.changeSandbox': writingOperators,
  'operator.actAs': writingOperators,
};

/**
 * The actions of calls with methods other than GET that read-only users may make, because they change nothing of the
 * account.
 */
export const openToReadOnly: readonly Action[] = [
  'session.signIn',
  'session.signOut',
  'session.enter',
  'profile.manage',
  'profile.changePassword',
  'profile.changeExternalLogins',
  'purchase.calculate',
  'billingRecipients.answer',
  'signUp.register',
  // Compares the draft. Its choices are too long for an address.
  'operator.catalog',
];
