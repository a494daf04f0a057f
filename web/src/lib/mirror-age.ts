import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/**
 * The age of the mirrored data while the payment provider is unavailable (MIR-17). Only the shell polls; other
 * components read the result.
 */
export const mirrorAgeQuery = queryOptions({
  queryKey: ['mirror', 'age'],
  queryFn: ({ signal }) => api('GET /api/Billing/MirrorAge', { signal }),
});
