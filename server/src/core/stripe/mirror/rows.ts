import type { PgTable } from 'drizzle-orm/pg-core';
import type Stripe from 'stripe';
import { stripePaymentMethods } from '../../db/schema/cards.gen.ts';
import { stripeCustomerBalanceTransactions, stripeCustomers } from '../../db/schema/customers.gen.ts';
import {
  stripeCreditNotes,
  stripeInvoiceItems,
  stripeInvoiceLines,
  stripeInvoicePayments,
  stripeInvoices,
} from '../../db/schema/invoices.gen.ts';
import {
  stripeBalanceTransactions,
  stripeCharges,
  stripePaymentIntents,
  stripeRefunds,
} from '../../db/schema/payments.gen.ts';
import { stripeSubscriptionSchedules, stripeSubscriptions } from '../../db/schema/subscriptions.gen.ts';

/** Mirrored objects by Stripe's object type. Each is read, listed and compared on its own. */
export interface MirroredObjects {
  customer: Stripe.Customer;
  payment_method: Stripe.PaymentMethod;
  subscription: Stripe.Subscription;
  subscription_schedule: Stripe.SubscriptionSchedule;
  invoice: Stripe.Invoice;
  invoiceitem: Stripe.InvoiceItem;
  invoice_payment: Stripe.InvoicePayment;
  payment_intent: Stripe.PaymentIntent;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  credit_note: Stripe.CreditNote;
}

/**
 * Objects that are stored with another: invoice lines, the balance transaction of a charge or a refund, changes of a
 * customer's balance.
 */
interface DependentObjects {
  line_item: Stripe.InvoiceLineItem;
  balance_transaction: Stripe.BalanceTransaction;
  customer_balance_transaction: Stripe.CustomerBalanceTransaction;
}

export type MirroredType = keyof MirroredObjects;
interface StoredObjects extends MirroredObjects, DependentObjects {}
export type StoredType = keyof StoredObjects;
export type StoredObject<Type extends StoredType> = StoredObjects[Type];

type Reference = string | { id: string } | null | undefined;
export const referencedId = (value: Reference): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);
/** Converts seconds since 1970 to PostgreSQL's format. */
const moment = (seconds: number) => new Date(seconds * 1000).toISOString();
const momentOrNull = (seconds: number | null | undefined) => (seconds ? moment(seconds) : null);

/** A row's columns by their names in the database, without the common ones. */
export type Columns = Record<string, string | number | boolean | null>;

interface Kind<Type extends StoredType> {
  readonly table: PgTable;
  readonly columns: (object: StoredObject<Type>) => Columns;
  /** True if Stripe's lists no longer contain the object, although it can still be read. */
  readonly isDetached?: (object: StoredObject<Type>) => boolean;
  /** Fields that are stored elsewhere, or change independently of their object. */
  readonly omittedFields?: readonly string[];
  /** Fields that Stripe generates for each read (STR-7, MIR-12). They are stored, but do not count as differences. */
  readonly volatileFields?: readonly string[];
}

/** Converts each type of object to a row. */
export const kinds: { readonly [Type in StoredType]: Kind<Type> } = {
  customer: {
    table: stripeCustomers,
    columns: (customer) => ({
      created: moment(customer.created),
      balance: customer.balance,
      default_payment_method: referencedId(customer.invoice_settings.default_payment_method),
    }),
    omittedFields: ['subscriptions', 'sources', 'tax'],
  },
  payment_method: {
    table: stripePaymentMethods,
    columns: (method) => ({
      customer_id: referencedId(method.customer),
      created: moment(method.created),
      type: method.type,
      // A bank account or a wallet is named by its type, and never expires (CARD-18).
      brand: method.card?.brand ?? method.type,
      last4: method.card?.last4 ?? readBankDigits(method),
      exp_month: method.card?.exp_month ?? 12,
      exp_year: method.card?.exp_year ?? 9999,
    }),
    isDetached: (method) => method.customer === null,
  },
  subscription: {
    table: stripeSubscriptions,
    columns: (subscription) => ({
      customer_id: referencedId(subscription.customer) ?? '',
      created: moment(subscription.created),
      status: subscription.status,
    }),
  },
  subscription_schedule: {
    table: stripeSubscriptionSchedules,
    columns: (schedule) => ({
      customer_id: referencedId(schedule.customer) ?? '',
      subscription_id: referencedId(schedule.subscription),
      created: moment(schedule.created),
      status: schedule.status,
    }),
  },
  invoice: {
    table: stripeInvoices,
    columns: (invoice) => ({
      customer_id: referencedId(invoice.customer) ?? '',
      subscription_id: referencedId(invoice.parent?.subscription_details?.subscription),
      created: moment(invoice.created),
      due_date: momentOrNull(invoice.due_date),
      number: invoice.number,
      status: invoice.status ?? 'draft',
      currency: invoice.currency,
      total: invoice.total,
      amount_due: invoice.amount_due,
      amount_paid: invoice.amount_paid,
      amount_remaining: invoice.amount_remaining,
      description: invoice.lines.data[0]?.description ?? invoice.description,
      price_id: referencedId(invoice.lines.data[0]?.pricing?.price_details?.price),
      invoice_pdf: invoice.invoice_pdf ?? null,
      hosted_invoice_url: invoice.hosted_invoice_url ?? null,
    }),
    omittedFields: ['lines', 'payments', 'confirmation_secret'],
    volatileFields: ['invoice_pdf', 'hosted_invoice_url'],
  },
  invoiceitem: {
    table: stripeInvoiceItems,
    columns: (item) => ({
      customer_id: referencedId(item.customer) ?? '',
      invoice_id: referencedId(item.invoice),
      subscription_id: item.parent?.subscription_details?.subscription ?? null,
      created: moment(item.date),
      currency: item.currency,
      amount: item.amount,
      description: item.description,
    }),
  },
  invoice_payment: {
    table: stripeInvoicePayments,
    columns: (payment) => ({
      invoice_id: referencedId(payment.invoice) ?? '',
      payment_intent_id: referencedId(payment.payment.payment_intent),
      charge_id: referencedId(payment.payment.charge),
      created: moment(payment.created),
      status: payment.status,
      currency: payment.currency,
      amount_requested: payment.amount_requested,
      amount_paid: payment.amount_paid,
    }),
  },
  payment_intent: {
    table: stripePaymentIntents,
    columns: (intent) => ({
      customer_id: referencedId(intent.customer),
      created: moment(intent.created),
      status: intent.status,
      currency: intent.currency,
      amount: intent.amount,
      amount_received: intent.amount_received,
      payment_method_id: referencedId(intent.payment_method),
      latest_charge_id: referencedId(intent.latest_charge),
      description: intent.description,
    }),
  },
  charge: {
    table: stripeCharges,
    columns: (charge) => ({
      customer_id: referencedId(charge.customer),
      payment_intent_id: referencedId(charge.payment_intent),
      created: moment(charge.created),
      status: charge.status,
      currency: charge.currency,
      amount: charge.amount,
      amount_refunded: charge.amount_refunded,
      balance_transaction_id: referencedId(charge.balance_transaction),
    }),
    omittedFields: ['refunds'],
    volatileFields: ['receipt_url'],
  },
  refund: {
    table: stripeRefunds,
    columns: (refund) => ({
      customer_id: referencedId(refund.customer),
      charge_id: referencedId(refund.charge),
      payment_intent_id: referencedId(refund.payment_intent),
      created: moment(refund.created),
      status: refund.status,
      currency: refund.currency,
      amount: refund.amount,
      balance_transaction_id: referencedId(refund.balance_transaction),
    }),
  },
  credit_note: {
    table: stripeCreditNotes,
    columns: (note) => ({
      customer_id: referencedId(note.customer) ?? '',
      invoice_id: referencedId(note.invoice) ?? '',
      created: moment(note.created),
      number: note.number,
      status: note.status,
      currency: note.currency,
      total: note.total,
    }),
    omittedFields: ['lines'],
    volatileFields: ['pdf'],
  },
  line_item: {
    table: stripeInvoiceLines,
    columns: (line) => {
      const details = line.parent?.subscription_item_details ?? line.parent?.invoice_item_details;
      return {
        subscription_id: referencedId(line.subscription) ?? details?.subscription ?? null,
        invoice_item_id: details?.invoice_item ?? null,
        price_id: referencedId(line.pricing?.price_details?.price),
        currency: line.currency,
        amount: line.amount,
        subtotal: line.subtotal,
        quantity: line.quantity,
        proration: details?.proration ?? false,
        description: line.description,
        period_start: moment(line.period.start),
        period_end: moment(line.period.end),
      };
    },
  },
  balance_transaction: {
    table: stripeBalanceTransactions,
    columns: (transaction) => ({
      source_id: referencedId(transaction.source),
      created: moment(transaction.created),
      type: transaction.type,
      status: transaction.status,
      currency: transaction.currency,
      amount: transaction.amount,
      fee: transaction.fee,
      net: transaction.net,
    }),
  },
  customer_balance_transaction: {
    table: stripeCustomerBalanceTransactions,
    columns: (transaction) => ({
      customer_id: referencedId(transaction.customer) ?? '',
      invoice_id: referencedId(transaction.invoice),
      created: moment(transaction.created),
      type: transaction.type,
      currency: transaction.currency,
      amount: transaction.amount,
      ending_balance: transaction.ending_balance,
      description: transaction.description,
    }),
  },
};

/** The last digits of a bank account; empty for other methods. */
function readBankDigits(method: Stripe.PaymentMethod): string {
  const details = (method as unknown as Record<string, { last4?: string | null } | undefined>)[method.type];
  return details?.last4 ?? '';
}

const dependentTypes: ReadonlySet<string> = new Set<keyof DependentObjects>([
  'line_item',
  'balance_transaction',
  'customer_balance_transaction',
]);

export function isMirrored(type: string): type is MirroredType {
  return Object.hasOwn(kinds, type) && !dependentTypes.has(type);
}

/** Objects that Stripe embeds in others without a request to expand them. */
const inlined: ReadonlySet<unknown> = new Set(['discount', 'card', 'list', 'price', 'plan']);

/**
 * The stored part of an object. Expanded references become ids again, so that the data does not depend on the call.
 * Fields that are stored elsewhere are left out.
 */
export function keptData<Type extends StoredType>(type: Type, object: StoredObject<Type>): Record<string, unknown> {
  const omitted = kinds[type].omittedFields ?? [];
  return Object.fromEntries(
    Object.entries(object)
      .filter(([name]) => !omitted.includes(name))
      .map(([name, value]) => [name, name === 'invoice_settings' ? collapsedFields(value) : collapsed(value)]),
  );
}

function collapsed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { id, object } = value as { id?: unknown; object?: unknown };
  return typeof id === 'string' && typeof object === 'string' && !inlined.has(object) ? id : value;
}

function collapsedFields(value: object): object {
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, collapsed(field)]));
}
