import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/**
 * The time of the figures while the payment provider is unavailable (MIR-17). Only the shell polls; other components
 * read the result.
 */
export const mirrorAgeQuery = queryOptions({
  queryKey: ['mirror', 'age'],
  queryFn: ({ signal }) => api('GET /api/Billing/MirrorAge', { signal }),
});
