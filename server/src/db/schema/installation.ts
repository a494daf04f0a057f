import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './accounts.ts';

export const installation = pgTable('installation', {
  key: text().primaryKey(),
  value: jsonb().notNull().default(true),
  at: moment('at').notNull().defaultNow(),
});
