import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { listSchema, pageQuery, reportFormat, rowId, rowIdParameter, utc } from '../api/values.ts';
import { auditGroups } from './audit-groups.ts';

const auditUser = z.object({
  id: rowId,
  name: z.string(),
  /** Whether the user is one of the vendor's staff. */
  isOperator: z.boolean(),
});
export type AuditUser = z.infer<typeof auditUser>;

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const changedValue = z.union([scalar, z.array(z.union([z.string(), z.number()]))]);
export type AuditValue = z.infer<typeof changedValue>;

const auditEvent = z.object({
  id: rowId,
  at: utc,
  kind: z.string(),
  group: z.enum(auditGroups),
  /** What happened, in the user's language. */
  text: z.string(),
  /** The user in whose name the event happened; null if unknown. */
  user: auditUser.nullable(),
  /** The user who really caused the event, if that was somebody else. */
  realUser: auditUser.nullable(),
  /** The reason that the vendor's staff gave for acting as the user. */
  actingReason: z.string().nullable(),
  address: z.string().nullable(),
  requestId: z.string().nullable(),
  /** Values before and after. */
  changes: z.array(z.object({ field: z.string(), label: z.string(), before: changedValue, after: changedValue })),
  /** Other facts about the event. `userId` has the user's name as `text`. */
  facts: z.array(z.object({ name: z.string(), label: z.string(), value: scalar, text: z.string().nullable() })),
});
export type AuditEvent = z.infer<typeof auditEvent>;

const selection = {
  /** Matches the user in whose name an event happened, or who really caused it. */
  userId: rowIdParameter.optional(),
  group: z.enum(auditGroups).optional(),
  kind: z
    .string()
    .regex(/^[a-zA-Z]{1,60}$/)
    .optional(),
  /** Inclusive. */
  from: utc.optional(),
  /** Exclusive. */
  to: utc.optional(),
};

/** Events that a list counts and pages through. Older ones are reachable with filters and in the report (AUD-9). */
export const maxListedEvents = 10_000;

export const audit = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/Audit/List',
    summary: "The account's audit events, newest first; at most 10,000 for a filter",
    action: 'audit.view',
    query: pageQuery({ pageSize: 20, max: 400 }).extend(selection),
    response: listSchema(auditEvent).extend({
      /** Whether there are more events than `total`. */
      isTotalLimited: z.boolean(),
    }),
  }),
  listKinds: defineEndpoint({
    method: 'GET',
    path: '/api/Audit/Kinds',
    summary: 'The kinds of events by group with their labels, and how long events are kept',
    action: 'audit.view',
    response: z.object({
      groups: z.array(
        z.object({
          group: z.enum(auditGroups),
          text: z.string(),
          kinds: z.array(z.object({ kind: z.string(), text: z.string() })),
        }),
      ),
      retentionDays: z.int().positive(),
    }),
  }),
  export: defineEndpoint({
    method: 'GET',
    path: '/Reports/AuditReport',
    summary: "The account's audit events as a CSV file, with the filters of the list",
    action: 'audit.view',
    query: z.object({ ...selection, ...reportFormat }),
  }),
};
