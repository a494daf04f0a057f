import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { id, moment } from './accounts.ts';

/** One priced line of a subscription, as the catalogue knows it. */
export interface HeldItem {
  kind: 'base' | 'additional' | 'addon';
  /** Catalogue id of the price plan, additional price or add-on price. */
  priceId: string;
  caption: string;
  quantity: number;
  /** Cents for each unit and interval. */
  unitAmount: number;
  stripeItemId: string;
  stripePriceId: string;
}

export const subscriptions = pgTable('subscriptions', {
  id: id().generatedAlwaysAsIdentity().primaryKey(),
  accountId: id('account_id').notNull(),
  stripeSubscriptionId: text('stripe_subscription_id').notNull().unique(),
  productId: text('product_id').notNull(),
  planId: text('plan_id').notNull(),
  pricePlanId: text('price_plan_id').notNull(),
  quantity: integer().notNull(),
  status: text().notNull(),
  trial: boolean().notNull(),
  startedAt: moment('started_at').notNull(),
  expiresAt: moment('expires_at'),
  cancelAt: moment('cancel_at'),
  cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
  endedAt: moment('ended_at'),
  amount: bigint({ mode: 'number' }).notNull(),
  currency: text().notNull(),
  interval: text().$type<'Day' | 'Month' | 'Year'>().notNull(),
  intervalCount: integer('interval_count').notNull(),
  paymentMethodId: text('payment_method_id'),
  items: jsonb().$type<HeldItem[]>().notNull(),
  paymentFailure: jsonb('payment_failure').$type<{ brand: string; last4: string }>(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

export const purchaseQuotes = pgTable('purchase_quotes', {
  id: text().primaryKey(),
  accountId: id('account_id').notNull(),
  userId: id('user_id'),
  productId: text('product_id').notNull(),
  selectionHash: text('selection_hash').notNull(),
  terms: jsonb().notNull(),
  amountDue: bigint('amount_due', { mode: 'number' }).notNull(),
  operationId: uuid('operation_id'),
  createdAt: moment('created_at').notNull().defaultNow(),
  expiresAt: moment('expires_at').notNull(),
});

export const couponRedemptions = pgTable(
  'coupon_redemptions',
  {
    accountId: id('account_id').notNull(),
    stripePromotionCodeId: text('stripe_promotion_code_id').notNull(),
    operationId: uuid('operation_id'),
    redeemedAt: moment('redeemed_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.stripePromotionCodeId] })],
);

export const productTrials = pgTable(
  'product_trials',
  {
    accountId: id('account_id').notNull(),
    productId: text('product_id').notNull(),
    firstSeenAt: moment('first_seen_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.productId] })],
);
