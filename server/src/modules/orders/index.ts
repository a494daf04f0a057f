export { compareOrders, type OrderDifference, orderOf } from './orders.projection.ts';
export {
  type AccountProduct,
  endOrdersOf,
  findOrdersByStripeIds,
  findOrderWithProduct,
  listLostOrders,
  listManualOrdersAfter,
  listOrdersOfProducts,
  type StoredOrder,
  setLicenses,
  upsertOrders,
} from './projection.queries.ts';
