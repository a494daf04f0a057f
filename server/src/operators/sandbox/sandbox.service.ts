import type { ParsedRequestOf, ResponseOf, sandbox } from '@portico/contract';
import type { SandboxControl } from '../../core/stripe/index.ts';
import {
  type ClockAnswer,
  type EventAnswer,
  type FaultAnswer,
  type ObjectAnswer,
  presentClock,
  presentEvent,
  presentFault,
  presentObject,
  toUtc,
} from './sandbox.views.ts';

type Endpoints = typeof sandbox;
type QueryOf<Name extends keyof Endpoints> = ParsedRequestOf<Endpoints[Name]>['query'];
type BodyOf<Name extends keyof Endpoints> = ParsedRequestOf<Endpoints[Name]>['body'];
type Answer<Name extends keyof Endpoints> = ResponseOf<Endpoints[Name]>;

interface Page<Item> {
  data: Item[];
  has_more: boolean;
}

interface Cursors {
  startingAfter?: string | undefined;
  endingBefore?: string | undefined;
  pageSize: number;
}

function pageParameters({ startingAfter, endingBefore, pageSize }: Cursors) {
  return { starting_after: startingAfter, ending_before: endingBefore, limit: pageSize };
}

export interface SandboxContext {
  readonly control: SandboxControl;
  /** Makes the portal fetch an object from Stripe again. */
  readonly refresh: Refresh;
}

type Refresh = (type: 'customer' | 'invoiceitem', id: string) => Promise<unknown>;

const clockPath = (id: string) => `/_sandbox/clocks/${encodeURIComponent(id)}`;

export async function listObjectTypes({ control }: SandboxContext): Promise<Answer<'listObjectTypes'>> {
  const { data } = await control.get<{ data: string[] }>('/_sandbox/object_types');
  return { items: data };
}

export async function listObjects(
  { control }: SandboxContext,
  query: QueryOf<'listObjects'>,
): Promise<Answer<'listObjects'>> {
  const { data, has_more } = await control.get<Page<ObjectAnswer>>('/_sandbox/objects', {
    ...pageParameters(query),
    type: query.type,
    in_real_time: query.inRealTime,
  });
  return { items: data.map((object) => presentObject(object, query.type)), hasMore: has_more };
}

/** All times in responses are UTC. */
export async function getObject({ control }: SandboxContext, id: string): Promise<Answer<'getObject'>> {
  const found = await control.get<{
    id: string;
    type: string;
    deleted: boolean;
    test_clock: string | null;
    due_at: number | null;
    object: object;
  }>(`/_sandbox/objects/${encodeURIComponent(id)}`);
  return {
    id: found.id,
    type: found.type,
    isDeleted: found.deleted,
    clockId: found.test_clock,
    dueAt: toUtc(found.due_at),
    json: JSON.stringify(found.object, null, 2),
  };
}

export async function listEvents(
  { control }: SandboxContext,
  query: QueryOf<'listEvents'>,
): Promise<Answer<'listEvents'>> {
  const { data, has_more } = await control.get<Page<EventAnswer>>('/_sandbox/events', {
    ...pageParameters(query),
    type: query.type,
    related: query.related,
    delivered: query.delivered,
  });
  return { items: data.map(presentEvent), hasMore: has_more };
}

export async function redeliverEvent({ control }: SandboxContext, event: string): Promise<Answer<'redeliverEvent'>> {
  const { deliveries } = await control.post<{ deliveries: number }>('/_sandbox/redeliver', { event });
  return { deliveries };
}

export async function listClocks(
  { control }: SandboxContext,
  query: QueryOf<'listClocks'>,
): Promise<Answer<'listClocks'>> {
  const { data, has_more } = await control.get<Page<ClockAnswer>>('/_sandbox/clocks', pageParameters(query));
  return { items: data.map(presentClock), hasMore: has_more };
}

export async function getClock({ control }: SandboxContext, id: string): Promise<Answer<'getClock'>> {
  return presentClock(await control.get<ClockAnswer>(clockPath(id)));
}

/** Attaches a customer to a running clock of their own. */
export async function createClock(context: SandboxContext, customerId: string): Promise<Answer<'createClock'>> {
  const { control, refresh } = context;
  const { id } = await control.post<{ id: string }>('/v1/test_helpers/test_clocks', {
    customer: customerId,
    frozen_time: Math.floor(Date.now() / 1000),
  });
  // The page shows the customer immediately. Events report its subscriptions and invoices.
  await refresh('customer', customerId);
  await refreshInvoiceItems(context, customerId);
  return presentClock(await control.post<ClockAnswer>(`${clockPath(id)}/run`, { offset: 0 }));
}

/** Stripe has no event for a changed invoice item. */
async function refreshInvoiceItems({ control, refresh }: SandboxContext, customer: string): Promise<void> {
  let after: string | undefined;
  do {
    const page = await control.get<Page<{ id: string }>>('/v1/invoiceitems', {
      customer,
      limit: 100,
      starting_after: after,
    });
    for (const { id } of page.data) await refresh('invoiceitem', id);
    after = page.has_more ? page.data.at(-1)?.id : undefined;
  } while (after !== undefined);
}

export async function advanceClock(
  { control }: SandboxContext,
  id: string,
  { days, months, to }: BodyOf<'advanceClock'>,
): Promise<Answer<'advanceClock'>> {
  const frozen_time = to === undefined ? undefined : Math.floor(Date.parse(to) / 1000);
  return presentClock(await control.post<ClockAnswer>(`${clockPath(id)}/advance`, { days, months, frozen_time }));
}

export async function setClockRunning(
  { control }: SandboxContext,
  id: string,
  isRunning: boolean,
): Promise<Answer<'setClockRunning'>> {
  return presentClock(await control.post<ClockAnswer>(`${clockPath(id)}/${isRunning ? 'run' : 'stop'}`));
}

export async function listFaults({ control }: SandboxContext): Promise<Answer<'listFaults'>> {
  const { data } = await control.get<{ data: FaultAnswer[] }>('/_sandbox/faults');
  return { items: data.map(presentFault) };
}

export async function addFault({ control }: SandboxContext, fault: BodyOf<'addFault'>): Promise<Answer<'addFault'>> {
  // The sandbox rejects an empty prefix; a fault without one applies to all paths.
  const form = { ...fault, prefix: fault.prefix || undefined };
  return presentFault(await control.post<FaultAnswer>('/_sandbox/faults', form));
}

export async function removeFault({ control }: SandboxContext, id: string): Promise<Answer<'removeFault'>> {
  await control.remove(`/_sandbox/faults/${encodeURIComponent(id)}`);
  return {};
}
