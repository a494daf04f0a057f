import { useLingui } from '@lingui/react/macro';
import type { SandboxClock } from '@portico/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Answer, api, type QueryOf } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.tsx';
import { findNewestEvent } from './sandbox-events.ts';

type ClocksQuery = NonNullable<QueryOf<'GET /api/dev/stripe/Clocks'>>;
type Clocks = Answer<'GET /api/dev/stripe/Clocks'>;

const clocksKey = ['sandbox', 'clocks'];

/** Milliseconds between looks at the clocks: often while one is on its way, else so that the running ones show their time. */
const whileAdvancing = 500;
const otherwise = 5000;

/** Test clocks, watched. */
export function useClocks(query: ClocksQuery) {
  return useQuery({
    queryKey: [...clocksKey, query],
    queryFn: ({ signal }) => api('GET /api/dev/stripe/Clocks', { query, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === 'advancing') ? whileAdvancing : otherwise,
  });
}

/** By how much a clock is advanced, or where to. */
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
  /** Told, once the clock is on its way, which event was the newest before: from there on one can watch. */
  onStart: (since: string | undefined) => void;
}

/** Sets a clock off. */
export function useAdvanceClock() {
  return useClockChange(async ({ id, by, onStart }: Advancing) => {
    // Without it one just sees less.
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

/** Puts a customer who lives in real time on a clock of their own. */
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
