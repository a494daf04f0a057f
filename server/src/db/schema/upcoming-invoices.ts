import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './accounts.ts';

export const stripeUpcomingInvoices = pgTable('stripe_upcoming_invoices', {
  stripeSubscriptionId: text('stripe_subscription_id').primaryKey(),
  preview: jsonb(),
  askedAt: moment('asked_at').notNull(),
});
