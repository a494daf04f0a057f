import type { Feature, ShippingDetails } from '@portico/contract';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  inet,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  varchar,
} from 'drizzle-orm/pg-core';

/** Guarantees and reasons of the columns stand in the migrations. */
export const id = (name = 'id') => bigint(name, { mode: 'number' });
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const companies = pgTable('companies', {
  id: integer().generatedByDefaultAsIdentity().primaryKey(),
  name: text().notNull(),
  slug: text().notNull().unique(),
  logoLight: text('logo_light'),
  logoDark: text('logo_dark'),
  accentLight: text('accent_light'),
  accentDark: text('accent_dark'),
  createdAt: moment('created_at').notNull().defaultNow(),
});

export const accounts = pgTable('accounts', {
  id: id().generatedAlwaysAsIdentity().primaryKey(),
  companyId: integer('company_id').notNull(),
  name: text().notNull(),
  stripeCustomerId: text('stripe_customer_id').unique(),
  sessionIdleSeconds: integer('session_idle_seconds').notNull().default(3600),
  businessAddress: jsonb('business_address').$type<ShippingDetails>(),
  createdAt: moment('created_at').notNull().defaultNow(),
});

export const users = pgTable('users', {
  id: id().generatedAlwaysAsIdentity().primaryKey(),
  accountId: id('account_id').notNull(),
  login: text().notNull(),
  email: text().notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull().default(''),
  phone: text().notNull().default(''),
  comments: text().notNull().default(''),
  passwordHash: text('password_hash'),
  isOwner: boolean('is_owner').notNull().default(false),
  isAdmin: boolean('is_admin').notNull().default(false),
  readOnly: boolean('read_only').notNull().default(false),
  active: boolean().notNull().default(true),
  isOperator: boolean('is_operator').notNull().default(false),
  createdAt: moment('created_at').notNull().defaultNow(),
  lastLoginAt: moment('last_login_at'),
});

export const accountFeatures = pgTable(
  'account_features',
  { accountId: id('account_id').notNull(), feature: text().$type<Feature>().notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.feature] })],
);

export const userFeatures = pgTable(
  'user_features',
  { userId: id('user_id').notNull(), feature: text().$type<Feature>().notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.feature] })],
);

export const sessions = pgTable('sessions', {
  idHash: bytes('id_hash').primaryKey(),
  userId: id('user_id').notNull(),
  marker: text().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  lastSeenAt: moment('last_seen_at').notNull().defaultNow(),
  expiresAt: moment('expires_at').notNull(),
  operatorUserId: id('operator_user_id'),
  actingUntil: moment('acting_until'),
  address: inet(),
  userAgent: text('user_agent'),
});

export const rateLimits = pgTable('rate_limits', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  expire: id('expire'),
});

export const auditEvents = pgTable('audit_events', {
  id: id().generatedAlwaysAsIdentity().primaryKey(),
  at: moment('at').notNull().defaultNow(),
  accountId: id('account_id'),
  userId: id('user_id'),
  realUserId: id('real_user_id'),
  kind: text().notNull(),
  detail: jsonb().notNull().default(sql`'{}'`),
  address: inet(),
  requestId: text('request_id'),
});
