import { bigint, boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './accounts.ts';

const cents = (name: string) => bigint(name, { mode: 'number' });

/** What every mirrored object has. */
const mirrored = {
  id: text().primaryKey(),
  deleted: boolean().notNull().default(false),
  data: jsonb().notNull(),
  syncedAt: moment('synced_at').notNull(),
  readingNumber: bigint('reading_number', { mode: 'number' }).notNull().default(0),
};

export const stripePaymentIntents = pgTable('stripe_payment_intents', {
  ...mirrored,
  customerId: text('customer_id'),
  created: moment('created').notNull(),
  status: text().notNull(),
  currency: text().notNull(),
  amount: cents('amount').notNull(),
  amountReceived: cents('amount_received').notNull(),
  paymentMethodId: text('payment_method_id'),
  latestChargeId: text('latest_charge_id'),
  description: text(),
});

export const stripeCharges = pgTable('stripe_charges', {
  ...mirrored,
  customerId: text('customer_id'),
  paymentIntentId: text('payment_intent_id'),
  created: moment('created').notNull(),
  status: text().notNull(),
  currency: text().notNull(),
  amount: cents('amount').notNull(),
  amountRefunded: cents('amount_refunded').notNull(),
  balanceTransactionId: text('balance_transaction_id'),
});

export const stripeRefunds = pgTable('stripe_refunds', {
  ...mirrored,
  customerId: text('customer_id'),
  chargeId: text('charge_id'),
  paymentIntentId: text('payment_intent_id'),
  created: moment('created').notNull(),
  status: text(),
  currency: text().notNull(),
  amount: cents('amount').notNull(),
  balanceTransactionId: text('balance_transaction_id'),
});

export const stripeBalanceTransactions = pgTable('stripe_balance_transactions', {
  ...mirrored,
  sourceId: text('source_id'),
  created: moment('created').notNull(),
  type: text().notNull(),
  status: text().notNull(),
  currency: text().notNull(),
  amount: cents('amount').notNull(),
  fee: cents('fee').notNull(),
  net: cents('net').notNull(),
});

export const stripeInvoiceLines = pgTable('stripe_invoice_lines', {
  ...mirrored,
  invoiceId: text('invoice_id').notNull(),
  position: integer().notNull(),
  customerId: text('customer_id').notNull(),
  subscriptionId: text('subscription_id'),
  invoiceItemId: text('invoice_item_id'),
  priceId: text('price_id'),
  currency: text().notNull(),
  amount: cents('amount').notNull(),
  subtotal: cents('subtotal').notNull(),
  quantity: integer(),
  proration: boolean().notNull(),
  description: text(),
  periodStart: moment('period_start').notNull(),
  periodEnd: moment('period_end').notNull(),
});

export const stripeInvoicePayments = pgTable('stripe_invoice_payments', {
  ...mirrored,
  invoiceId: text('invoice_id').notNull(),
  paymentIntentId: text('payment_intent_id'),
  chargeId: text('charge_id'),
  created: moment('created').notNull(),
  status: text().notNull(),
  currency: text().notNull(),
  amountRequested: cents('amount_requested').notNull(),
  amountPaid: cents('amount_paid'),
});

export const stripeCustomerBalanceTransactions = pgTable('stripe_customer_balance_transactions', {
  ...mirrored,
  customerId: text('customer_id').notNull(),
  invoiceId: text('invoice_id'),
  created: moment('created').notNull(),
  type: text().notNull(),
  currency: text().notNull(),
  amount: cents('amount').notNull(),
  endingBalance: cents('ending_balance').notNull(),
  description: text(),
});

export const stripeInvoiceItems = pgTable('stripe_invoice_items', {
  ...mirrored,
  customerId: text('customer_id').notNull(),
  invoiceId: text('invoice_id'),
  subscriptionId: text('subscription_id'),
  created: moment('created').notNull(),
  currency: text().notNull(),
  amount: cents('amount').notNull(),
  description: text(),
});

export const stripePaymentTotals = pgTable('stripe_payment_totals', {
  customerId: text('customer_id').primaryKey(),
  payments: integer().notNull().default(0),
  succeeded: integer().notNull().default(0),
  received: cents('received').notNull().default(0),
  refunded: cents('refunded').notNull().default(0),
});
