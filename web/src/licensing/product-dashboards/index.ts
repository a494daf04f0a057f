export { useProductInfo } from './api/product-dashboards.ts';
export { MetricsRange } from './components/metrics-range.tsx';
export { ProductMetrics } from './components/product-metrics.tsx';
