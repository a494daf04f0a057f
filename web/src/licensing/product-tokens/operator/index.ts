export { LeakReport } from './leak-report.tsx';
export { LeakedTokenTable } from './leaked-token-table.tsx';
