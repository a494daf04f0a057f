export { findOrders, type OrderOfLicense } from './orders-of-licenses.queries.ts';
