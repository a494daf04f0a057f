import { useLingui } from '@lingui/react/macro';
import type { SandboxEventSummary } from '@portico/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type QueryOf } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.tsx';

type EventsQuery = NonNullable<QueryOf<'GET /api/dev/stripe/Events'>>;

const everySoOften = 3000;

/** Events with their deliveries; the newest page looks for further ones by itself. */
export function useEvents(query: EventsQuery) {
  return useQuery({
    queryKey: ['sandbox', 'events', query],
    queryFn: ({ signal }) => api('GET /api/dev/stripe/Events', { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: query.startingAfter || query.endingBefore ? false : everySoOften,
  });
}

/** The id of the newest event, from which on one can watch; undefined where there is none. */
export async function findNewestEvent(): Promise<string | undefined> {
  return (await api('GET /api/dev/stripe/Events', { query: { pageSize: 1 } })).items[0]?.id;
}

/** Everything that was recorded after an event, oldest first, in as many calls as that takes. */
export async function listEventsAfter(id: string | undefined, signal: AbortSignal): Promise<SandboxEventSummary[]> {
  const found: SandboxEventSummary[] = [];
  for (let newest = id, hasMore = true; hasMore; ) {
    const page = await api('GET /api/dev/stripe/Events', { query: { endingBefore: newest, pageSize: 100 }, signal });
    found.push(...page.items.toReversed());
    newest = page.items[0]?.id ?? newest;
    // Without an event to begin at, the page is the newest of all.
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
