import { bigint, boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, moment } from './accounts.ts';

export const stripeEventObjects = pgTable(
  'stripe_event_objects',
  {
    objectId: text('object_id').notNull(),
    created: moment('created').notNull(),
    eventId: text('event_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.objectId, table.created, table.eventId] })],
);

export const stripeEventCursor = pgTable('stripe_event_cursor', {
  singleton: boolean().primaryKey().default(true),
  eventCreated: moment('event_created').notNull(),
  sweepFrom: moment('sweep_from'),
  sweepAfter: text('sweep_after'),
  sweepUntil: moment('sweep_until'),
  polledAt: moment('polled_at'),
  error: text(),
  found: integer().notNull().default(0),
});

export const stripeMirrorRuns = pgTable('stripe_mirror_runs', {
  id: id().generatedAlwaysAsIdentity().primaryKey(),
  kind: text().$type<'backfill' | 'repair'>().notNull(),
  state: text().$type<'running' | 'done' | 'failed'>().notNull().default('running'),
  since: moment('since'),
  readingNumber: bigint('reading_number', { mode: 'number' }).notNull().default(0),
  startedAt: moment('started_at').notNull().defaultNow(),
  finishedAt: moment('finished_at'),
  error: text(),
  differences: integer().notNull().default(0),
});

export const stripeMirrorSteps = pgTable(
  'stripe_mirror_steps',
  {
    runId: id('run_id').notNull(),
    name: text().notNull(),
    position: integer().notNull(),
    cursor: text(),
    listed: integer().notNull().default(0),
    changed: integer().notNull().default(0),
    startedAt: moment('started_at'),
    finishedAt: moment('finished_at'),
  },
  (table) => [primaryKey({ columns: [table.runId, table.name] })],
);

export const stripeMirrorDifferences = pgTable('stripe_mirror_differences', {
  id: id().generatedAlwaysAsIdentity().primaryKey(),
  runId: id('run_id').notNull(),
  objectType: text('object_type').notNull(),
  objectId: text('object_id').notNull(),
  customerId: text('customer_id'),
  kind: text().$type<'missing' | 'changed' | 'gone'>().notNull(),
  fields: text().array().notNull().default([]),
  foundAt: moment('found_at').notNull().defaultNow(),
});
