import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { useLocale } from '../../../lib/locale.ts';
import { can } from '../../../lib/permissions.ts';

/** What ends, without money: for those who do not see how the account pays. Who does gets it with the rest. */
export function useUsedEnds() {
  const locale = useLocale();
  return useQuery({
    queryKey: ['attention', 'ends', locale],
    queryFn: ({ signal }) => api('GET /api/Attention/Ends', { signal }),
    enabled: can('attention.viewEnds') && !can('billing.view'),
  });
}
