import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { providerId, utc } from '../api/values.ts';

/*
 * The sandbox page, /dev/stripe: looks into the Stripe sandbox and plays with it. These calls exist in demonstration mode only; elsewhere they
 * answer as what does not exist (docs/decisions/0010).
 */
/** Pages of lists that grow while one looks: from an id on, not by number. */
const cursorQuery = z.object({
  /** The id after which the page begins, towards older ones. */
  startingAfter: providerId.optional(),
  /** The id before which the page ends, towards newer ones. */
  endingBefore: providerId.optional(),
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
});

function cursorListOf<Item extends z.ZodType>(item: Item) {
  /** `hasMore`: whether there are further ones beyond the page, in the direction that was asked for. */
  return z.object({ items: z.array(item), hasMore: z.boolean() });
}

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const objectType = z.string().regex(/^[a-z_.]{1,60}$/);

const objectSummary = z.object({
  id: z.string(),
  type: z.string(),
  /** What a person calls it: a name, a number, an address; null where there is nothing of the kind. */
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
  /** When the sandbox has to do something about it. */
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
  /** The HTTP status or the failure of the last attempt. */
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
  /** False where the sandbox acted by itself: a renewal, a retry. */
  isFromRequest: z.boolean(),
  deliveries: z.array(delivery),
});
export type SandboxEventSummary = z.infer<typeof eventSummary>;

const clock = z.object({
  id: z.string(),
  name: z.string().nullable(),
  status: z.enum(['ready', 'advancing', 'internal_failure']),
  /** What time it is there. */
  time: utc,
  isRunning: z.boolean(),
  /** Where the advance under way, or the last one, began and leads. */
  from: utc.nullable(),
  target: utc.nullable(),
  /** How many pieces of due work that advance has done. */
  workDone: z.int(),
  /** Why the last advance stopped before its target. */
  failure: z.string().nullable(),
  /** A few of its customers. */
  customers: z.array(z.object({ id: z.string(), label: z.string().nullable() })),
  customersTotal: z.int(),
  /** What happens first when it goes on. */
  nextDue: z.object({ id: z.string(), type: z.string(), at: utc }).nullable(),
});
export type SandboxClock = z.infer<typeof clock>;

export const faultKinds = ['fail', 'drop', 'delay', 'webhook_fail', 'webhook_duplicate', 'webhook_delay'] as const;
export type FaultKind = (typeof faultKinds)[number];

const faultRules = {
  kind: z.enum(faultKinds),
  /** Of the paths of calls, or of the types of events. */
  prefix: z.string().trim().max(200),
  /** How often it still happens. */
  times: z.int().min(1).max(1000),
  /** For `fail`. */
  status: z.int().min(400).max(599),
  /** Milliseconds, for the delays. */
  delay: z.int().min(0).max(60_000),
};

const fault = z.object({ ...faultRules, id: z.string(), method: z.enum(['GET', 'POST', 'DELETE']).nullable() });
export type SandboxFault = z.infer<typeof fault>;

const objectParameters = z.object({ id: providerId });

export const sandbox = {
  listObjectTypes: defineEndpoint({
    method: 'GET',
    path: '/api/dev/stripe/ObjectTypes',
    summary: 'The types of which the sandbox holds an object',
    action: 'operator.sandbox',
    response: z.object({ items: z.array(z.string()) }),
  }),
  listObjects: defineEndpoint({
    method: 'GET',
    path: '/api/dev/stripe/Objects',
    summary: 'Objects of a type, the newest first',
    action: 'operator.sandbox',
    query: cursorQuery.extend({
      type: objectType,
      /** Customers on no clock. */
      inRealTime: flag.optional(),
    }),
    response: cursorListOf(objectSummary),
  }),
  getObject: defineEndpoint({
    method: 'GET',
    path: '/api/dev/stripe/Objects/{id}',
    summary: 'Any object, a deleted one too, as JSON',
    action: 'operator.sandbox',
    params: objectParameters,
    response: sandboxObject,
  }),
  listEvents: defineEndpoint({
    method: 'GET',
    path: '/api/dev/stripe/Events',
    summary: 'Events with their deliveries, the newest first',
    action: 'operator.sandbox',
    query: cursorQuery.extend({
      /** A type, or how types begin: `invoice.*`. */
      type: z
        .string()
        .regex(/^[a-z_.]{1,60}\*?$/)
        .optional(),
      /** The object that they are about. */
      related: providerId.optional(),
      delivered: flag.optional(),
    }),
    response: cursorListOf(eventSummary),
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
    summary: 'Test clocks, the newest first',
    action: 'operator.sandbox',
    query: cursorQuery,
    response: cursorListOf(clock),
  }),
  getClock: defineEndpoint({
    method: 'GET',
    path: '/api/dev/stripe/Clocks/{id}',
    summary: 'One test clock, as it stands now',
    action: 'operator.sandbox',
    params: objectParameters,
    response: clock,
  }),
  createClock: defineEndpoint({
    method: 'POST',
    path: '/api/dev/stripe/Clocks',
    summary: 'Puts a customer who lives in real time on a clock of their own, which runs until it is advanced',
    action: 'operator.changeSandbox',
    body: z.object({ customerId: providerId }),
    response: clock,
  }),
  advanceClock: defineEndpoint({
    method: 'POST',
    path: '/api/dev/stripe/Clocks/{id}/Advance',
    summary: 'Sets a clock off by days or months, or to a moment; it works in the background',
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
    summary: 'Lets a clock go on in real time, or stops it',
    action: 'operator.changeSandbox',
    params: objectParameters,
    body: z.object({ isRunning: z.boolean() }),
    response: clock,
  }),
  listFaults: defineEndpoint({
    method: 'GET',
    path: '/api/dev/stripe/Faults',
    summary: 'What is still to go wrong on purpose; two hundred at most',
    action: 'operator.sandbox',
    response: z.object({ items: z.array(fault) }),
  }),
  addFault: defineEndpoint({
    method: 'POST',
    path: '/api/dev/stripe/Faults',
    summary: 'Lets something go wrong: a call fails, its answer is lost or late, a webhook fails, comes twice or late',
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
    summary: 'Takes a fault back',
    action: 'operator.changeSandbox',
    params: z.object({ id: z.string().regex(/^\d{1,15}$/) }),
    response: z.object({}),
  }),
};
