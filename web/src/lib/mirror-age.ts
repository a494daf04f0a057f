import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** From when the figures are while the payment provider does not answer (MIR-17). The shell asks; parts of pages look at the answer alone. */
export const mirrorAgeQuery = queryOptions({
  queryKey: ['mirror', 'age'],
  queryFn: ({ signal }) => api('GET /api/Billing/MirrorAge', { signal }),
});
