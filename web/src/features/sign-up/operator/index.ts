export { DayTable } from './day-table.tsx';
export { FunnelCard } from './funnel-card.tsx';
export { FunnelFilters } from './funnel-filters.tsx';
