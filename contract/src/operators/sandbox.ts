import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { providerId, utc } from '../api/values.ts';

/*
 * The sandbox page, /dev/stripe, inspects and controls the Stripe sandbox. These calls exist in demo mode only;
 * otherwise they answer NotFound (docs/decisions/0010).
 */
/** Pages of lists that grow meanwhile are addressed by id, not by number. */
const cursorQuery = z.object({
  /** The page begins after this id, towards older ones. */
  startingAfter: providerId.optional(),
  /** The page ends before this id, towards newer ones. */
  endingBefore: providerId.optional(),
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
});

function cursorListSchema<Item extends z.ZodType>(item: Item) {
  /** `hasMore`: whether there are more beyond the page, in the requested direction. */
  return z.object({ items: z.array(item), hasMore: z.boolean() });
}

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const objectType = z.string().regex(/^[a-z_.]{1,60}$/);

const objectSummary = z.object({
  id: z.string(),
  type: z.string(),
  /** A display name: a name, a number, an address; null if none. */
  label: z.string().nullable(),
  status: z.string().nullable(),
  created: utc.nullable(),
});
export type SandboxObjectSummary = z.infer<typeof objectSummary>;

const sandboxObject = z.object({
  id: z.string(),
  type: z.string(),
  isDeleted: z.boolean(),
  clockId: z.string().nullable(),
  /** When the sandbox will process the object. */
  dueAt: utc.nullable(),
  /** The object as Stripe's API shows it, JSON with two spaces of indentation. */
  json: z.string(),
});
export type SandboxObject = z.infer<typeof sandboxObject>;

const delivery = z.object({
  endpointId: z.string(),
  url: z.string(),
  status: z.enum(['delivered', 'waiting', 'given_up']),
  attempts: z.int(),
  /** The HTTP status or the error of the last attempt. */
  lastAnswer: z.string().nullable(),
  deliveredAt: utc.nullable(),
  nextAttempt: utc.nullable(),
});
export type SandboxDelivery = z.infer<typeof delivery>;

const eventSummary = z.object({
  id: z.string(),
  type: z.string(),
  created: utc,
  objectId: z.string().nullable(),
  objectType: z.string().nullable(),
  /** False if the sandbox acted on its own, for example a renewal or a retry. */
  isFromRequest: z.boolean(),
  deliveries: z.array(delivery),
});
export type SandboxEventSummary = z.infer<typeof eventSummary>;

const clock = z.object({
  id: z.string(),
  name: z.string().nullable(),
  status: z.enum(['ready', 'advancing', 'internal_failure']),
  /** The clock's current time. */
  time: utc,
  isRunning: z.boolean(),
  /** Start and target of the current or last advance. */
  from: utc.nullable(),
  target: utc.nullable(),
  /** Number of due actions that the advance has processed. */
  workDone: z.int(),
  /** Why the last advance stopped before its target. */
  failure: z.string().nullable(),
  /** A few of the clock's customers. */
  customers: z.array(z.object({ id: z.string(), label: z.string().nullable() })),
  customersTotal: z.int(),
  /** The first action when the clock continues. */
  nextDue: z.object({ id: z.string(), type: z.string(), at: utc }).nullable(),
});
export type SandboxClock = z.infer<typeof clock>;

export const faultKinds = ['fail', 'drop', 'delay', 'webhook_fail', 'webhook_duplicate', 'webhook_delay'] as const;
export type FaultKind = (typeof faultKinds)[number];

const faultRules = {
  kind: z.enum(faultKinds),
  /** Prefix of the paths of calls, or of the types of events. */
  prefix: z.string().trim().max(200),
  /** Number of remaining occurrences. */
  times: z.int().min(1).max(1000),
  /** Set for `fail`. */
  status: z.int().min(400).max(599),
  /** Milliseconds, for delays. */
  delay: z.int().min(0).max(60_000),
};

const fault = z.object({ ...faultRules, id: z.string(), method: z.enum(['GET', 'POST', 'DELETE']).nullable() });
export type SandboxFault = z.infer<typeof fault>;

const objectParameters = z.object({ id: providerId });

export const sandbox = {
  listObjectTypes: defineEndpoint({
    method: 'GET',
    path: '/api/dev/stripe/ObjectTypes',
    summary: 'The types of objects in the sandbox',
    action: 'operator.sandbox',
    response: z.object({ items: z.array(z.string()) }),
  }),
  listObjects: defineEndpoint({
    method: 'GET',
    path: '/api/dev/stripe/Objects',
    summary: 'Objects of a type, newest first',
    action: 'operator.sandbox',
    query: cursorQuery.extend({
      type: objectType,
      /** Customers without a clock. */
      inRealTime: flag.optional(),
    }),
    response: cursorListSchema(objectSummary),
  }),
  getObject: defineEndpoint({
    method: 'GET',
    path: '/api/dev/stripe/Objects/{id}',
    summary: 'Any object as JSON, even a deleted one',
    action: 'operator.sandbox',
    params: objectParameters,
    response: sandboxObject,
  }),
  listEvents: defineEndpoint({
    method: 'GET',
    path: '/api/dev/stripe/Events',
    summary: 'Events with their deliveries, newest first',
    action: 'operator.sandbox',
    query: cursorQuery.extend({
      /** A type, or a prefix of types: `invoice.*`. */
      type: z
        .string()
        .regex(/^[a-z_.]{1,60}\*?$/)
        .optional(),
      /** The object that the events are about. */
      related: providerId.optional(),
      delivered: flag.optional(),
    }),
    response: cursorListSchema(eventSummary),
  }),
  redeliverEvent: defineEndpoint({
    method: 'POST',
    path: '/api/dev/stripe/Events/{id}/Redeliver',
    summary: 'Sends an event to the webhook endpoints again',
    action: 'operator.changeSandbox',
    params: objectParameters,
    body: z.object({}).optional(),
    response: z.object({ deliveries: z.int() }),
  }),
  listClocks: defineEndpoint({
    method: 'GET',
    path: '/api/dev/stripe/Clocks',
    summary: 'Test clocks, newest first',
    action: 'operator.sandbox',
    query: cursorQuery,
    response: cursorListSchema(clock),
  }),
  getClock: defineEndpoint({
    method: 'GET',
    path: '/api/dev/stripe/Clocks/{id}',
    summary: 'One test clock in its current state',
    action: 'operator.sandbox',
    params: objectParameters,
    response: clock,
  }),
  createClock: defineEndpoint({
    method: 'POST',
    path: '/api/dev/stripe/Clocks',
    summary: 'Moves a customer from real time to a clock of their own, which runs until it is advanced',
    action: 'operator.changeSandbox',
    body: z.object({ customerId: providerId }),
    response: clock,
  }),
  advanceClock: defineEndpoint({
    method: 'POST',
    path: '/api/dev/stripe/Clocks/{id}/Advance',
    summary: 'Starts advancing a clock by days or months, or to a moment; the advance runs in the background',
    action: 'operator.changeSandbox',
    params: objectParameters,
    body: z
      .object({
        days: z.int().min(1).max(3660).optional(),
        months: z.int().min(1).max(120).optional(),
        to: utc.optional(),
      })
      .refine((by) => [by.days, by.months, by.to].filter((part) => part !== undefined).length === 1, {
        error: 'Say one of days, months and to.',
      }),
    response: clock,
  }),
  setClockRunning: defineEndpoint({
    method: 'POST',
    path: '/api/dev/stripe/Clocks/{id}/Running',
    summary: 'Lets a clock run in real time, or stops it',
    action: 'operator.changeSandbox',
    params: objectParameters,
    body: z.object({ isRunning: z.boolean() }),
    response: clock,
  }),
  listFaults: defineEndpoint({
    method: 'GET',
    path: '/api/dev/stripe/Faults',
    summary: 'The faults that are still to occur; at most two hundred',
    action: 'operator.sandbox',
    response: z.object({ items: z.array(fault) }),
  }),
  addFault: defineEndpoint({
    method: 'POST',
    path: '/api/dev/stripe/Faults',
    summary: 'Adds a fault: a call fails, or its response is lost or late; a webhook fails, or arrives twice or late',
    action: 'operator.changeSandbox',
    body: z.object({
      ...faultRules,
      prefix: faultRules.prefix.default(''),
      times: faultRules.times.default(1),
      status: faultRules.status.default(500),
      delay: faultRules.delay.default(1000),
      method: z.enum(['GET', 'POST', 'DELETE']).optional(),
    }),
    response: fault,
  }),
  removeFault: defineEndpoint({
    method: 'DELETE',
    path: '/api/dev/stripe/Faults/{id}',
    summary: 'Removes a fault',
    action: 'operator.changeSandbox',
    params: z.object({ id: z.string().regex(/^\d{1,15}$/) }),
    response: z.object({}),
  }),
};
