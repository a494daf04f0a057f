import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import {
  catalogId,
  catalogIdParameter,
  cents,
  formRevision,
  lineOfText,
  listQuery,
  listSchema,
  reportFormat,
  rowId,
  rowIdParameter,
  textBlock,
  utc,
} from '../api/values.ts';
import { processingType } from '../catalog/catalog.ts';
import { licensedFeatures, licenseModel } from './licensed-features.ts';

/** 0 draft, 1 active, 2 canceled (ORD-2). */
export const orderStatus = z.union([z.literal(0), z.literal(1), z.literal(2)]);
/** 0 not paid, 1 paid (ORD-3). */
export const paymentStatus = z.union([z.literal(0), z.literal(1)]);

/** A row of the orders list. */
export const order = z.object({
  id: rowId,
  number: z.string(),
  date: utc,
  status: orderStatus,
  paymentStatus,
  paymentDate: utc.nullable(),
  /** 0: paid through Stripe. 1: sold by the vendor. */
  processingType,
  /** The names of the order's products. */
  products: z.array(z.string()),
  licenseModel,
  /** Null for a draft of a subscription. */
  licenseId: rowId.nullable(),
  /** Devices; -1 is unlimited. */
  hardwareIdNumber: z.int().min(-1),
  /** Domains or package IDs; null and -1 are unlimited. */
  domainsNumber: z.int().min(-1).nullable(),
  /** Cents per interval of the order's subscription, or once. Null for users without `billing`. */
  price: cents.nullable(),
  currency: z.string(),
  trial: z.boolean(),
});
export type Order = z.infer<typeof order>;

export const orderDetails = order.omit({ products: true }).extend({
  products: z.array(
    z.object({
      productId: catalogId,
      product: z.string(),
      /** Null if the product has no versions. */
      version: z.string().nullable(),
      planId: catalogId,
      plan: z.string(),
      /** Cents, as in the order. */
      price: cents.nullable(),
      /** Devices; -1 is unlimited. */
      quantity: z.int().min(-1),
    }),
  ),
  /** Whether to show the quantity of domains: a product of the order has them, or the order limits them (ORD-14). */
  countsDomains: z.boolean(),
  licenseNumber: z.string().nullable(),
  /** Null for a manual order, or if the catalog no longer has the subscription's price. */
  subscriptionId: rowId.nullable(),
  expirationDate: utc.nullable(),
});
export type OrderDetails = z.infer<typeof orderDetails>;

/** A manual order, as operators see it. */
export const manualOrder = orderDetails.extend({
  accountId: rowId,
  accountName: z.string(),
  /** As entered; empty for the product's current version. */
  version: z.string(),
  note: z.string(),
  /** Cents for the whole order. */
  price: cents,
  /** Identifies the details that the form changes. */
  revision: z.string(),
});
export type ManualOrder = z.infer<typeof manualOrder>;

export const orderSortFields = ['date', 'number', 'status', 'paymentStatus'] as const;

const orderQuery = listQuery(orderSortFields, { sortField: 'date', order: 'desc' }).extend({
  status: z.coerce.number().pipe(orderStatus).optional(),
  /** Part of the order's number, its license's number or a product's name, ignoring case and accents. */
  textFilter: z.string().trim().max(200).default(''),
});

/** What an operator enters for a manual order (ORD-8). */
const manualOrderDetails = z.object({
  productId: catalogId,
  planId: catalogId,
  /** Empty for the product's current version. */
  version: lineOfText(40),
  /** Devices; -1 is unlimited. */
  quantity: z
    .int()
    .min(-1)
    .max(1_000_000)
    .refine((value) => value !== 0, { params: { messageKey: 'validation.quantity' } }),
  /** Domains or package IDs; null is unlimited. */
  domains: z.int().min(-1).max(1_000_000).nullable(),
  /** Cents. */
  price: cents.min(0).max(99_999_999_999),
  /** Empty for the next number. */
  number: lineOfText(40),
  /** Null never expires. */
  expirationDate: utc.nullable(),
  /** Visible to operators only. */
  note: textBlock(2_000),
});
export type ManualOrderDetails = z.infer<typeof manualOrderDetails>;

const params = z.object({ id: rowIdParameter });

export const orders = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/Orders/List',
    summary: "The account's orders",
    action: 'orders.view',
    query: orderQuery,
    response: listSchema(order),
  }),
  export: defineEndpoint({
    method: 'GET',
    path: '/Reports/OrdersReport',
    summary: 'The orders as a CSV file, with the filters of the list',
    action: 'orders.view',
    query: orderQuery.extend(reportFormat),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/Orders/{id}',
    summary: 'One order with its products',
    action: 'orders.view',
    params,
    response: orderDetails,
  }),
  getFeatures: defineEndpoint({
    method: 'GET',
    path: '/api/Orders/{id}/{productId}/Features',
    summary: 'The licensed features of a product of an order',
    action: 'orders.view',
    params: params.extend({ productId: catalogIdParameter }),
    response: licensedFeatures,
  }),
  listManual: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/Orders',
    summary: 'The manual orders of all accounts',
    action: 'operator.orders',
    query: orderQuery,
    response: listSchema(
      manualOrder.omit({ products: true, version: true, revision: true }).extend({ products: z.array(z.string()) }),
    ),
  }),
  getManual: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/Orders/{id}',
    summary: 'One manual order',
    action: 'operator.orders',
    params,
    response: manualOrder,
  }),
  createManual: defineEndpoint({
    method: 'POST',
    path: '/api/Operator/Orders',
    summary: 'Creates a manual order as a draft',
    action: 'operator.manageOrders',
    body: manualOrderDetails.extend({ accountId: rowId }),
    response: manualOrder,
  }),
  saveManual: defineEndpoint({
    method: 'POST',
    path: '/api/Operator/Orders/{id}',
    summary: 'Changes a manual order; the license of an active one changes with it',
    action: 'operator.manageOrders',
    params,
    body: manualOrderDetails.extend({ revision: formRevision }),
    response: manualOrder,
    errors: ['Conflict'],
  }),
  activateManual: defineEndpoint({
    method: 'POST',
    path: '/api/Operator/Orders/{id}/Activate',
    summary: 'Activates a draft: its license is valid from now on',
    action: 'operator.manageOrders',
    params,
    response: manualOrder,
    errors: ['Conflict'],
  }),
  markManualPaid: defineEndpoint({
    method: 'POST',
    path: '/api/Operator/Orders/{id}/MarkPaid',
    summary: 'Marks a manual order as paid',
    action: 'operator.manageOrders',
    params,
    response: manualOrder,
    errors: ['Conflict'],
  }),
  cancelManual: defineEndpoint({
    method: 'POST',
    path: '/api/Operator/Orders/{id}/Cancel',
    summary: 'Cancels a manual order together with its license',
    action: 'operator.manageOrders',
    params,
    response: manualOrder,
    errors: ['Conflict'],
  }),
};
