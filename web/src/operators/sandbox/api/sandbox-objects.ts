import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, type QueryOf } from '../../../lib/api.ts';

/** The types of which the sandbox holds an object. */
export function useObjectTypes() {
  return useQuery({
    queryKey: ['sandbox', 'object-types'],
    queryFn: ({ signal }) => api('GET /api/dev/stripe/ObjectTypes', { signal }),
  });
}

/** Objects of a type; an empty type asks for nothing. */
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
