import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Answer, api } from '../../../lib/api.ts';
import { useLocale } from '../../../lib/locale.ts';

export type Unregistered = Answer<'GET /api/Operator/SignUps/Unregistered'>['items'][number];

interface Selection {
  page: number;
  pageSize: number;
  companyId: number | undefined;
  productId: string | undefined;
}

/** Who sent the form and has not registered, by brand and product. */
export function useUnregistered({ companyId, productId, ...page }: Selection) {
  const query = {
    ...page,
    ...(companyId !== undefined && { companyId }),
    ...(productId !== undefined && { productId }),
  };
  return useQuery({
    queryKey: ['signUp', 'unregistered', query, useLocale()],
    queryFn: ({ signal }) => api('GET /api/Operator/SignUps/Unregistered', { query, signal }),
    placeholderData: keepPreviousData,
  });
}
