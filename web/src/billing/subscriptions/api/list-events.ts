import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { type Locale, useLocale } from '../../../lib/locale.ts';

const eventsQuery = (id: number, locale: Locale) =>
  queryOptions({
    queryKey: ['subscriptions', 'events', id, locale],
    queryFn: ({ signal }) => api('GET /api/Subscription/{id}/Events', { params: { id }, signal }),
  });

/** What happened to a subscription and what is known to come, the oldest first. */
export function useSubscriptionEvents(id: number) {
  return useQuery(eventsQuery(id, useLocale()));
}
