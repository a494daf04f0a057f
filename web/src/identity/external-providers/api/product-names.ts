import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { externalProvidersKey } from './providers.ts';

/** All products that users of the account may have. */
export function useProducts() {
  return useQuery({
    queryKey: [...externalProvidersKey, 'products'],
    queryFn: ({ signal }) => api('GET /api/DefaultProducts', { signal }),
  });
}

/** Their names by id. */
export function useProductNames(): ReadonlyMap<string, string> {
  return new Map((useProducts().data ?? []).map(({ id, name }) => [id, name]));
}
