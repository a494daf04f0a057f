export { useOrder } from './api/order.ts';
export { OrderDetails } from './components/order-details.tsx';
export { OrderTable } from './components/order-table.tsx';
export { OrderTags } from './components/order-tags.tsx';
