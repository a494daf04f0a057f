import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { listOf, pageQuery, rowId, rowIdParameter, utc } from '../api/values.ts';
import { auditGroups } from './audit-groups.ts';

const auditUser = z.object({
  id: rowId,
  name: z.string(),
  /** Whether it is one of the vendor's staff. */
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
  /** What happened, in the reader's language. */
  text: z.string(),
  /** In whose name; null where nobody is known. */
  user: auditUser.nullable(),
  /** Who really did it, where that was somebody else. */
  realUser: auditUser.nullable(),
  /** Why the vendor's staff acted as the user, as they said. */
  actingReason: z.string().nullable(),
  address: z.string().nullable(),
  requestId: z.string().nullable(),
  /** What changed from what to what. */
  changes: z.array(z.object({ field: z.string(), label: z.string(), before: changedValue, after: changedValue })),
  /** What the event concerns besides. `userId` has the user's name as `text`. */
  facts: z.array(z.object({ name: z.string(), label: z.string(), value: scalar, text: z.string().nullable() })),
});
export type AuditEvent = z.infer<typeof auditEvent>;

const selection = {
  /** In whose name, or who really did it. */
  userId: rowIdParameter.optional(),
  group: z.enum(auditGroups).optional(),
  kind: z
    .string()
    .regex(/^[a-zA-Z]{1,60}$/)
    .optional(),
  /** The first moment. */
  from: utc.optional(),
  /** The moment after the last one. */
  to: utc.optional(),
};

/** Events that a list counts and goes through; the filters and the report lead to older ones (AUD-9). */
export const mostListedEvents = 10_000;

export const audit = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/Audit/List',
    summary: 'What happened in the account, the newest first; at most 10,000 events of a selection',
    action: 'audit.view',
    query: pageQuery({ pageSize: 20, max: 400 }).extend(selection),
    response: listOf(auditEvent).extend({
      /** Whether there are more than `total`. */
      isTotalLimited: z.boolean(),
    }),
  }),
  listKinds: defineEndpoint({
    method: 'GET',
    path: '/api/Audit/Kinds',
    summary: 'The kinds of events by group, in words, and how long events are kept',
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
    summary: 'What happened in the account as a CSV file, filtered as the list',
    action: 'audit.view',
    query: z.object({ ...selection, format: z.literal('csv') }),
  }),
};
