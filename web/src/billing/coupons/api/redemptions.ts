import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** Who used a coupon, a page at a time (CPN-15). */
export function useRedemptions(code: string, page: number) {
  return useQuery({
    queryKey: ['coupons', 'redemptions', code, page],
    queryFn: ({ signal }) =>
      api('GET /api/Catalog/Coupons/{code}/Redemptions', { params: { code }, query: { page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
