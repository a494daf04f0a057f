import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** Page titles by title key (UI-9). A route names its key; breadcrumbs and the window's title follow. */
export const titles = {
  myProducts: msg`My products`,
  availableProducts: msg`Products`,
  trial: msg`Your trial`,
  subscriptionPlans: msg`Plans`,
  productSubscription: msg`Subscription`,
  subscription: msg`Subscription details`,
  subscribe: msg`Subscribe`,
  editSubscription: msg`Change subscription`,
  billing: msg`Billing`,
  subscriptions: msg`Subscriptions`,
  invoices: msg`Invoices`,
  orders: msg`Orders`,
  order: msg`Order details`,
  manualOrders: msg`Manual orders`,
  newManualOrder: msg`New manual order`,
  manualOrder: msg`Manual order`,
  operatorLicenses: msg`All licenses`,
  licenses: msg`Licenses`,
  license: msg`License details`,
  devices: msg`Hardware IDs`,
  device: msg`Hardware ID details`,
  operatorMessages: msg`Messages`,
  outbox: msg`Outbox`,
  stripeMirror: msg`Stripe mirror`,
  stripeSandbox: msg`Stripe sandbox`,
  profile: msg`Profile`,
  users: msg`Users`,
  editUser: msg`Edit user`,
  forbidden: msg`Forbidden`,
  notFound: msg`Page not found`,
  terms: msg`Terms of service`,
  privacy: msg`Privacy policy`,
  subscriptionTerms: msg`Terms of subscription`,
} satisfies Record<string, MessageDescriptor>;

export type TitleKey = keyof typeof titles;
