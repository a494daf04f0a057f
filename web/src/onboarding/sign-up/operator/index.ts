export { DayTable } from './day-table.tsx';
export { FunnelCard } from './funnel-card.tsx';
export { FunnelFilters } from './funnel-filters.tsx';
export { UnregisteredTable } from './unregistered-table.tsx';
