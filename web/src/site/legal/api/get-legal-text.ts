import type { LegalName } from '@portico/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { type Locale, useLocale } from '../../../lib/locale.ts';

const legalTextQuery = (name: LegalName, locale: Locale) =>
  queryOptions({
    queryKey: ['legal', name, locale],
    queryFn: ({ signal }) => api('GET /api/Legal/{name}', { params: { name }, signal }),
    staleTime: 60 * 60_000,
  });

export function useLegalText(name: LegalName) {
  return useQuery(legalTextQuery(name, useLocale()));
}
