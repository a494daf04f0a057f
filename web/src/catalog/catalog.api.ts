import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../lib/api.ts';
import { can } from '../lib/permissions.ts';
import { myProductsQuery } from './own-products.ts';

const buyersQuery = queryOptions({
  queryKey: ['catalog', 'buyers'],
  queryFn: ({ signal }) => api('GET /api/Products/Buyers', { signal }),
});

/** The account's users who can subscribe. Users who can subscribe themselves send no request. */
export const useBuyers = () => useQuery({ ...buyersQuery, enabled: !can('purchase.buy') });

export const useMyProducts = () => useQuery(myProductsQuery);

/** The plans of a product from the account's view, with the product itself. */
const plansQuery = (productId: string) =>
  queryOptions({
    queryKey: ['catalog', 'plans', productId],
    queryFn: ({ signal }) => api('GET /api/Products/{id}/Plans', { params: { id: productId }, signal }),
  });

export const usePlans = (productId: string) => useQuery(plansQuery(productId));

/** The account's subscriptions to one product, newest first. */
const productSubscriptionsQuery = (productId: string) =>
  queryOptions({
    queryKey: ['subscriptions', 'of-product', productId],
    queryFn: ({ signal }) => api('GET /api/Products/{id}/Subscriptions', { params: { id: productId }, signal }),
  });

export const useProductSubscriptions = (productId: string) => useQuery(productSubscriptionsQuery(productId));

/** All products of the vendor. */
const productsQuery = queryOptions({
  queryKey: ['catalog', 'products'],
  queryFn: ({ signal }) => api('GET /api/Products/List', { signal }),
});

export const useProducts = ({ enabled = true } = {}) => useQuery({ ...productsQuery, enabled });
