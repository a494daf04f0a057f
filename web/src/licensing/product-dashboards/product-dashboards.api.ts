import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { type Locale, useLocale } from '../../lib/locale.ts';
import type { DateRange } from '../../ui/date-range/range.ts';

/** Milliseconds between two looks while the page is open: products report all the time. */
const lookInterval = 60_000;

const optionsOf = (productId: string, range: DateRange) => ({
  params: { productId },
  query: { dateFrom: range.start.toISOString(), dateTo: range.end.toISOString() },
});

/** Titles come in the reader's language. */
const metricsQuery = (productId: string, range: DateRange, locale: Locale) => {
  const options = optionsOf(productId, range);
  return queryOptions({
    queryKey: ['product-dashboards', 'metrics', productId, options.query, locale],
    queryFn: ({ signal }) => api('GET /api/ProductsDashboard/{productId}/AccountMetrics', { ...options, signal }),
    refetchInterval: lookInterval,
  });
};

/** The figures of a range. */
export function useMetrics(productId: string, range: DateRange) {
  return useQuery(metricsQuery(productId, range, useLocale()));
}

/** What was reported on each day of a range. */
export function useDays(productId: string, range: DateRange) {
  const options = optionsOf(productId, range);
  return useQuery({
    queryKey: ['product-dashboards', 'days', productId, options.query],
    queryFn: ({ signal }) => api('GET /api/ProductsDashboard/{productId}/DailyMetrics', { ...options, signal }),
    refetchInterval: lookInterval,
  });
}

/** The versions that devices reported last in a range. */
export function useVersions(productId: string, range: DateRange) {
  const options = optionsOf(productId, range);
  return useQuery({
    queryKey: ['product-dashboards', 'versions', productId, options.query],
    queryFn: ({ signal }) => api('GET /api/ProductsDashboard/{productId}/VersionsInUse', { ...options, signal }),
  });
}

/** What a product counted itself in a range. */
export function useCounters(productId: string, range: DateRange) {
  const options = optionsOf(productId, range);
  return useQuery({
    queryKey: ['product-dashboards', 'counters', productId, options.query],
    queryFn: ({ signal }) => api('GET /api/ProductsDashboard/{productId}/ReportedCounters', { ...options, signal }),
    refetchInterval: lookInterval,
  });
}

/** What a product is called and what it is for. */
export function useProductInfo(productId: string) {
  const locale = useLocale();
  return useQuery({
    queryKey: ['product-dashboards', 'info', productId, locale],
    queryFn: ({ signal }) =>
      api('GET /api/ProductsDashboard/{productId}/ProductInfo', { params: { productId }, signal }),
  });
}
