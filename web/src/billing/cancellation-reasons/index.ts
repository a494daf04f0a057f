export { MonthsCard } from './components/months-card.tsx';
export { ProductFilter, ReasonFilters } from './components/reason-filters.tsx';
export { ReasonTable } from './components/reason-table.tsx';
