import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { listSchema, pageQuery, providerId, rowId, rowIdParameter, utc } from '../api/values.ts';

/** One pass through all objects at Stripe: the backfill of the mirror, or a repair. */
export const mirrorRun = z.object({
  id: rowId,
  kind: z.enum(['backfill', 'repair']),
  state: z.enum(['running', 'done', 'failed']),
  /** Objects created earlier were skipped if they were final; null for no limit. */
  since: utc.nullable(),
  startedAt: utc,
  finishedAt: utc.nullable(),
  /** What stopped or delayed the run. */
  error: z.string().nullable(),
  /** Number of repaired differences from Stripe; so far, while it runs. */
  differences: z.int().nonnegative(),
  /** Objects that Stripe listed. */
  listed: z.int().nonnegative(),
  /** Number of finished lists of Stripe, and their total. */
  stepsDone: z.int().nonnegative(),
  steps: z.int().nonnegative(),
  /** The current list. */
  step: z.string().nullable(),
});
export type MirrorRun = z.infer<typeof mirrorRun>;

/** A repaired difference from Stripe. */
export const mirrorDifference = z.object({
  objectType: z.string(),
  objectId: z.string(),
  customerId: z.string().nullable(),
  /** missing: was not in the mirror. changed: was outdated in the mirror. gone: no longer exists at Stripe. */
  kind: z.enum(['missing', 'changed', 'gone']),
  /** Names of the fields that differed. */
  fields: z.array(z.string()),
  foundAt: utc,
});
export type MirrorDifference = z.infer<typeof mirrorDifference>;

/** An event that could not be applied and will not be retried automatically. */
export const deadEvent = z.object({
  id: z.string(),
  type: z.string(),
  objectId: z.string().nullable(),
  customerId: z.string().nullable(),
  created: utc,
  failedAt: utc,
  error: z.string().nullable(),
});
export type DeadEvent = z.infer<typeof deadEvent>;

export const mirrorStatus = z.object({
  /** The event received last. */
  lastEvent: z.object({ id: z.string(), type: z.string(), created: utc, receivedAt: utc }).nullable(),
  /** Events waiting to be applied, without dead ones. */
  waiting: z.int().nonnegative(),
  /** Seconds that the oldest waiting event has waited. */
  lagSeconds: z.int().nonnegative(),
  dead: z.int().nonnegative(),
  /** When Stripe was last asked for events, and the time until which they are complete; null before the first time. */
  polledAt: utc.nullable(),
  listedUpTo: utc.nullable(),
  pollError: z.string().nullable(),
  /** Number of events ever found that no webhook delivered. */
  found: z.int().nonnegative(),
  backfill: mirrorRun.nullable(),
  repair: mirrorRun.nullable(),
});
export type MirrorStatus = z.infer<typeof mirrorStatus>;

const page = pageQuery({ pageSize: 10, max: 400 });

export const mirror = {
  getStatus: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/Mirror',
    summary: 'The state of the mirror of the Stripe account',
    action: 'operator.mirror',
    response: mirrorStatus,
  }),
  getAge: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/MirrorAge',
    summary: 'Since when Stripe has not answered, so that lists and details may be outdated',
    action: 'billing.view',
    /** Null while Stripe answers. */
    response: z.object({ asOf: utc.nullable() }),
  }),
  listRepairs: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/Mirror/Repairs',
    summary: 'Repairs of the mirror, newest first',
    action: 'operator.mirror',
    query: page,
    response: listSchema(mirrorRun),
  }),
  beginRepair: defineEndpoint({
    method: 'POST',
    path: '/api/Billing/Mirror/Repairs',
    summary:
      'Begins a repair, which lists the last 35 days and everything that is not final. Returns the running one, if any',
    action: 'operator.repairMirror',
    body: z.object({}).optional(),
    response: mirrorRun,
  }),
  listDifferences: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/Mirror/Repairs/{id}/Differences',
    summary: 'The differences from Stripe that a repair found and corrected',
    action: 'operator.mirror',
    params: z.object({ id: rowIdParameter }),
    query: page,
    response: listSchema(mirrorDifference),
  }),
  listDeadEvents: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/Mirror/DeadEvents',
    summary: 'Events that could not be applied, latest first',
    action: 'operator.mirror',
    query: page,
    response: listSchema(deadEvent),
  }),
  retryDeadEvents: defineEndpoint({
    method: 'POST',
    path: '/api/Billing/Mirror/DeadEvents/Retry',
    summary: 'Retries all dead events',
    action: 'operator.repairMirror',
    body: z.object({}).optional(),
    response: z.object({ retried: z.int().nonnegative() }),
  }),
  retryDeadEvent: defineEndpoint({
    method: 'POST',
    path: '/api/Billing/Mirror/DeadEvents/{id}/Retry',
    summary: 'Retries a dead event',
    action: 'operator.repairMirror',
    params: z.object({ id: providerId }),
    body: z.object({}).optional(),
    response: z.object({ retried: z.int().nonnegative() }),
  }),
};
