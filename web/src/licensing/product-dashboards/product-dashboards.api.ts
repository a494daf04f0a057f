import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { type Locale, useLocale } from '../../lib/locale.ts';
import type { DateRange } from '../../ui/date-range/range.ts';
import { utcSpan } from './metrics-rules.ts';

/** Milliseconds between two polls while the page is open, because products report all the time. */
const lookInterval = 60_000;

/** @param range days of the calendar */
function metricsOptions(productId: string, range: DateRange) {
  const { from, to } = utcSpan(range);
  return { params: { productId }, query: { dateFrom: from, dateTo: to } };
}

/** Titles are in the user's language. */
const metricsQuery = (productId: string, range: DateRange, locale: Locale) => {
  const options = metricsOptions(productId, range);
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

/** The reports of each day of a range. */
export function useDays(productId: string, range: DateRange) {
  const options = metricsOptions(productId, range);
  return useQuery({
    queryKey: ['product-dashboards', 'days', productId, options.query],
    queryFn: ({ signal }) => api('GET /api/ProductsDashboard/{productId}/DailyMetrics', { ...options, signal }),
    refetchInterval: lookInterval,
  });
}

/** The versions that devices last reported in a range. */
export function useVersions(productId: string, range: DateRange) {
  const options = metricsOptions(productId, range);
  return useQuery({
    queryKey: ['product-dashboards', 'versions', productId, options.query],
    queryFn: ({ signal }) => api('GET /api/ProductsDashboard/{productId}/VersionsInUse', { ...options, signal }),
  });
}

/** A product's own counters in a range. */
export function useCounters(productId: string, range: DateRange) {
  const options = metricsOptions(productId, range);
  return useQuery({
    queryKey: ['product-dashboards', 'counters', productId, options.query],
    queryFn: ({ signal }) => api('GET /api/ProductsDashboard/{productId}/ReportedCounters', { ...options, signal }),
    refetchInterval: lookInterval,
  });
}

/** The name and description of a product. */
export function useProductInfo(productId: string) {
  const locale = useLocale();
  return useQuery({
    queryKey: ['product-dashboards', 'info', productId, locale],
    queryFn: ({ signal }) =>
      api('GET /api/ProductsDashboard/{productId}/ProductInfo', { params: { productId }, signal }),
  });
}
