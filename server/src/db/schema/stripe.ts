import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Said } from '../../http/app-error.ts';
import { id, moment } from './accounts.ts';

const cents = (name: string) => bigint(name, { mode: 'number' });

export const stripeOperations = pgTable('stripe_operations', {
  id: uuid().primaryKey().defaultRandom(),
  accountId: id('account_id').notNull(),
  userId: id('user_id'),
  kind: text().notNull(),
  subject: text().notNull(),
  requestKey: text('request_key').notNull(),
  request: jsonb().notNull(),
  state: text().$type<'pending' | 'requires_action' | 'succeeded' | 'failed'>().notNull().default('pending'),
  result: jsonb(),
  error: jsonb().$type<{
    code: string;
    message: string;
    key?: string;
    declineCode?: string;
    propertyErrors?: Readonly<Record<string, readonly Said[]>>;
  }>(),
  /** By step: the number in its idempotency key, and since when (UTC) that key is in use. */
  attempts: jsonb().$type<Record<string, { number: number; since: string }>>().notNull().default({}),
  actor: jsonb().$type<Record<string, unknown>>(),
  createdAt: moment('created_at').notNull().defaultNow(),
  settledAt: moment('settled_at'),
});

/** What every mirrored object has. */
const mirrored = {
  deleted: boolean().notNull().default(false),
  data: jsonb().notNull(),
  syncedAt: moment('synced_at').notNull(),
  readingNumber: bigint('reading_number', { mode: 'number' }).notNull().default(0),
};

export const stripeCustomers = pgTable('stripe_customers', {
  id: text().primaryKey(),
  created: moment('created').notNull(),
  balance: cents('balance').notNull().default(0),
  defaultPaymentMethod: text('default_payment_method'),
  ...mirrored,
});

export const stripePaymentMethods = pgTable('stripe_payment_methods', {
  id: text().primaryKey(),
  customerId: text('customer_id'),
  created: moment('created').notNull(),
  type: text().notNull(),
  brand: text().notNull(),
  last4: text().notNull(),
  expMonth: integer('exp_month').notNull(),
  expYear: integer('exp_year').notNull(),
  ...mirrored,
});

export const stripeSubscriptions = pgTable('stripe_subscriptions', {
  id: text().primaryKey(),
  customerId: text('customer_id').notNull(),
  created: moment('created').notNull(),
  status: text().notNull(),
  ...mirrored,
});

export const stripeInvoices = pgTable('stripe_invoices', {
  id: text().primaryKey(),
  customerId: text('customer_id').notNull(),
  subscriptionId: text('subscription_id'),
  created: moment('created').notNull(),
  dueDate: moment('due_date'),
  number: text(),
  status: text().$type<'draft' | 'open' | 'paid' | 'uncollectible' | 'void'>().notNull(),
  currency: text().notNull(),
  total: cents('total').notNull(),
  amountDue: cents('amount_due').notNull(),
  amountPaid: cents('amount_paid').notNull(),
  amountRemaining: cents('amount_remaining').notNull(),
  description: text(),
  invoicePdf: text('invoice_pdf'),
  hostedInvoiceUrl: text('hosted_invoice_url'),
  ...mirrored,
});

export const stripeInvoiceTotals = pgTable('stripe_invoice_totals', {
  customerId: text('customer_id').primaryKey(),
  invoices: integer().notNull(),
});

export const stripeEvents = pgTable('stripe_events', {
  id: text().primaryKey(),
  type: text().notNull(),
  created: moment('created').notNull(),
  objectType: text('object_type').notNull(),
  objectId: text('object_id'),
  customerId: text('customer_id'),
  data: jsonb().notNull(),
  receivedAt: moment('received_at').notNull().defaultNow(),
  appliedAt: moment('applied_at'),
  source: text().$type<'webhook' | 'catch_up'>().notNull().default('webhook'),
  error: text(),
  failedAt: moment('failed_at'),
});
