import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';

/** Stripe's lists by the server's names for them. */
const lists: Record<string, MessageDescriptor> = {
  customers: msg`Customers`,
  'payment methods': msg`Payment methods`,
  subscriptions: msg`Subscriptions`,
  'live subscriptions': msg`Live subscriptions`,
  'subscription schedules': msg`Subscription schedules`,
  invoices: msg`Invoices`,
  'draft invoices': msg`Draft invoices`,
  'open invoices': msg`Open invoices`,
  'invoice items': msg`Invoice items`,
  'pending items': msg`Pending items`,
  payments: msg`Payments`,
  charges: msg`Charges`,
  refunds: msg`Refunds`,
  'credit notes': msg`Credit notes`,
  'payments of invoices': msg`Payments of invoices`,
  'open payments of invoices': msg`Open payments of invoices`,
};

/** Kinds of Stripe's objects by Stripe's names. */
const kinds: Record<string, MessageDescriptor> = {
  customer: msg`Customer`,
  payment_method: msg`Payment method`,
  subscription: msg`Subscription`,
  subscription_schedule: msg`Subscription schedule`,
  invoice: msg`Invoice`,
  line_item: msg`Line of an invoice`,
  invoiceitem: msg`Invoice item`,
  invoice_payment: msg`Payment of an invoice`,
  payment_intent: msg`Payment`,
  charge: msg`Charge`,
  refund: msg`Refund`,
  credit_note: msg`Credit note`,
  balance_transaction: msg`Balance transaction`,
  customer_balance_transaction: msg`Change of a credit`,
};

/** The names of lists in the user's language. The name of a pass that looks for deleted objects says so. */
export function useListName(): (name: string) => string {
  const { i18n } = useLingui();
  return (name) => {
    const list = lists[name];
    if (list) return i18n._(list);
    const rest = lists[name.replace(/ that no list showed$/, '')];
    return rest ? i18n._(msg`Gone at Stripe: ${i18n._(rest)}`) : name;
  };
}

export function useKindName(): (type: string) => string {
  const { i18n } = useLingui();
  return (type) => (kinds[type] ? i18n._(kinds[type]) : type);
}
