import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useDebounced } from '../../lib/use-debounced.ts';

/** Milliseconds without a key press before a search. */
const typingRest = 150;
/** Minimum length of a search text; the server finds nothing for shorter texts. */
const fewest = 2;

/** Search results from all accounts, once typing has paused (OPR-1). */
export function useOperatorSearch(typed: string, { enabled = true }: { enabled?: boolean } = {}) {
  const text = useDebounced(typed.trim(), typingRest);
  const isLookedFor = enabled && text.length >= fewest;
  const query = useQuery({
    queryKey: ['operatorSearch', text],
    queryFn: ({ signal }) => api('GET /api/Operator/Search', { query: { text }, signal }),
    enabled: isLookedFor,
    placeholderData: keepPreviousData,
  });
  return { ...query, items: isLookedFor ? (query.data?.items ?? []) : [], isLookedFor };
}
