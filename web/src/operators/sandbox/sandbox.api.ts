import { useLingui } from '@lingui/react/macro';
import type { SandboxClock, SandboxEventSummary } from '@portico/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Answer, api, type QueryOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.tsx';

type EventsQuery = NonNullable<QueryOf<'GET /api/dev/stripe/Events'>>;

const everySoOften = 3000;

/** Events with their deliveries. The newest page polls for more. */
export function useEvents(query: EventsQuery) {
  return useQuery({
    queryKey: ['sandbox', 'events', query],
    queryFn: ({ signal }) => api('GET /api/dev/stripe/Events', { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: query.startingAfter || query.endingBefore ? false : everySoOften,
  });
}

/** The id of the newest event, at which to start polling; undefined without events. */
async function findNewestEvent(): Promise<string | undefined> {
  return (await api('GET /api/dev/stripe/Events', { query: { pageSize: 1 } })).items[0]?.id;
}

/** All events after an event, oldest first, in as many calls as needed. */
export async function listEventsAfter(id: string | undefined, signal: AbortSignal): Promise<SandboxEventSummary[]> {
  const found: SandboxEventSummary[] = [];
  for (let newest = id, hasMore = true; hasMore; ) {
    const page = await api('GET /api/dev/stripe/Events', { query: { endingBefore: newest, pageSize: 100 }, signal });
    found.push(...page.items.toReversed());
    newest = page.items[0]?.id ?? newest;
    // Without a starting event, only the newest page is read.
    hasMore = page.hasMore && id !== undefined;
  }
  return found;
}

/** Sends an event to the webhook endpoints again. */
export function useRedeliver() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api('POST /api/dev/stripe/Events/{id}/Redeliver', { params: { id }, body: {} }),
    onSuccess: async () => {
      notify.success(t`The event is on its way again`);
      await queryClient.invalidateQueries({ queryKey: ['sandbox', 'events'] });
    },
  });
}

type ClocksQuery = NonNullable<QueryOf<'GET /api/dev/stripe/Clocks'>>;
type Clocks = Answer<'GET /api/dev/stripe/Clocks'>;

const clocksKey = ['sandbox', 'clocks'];

/**
 * Milliseconds between two polls of the clocks: short while one advances, otherwise long enough to keep the displayed
 * time right.
 */
const whileAdvancing = 500;
const otherwise = 5000;

/** The polled test clocks. */
export function useClocks(query: ClocksQuery) {
  return useQuery({
    queryKey: [...clocksKey, query],
    queryFn: ({ signal }) => api('GET /api/dev/stripe/Clocks', { query, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === 'advancing') ? whileAdvancing : otherwise,
  });
}

/** The time by which a clock is advanced, or its target. */
export type Advance = { days: number } | { months: number } | { to: string };

function useClockChange<Input>(change: (input: Input) => Promise<SandboxClock>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (clock) => {
      queryClient.setQueriesData<Clocks>({ queryKey: clocksKey }, (known) => {
        if (!known) return known;
        const others = known.items.map((one) => (one.id === clock.id ? clock : one));
        return { ...known, items: others.includes(clock) ? others : [clock, ...others] };
      });
    },
  });
}

interface Advancing {
  id: string;
  by: Advance;
  /** Called when the clock starts to advance. `since` is the newest event before that, after which polling starts. */
  onStart: (since: string | undefined) => void;
}

/** Advances a clock. */
export function useAdvanceClock() {
  return useClockChange(async ({ id, by, onStart }: Advancing) => {
    // A failure is ignored: without a starting event, fewer events are shown.
    const since = await findNewestEvent().catch(() => undefined);
    const clock = await api('POST /api/dev/stripe/Clocks/{id}/Advance', { params: { id }, body: by });
    onStart(since);
    return clock;
  });
}

/** Lets a clock run, or stops it. */
export function useSetClockRunning() {
  return useClockChange(({ id, isRunning }: { id: string; isRunning: boolean }) =>
    api('POST /api/dev/stripe/Clocks/{id}/Running', { params: { id }, body: { isRunning } }),
  );
}

/** Gives a customer in real time a test clock. */
export function useCreateClock() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const change = useClockChange((customerId: string) => api('POST /api/dev/stripe/Clocks', { body: { customerId } }));
  return {
    isPending: change.isPending,
    create: (customerId: string) =>
      change.mutate(customerId, {
        onSuccess: async () => {
          notify.success(t`The customer has a clock now`);
          await queryClient.invalidateQueries({ queryKey: ['sandbox', 'objects'] });
        },
      }),
  };
}

const key = ['sandbox', 'faults'];

/** The planned faults that have not occurred yet. */
export function useFaults() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api('GET /api/dev/stripe/Faults', { signal }),
    staleTime: 0,
    refetchInterval: 3000,
  });
}

type NewFault = NonNullable<Parameters<typeof api<'POST /api/dev/stripe/Faults'>>[1]>['body'];

export function useAddFault() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewFault) => api('POST /api/dev/stripe/Faults', { body }),
    onSuccess: async () => {
      notify.success(t`The fault is set`);
      await queryClient.invalidateQueries({ queryKey: key });
    },
  });
}

export function useRemoveFault() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api('DELETE /api/dev/stripe/Faults/{id}', { params: { id } }),
    onSuccess: () => notify.success(t`The fault was removed`),
    // A fault that has occurred for the last time does not exist any more.
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  });
}

/** The types of which the sandbox has an object. */
export function useObjectTypes() {
  return useQuery({
    queryKey: ['sandbox', 'object-types'],
    queryFn: ({ signal }) => api('GET /api/dev/stripe/ObjectTypes', { signal }),
  });
}

/** Objects of a type; sends no request for an empty type. */
export function useObjects(query: NonNullable<QueryOf<'GET /api/dev/stripe/Objects'>>) {
  return useQuery({
    queryKey: ['sandbox', 'objects', query],
    queryFn: ({ signal }) => api('GET /api/dev/stripe/Objects', { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    enabled: query.type !== '',
  });
}

/** One object as the API shows it. */
export function useObject(id: string) {
  return useQuery({
    queryKey: ['sandbox', 'object', id],
    queryFn: ({ signal }) => api('GET /api/dev/stripe/Objects/{id}', { params: { id }, signal }),
    staleTime: 0,
  });
}
