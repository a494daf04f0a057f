import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { operatorTitles } from './operators/operator-titles.ts';
import { operatorParts } from './operators/parts.ts';

/** Page titles by title key (UI-9). A route names its key; breadcrumbs and the window's title follow. */
export const titles = {
  myProducts: msg`My products`,
  availableProducts: msg`Products`,
  trial: msg`Your trial`,
  productDashboard: msg`Dashboard`,
  subscriptionPlans: msg`Plans`,
  productSubscription: msg`Subscription`,
  subscription: msg`Subscription details`,
  subscribe: msg`Subscribe`,
  editSubscription: msg`Change subscription`,
  billing: msg`Billing`,
  billingDetails: msg`Billing details`,
  subscriptions: msg`Subscriptions`,
  payments: msg`Payments`,
  paymentDetails: msg`Payment details`,
  invoices: msg`Invoices`,
  invoice: msg`Invoice details`,
  upcomingInvoices: msg`Upcoming invoices`,
  pendingInvoices: msg`Pending invoices`,
  orders: msg`Orders`,
  order: msg`Order details`,
  licenses: msg`Licenses`,
  license: msg`License details`,
  devices: msg`Hardware IDs`,
  device: msg`Hardware ID details`,
  profile: msg`Profile`,
  settings: msg`Settings`,
  audit: msg`Audit log`,
  externalProviders: msg`External providers`,
  externalProvider: msg`Details`,
  users: msg`Users`,
  editUser: msg`Edit user`,
  userImport: msg`Import users`,
  invitations: msg`Invitations`,
  defaultProducts: msg`Default permissions`,
  forbidden: msg`Forbidden`,
  notFound: msg`Page not found`,
  terms: msg`Terms of service`,
  privacy: msg`Privacy policy`,
  subscriptionTerms: msg`Terms of subscription`,
} satisfies Record<string, MessageDescriptor>;

type OwnKey = keyof typeof titles;
export type TitleKey = OwnKey | keyof typeof operatorTitles;

const isOwn = (key: TitleKey): key is OwnKey => Object.hasOwn(titles, key);

/** The title of a key; none for one of operators' where their parts are not loaded. */
export function titleOf(key: TitleKey): MessageDescriptor | undefined {
  return isOwn(key) ? titles[key] : operatorParts()?.operatorTitles[key];
}
