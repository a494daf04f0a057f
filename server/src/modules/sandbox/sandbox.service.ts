import type { ParsedRequestOf, ResponseOf, sandbox } from '@portico/contract';
import type { SandboxControl } from '../../stripe/sandbox-control.ts';
import {
  type ClockAnswer,
  clockFrom,
  type EventAnswer,
  eventFrom,
  type FaultAnswer,
  faultFrom,
  type ObjectAnswer,
  summaryOf,
  utcOf,
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

function pageOf({ startingAfter, endingBefore, pageSize }: Cursors) {
  return { starting_after: startingAfter, ending_before: endingBefore, limit: pageSize };
}

export type Refresh = (type: 'customer' | 'invoiceitem', id: string) => Promise<unknown>;

/**
 * What the sandbox page sees of the sandbox and does with it, in the portal's words. Times are UTC.
 * @param refresh has the portal read an object again at Stripe.
 */
export function createSandboxService(control: SandboxControl, refresh: Refresh) {
  /** Stripe has no event for a changed invoice item. */
  async function refreshInvoiceItems(customer: string): Promise<void> {
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

  const clockPath = (id: string) => `/_sandbox/clocks/${encodeURIComponent(id)}`;
  return {
    async listObjectTypes(): Promise<Answer<'listObjectTypes'>> {
      const { data } = await control.get<{ data: string[] }>('/_sandbox/object_types');
      return { items: data };
    },

    async listObjects(query: QueryOf<'listObjects'>): Promise<Answer<'listObjects'>> {
      const { data, has_more } = await control.get<Page<ObjectAnswer>>('/_sandbox/objects', {
        ...pageOf(query),
        type: query.type,
        in_real_time: query.inRealTime,
      });
      return { items: data.map((object) => summaryOf(object, query.type)), hasMore: has_more };
    },

    async getObject(id: string): Promise<Answer<'getObject'>> {
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
        dueAt: utcOf(found.due_at),
        json: JSON.stringify(found.object, null, 2),
      };
    },

    async listEvents(query: QueryOf<'listEvents'>): Promise<Answer<'listEvents'>> {
      const { data, has_more } = await control.get<Page<EventAnswer>>('/_sandbox/events', {
        ...pageOf(query),
        type: query.type,
        related: query.related,
        delivered: query.delivered,
      });
      return { items: data.map(eventFrom), hasMore: has_more };
    },

    async redeliver(event: string): Promise<Answer<'redeliverEvent'>> {
      const { deliveries } = await control.post<{ deliveries: number }>('/_sandbox/redeliver', { event });
      return { deliveries };
    },

    async listClocks(query: QueryOf<'listClocks'>): Promise<Answer<'listClocks'>> {
      const { data, has_more } = await control.get<Page<ClockAnswer>>('/_sandbox/clocks', pageOf(query));
      return { items: data.map(clockFrom), hasMore: has_more };
    },

    async getClock(id: string): Promise<Answer<'getClock'>> {
      return clockFrom(await control.get<ClockAnswer>(clockPath(id)));
    },

    async createClock(customerId: string): Promise<Answer<'createClock'>> {
      const { id } = await control.post<{ id: string }>('/v1/test_helpers/test_clocks', {
        customer: customerId,
        frozen_time: Math.floor(Date.now() / 1000),
      });
      // The page shows the customer at once; of their subscriptions and invoices events tell.
      await refresh('customer', customerId);
      await refreshInvoiceItems(customerId);
      return clockFrom(await control.post<ClockAnswer>(`${clockPath(id)}/run`, { offset: 0 }));
    },

    async advance(id: string, { days, months, to }: BodyOf<'advanceClock'>): Promise<Answer<'advanceClock'>> {
      const frozen_time = to === undefined ? undefined : Math.floor(Date.parse(to) / 1000);
      return clockFrom(await control.post<ClockAnswer>(`${clockPath(id)}/advance`, { days, months, frozen_time }));
    },

    async setRunning(id: string, isRunning: boolean): Promise<Answer<'setClockRunning'>> {
      return clockFrom(await control.post<ClockAnswer>(`${clockPath(id)}/${isRunning ? 'run' : 'stop'}`));
    },

    async listFaults(): Promise<Answer<'listFaults'>> {
      const { data } = await control.get<{ data: FaultAnswer[] }>('/_sandbox/faults');
      return { items: data.map(faultFrom) };
    },

    async addFault(fault: BodyOf<'addFault'>): Promise<Answer<'addFault'>> {
      // The sandbox takes no empty text: no prefix means everything.
      const form = { ...fault, prefix: fault.prefix || undefined };
      return faultFrom(await control.post<FaultAnswer>('/_sandbox/faults', form));
    },

    removeFault: (id: string) => control.remove(`/_sandbox/faults/${encodeURIComponent(id)}`),
  };
}
