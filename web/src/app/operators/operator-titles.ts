import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** The titles of operators' pages (UI-9). */
export const operatorTitles = {
  cockpit: msg`Cockpit`,
  manualOrders: msg`Manual orders`,
  newManualOrder: msg`New manual order`,
  manualOrder: msg`Manual order`,
  operatorAccounts: msg`Accounts`,
  operatorAccount: msg`Account`,
  companies: msg`Brands`,
  newCompany: msg`New brand`,
  company: msg`Brand`,
  operators: msg`Operators`,
  operatorHealth: msg`Health`,
  latePayments: msg`Late payments`,
  operatorLicenses: msg`All licenses`,
  operatorCancellations: msg`Cancellations`,
  operatorSignUps: msg`Sign-ups`,
  operatorLeakedTokens: msg`Leaked tokens`,
  operatorMessages: msg`Messages`,
  actAs: msg`Act as a user`,
  outbox: msg`Outbox`,
  stripeMirror: msg`Stripe mirror`,
  stripeSandbox: msg`Stripe sandbox`,
} satisfies Record<string, MessageDescriptor>;
