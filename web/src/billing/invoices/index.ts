export { useBalance } from './api/balance.ts';
export { useInvoices } from './api/list-invoices.ts';
export { usePending } from './api/list-pending.ts';
export { useUpcomingInvoices } from './api/list-upcoming-invoices.ts';
