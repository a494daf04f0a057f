import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { useLocale } from '../../../lib/locale.ts';
import { can } from '../../../lib/permissions.ts';

/** Invoices that are shown together. */
const pageSize = 5;

/** Drafts and open invoices, and the items that wait for an invoice, in the catalog's words in the reader's language. */
export function usePending() {
  const locale = useLocale();
  return useQuery({
    queryKey: ['invoices', 'pending', locale],
    queryFn: ({ signal }) => api('GET /api/Subscription/invoices/pending', { query: { page: 1, pageSize }, signal }),
    enabled: can('invoices.view'),
  });
}
