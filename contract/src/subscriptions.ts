import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { operationAnswer, operationErrors } from './operations.ts';
import { catalogId, cents, listOf, listQuery, rowIdParameter, utc } from './values.ts';

/** A row of the subscriptions list (SUB-16). */
export const subscription = z.object({
  id: z.int(),
  productId: catalogId,
  productName: z.string(),
  subscriptionPlanId: catalogId,
  subscriptionPlanName: z.string(),
  subscriptionPlanCode: z.string(),
  subscriptionPlanDescription: z.string(),
  quantity: z.int(),
  /** 1 is success; 2 waits for its first payment; 3 is past due; 4 has ended. */
  status: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  statusTitle: z.string(),
  trial: z.boolean(),
  startDate: utc,
  cancelAt: utc.nullable(),
  expirationDate: utc.nullable(),
  /** Cents for each interval over all items, before tax and discounts. */
  amount: cents,
  currency: z.string(),
  interval: z.enum(['Day', 'Month', 'Year']),
  intervalCount: z.int(),
  subscriptionEditingAllowed: z.boolean(),
  changingPlanAllowed: z.boolean(),
  cancellationAllowed: z.boolean(),
  restoreAllowed: z.boolean(),
  paymentMethodUpdateAllowed: z.boolean(),
  /** Id of the saved card that it is charged to. Null where that is the account's default one, and for readers without `billing`. */
  paymentMethodId: z.string().nullable(),
});
export type Subscription = z.infer<typeof subscription>;

export const subscriptionItem = z.object({
  kind: z.enum(['base', 'additional', 'addon']),
  caption: z.string(),
  quantity: z.int(),
  unitAmount: cents,
  amount: cents,
});

export const subscriptionSortFields = ['startDate', 'productName', 'status', 'expirationDate'] as const;

const subscriptionParameters = z.object({ id: rowIdParameter });
const subscriptionChange = operationAnswer.extend({ subscription });

export const subscriptions = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/Subscription/list',
    summary: "The account's subscriptions",
    action: 'subscriptions.view',
    query: listQuery(subscriptionSortFields, { sortField: 'startDate', order: 'desc' }),
    response: listOf(subscription),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/Subscription/{id}',
    summary: 'One subscription with its items',
    action: 'subscriptions.view',
    params: subscriptionParameters,
    response: subscription.extend({
      items: z.array(subscriptionItem),
      paymentMethod: z.object({ brand: z.string(), last4: z.string(), expMonth: z.int(), expYear: z.int() }).nullable(),
      /** A change of it that is still being confirmed; until then no other one can be made. */
      pendingOperationId: z.uuid().nullable(),
    }),
  }),
  cancel: defineEndpoint({
    method: 'DELETE',
    path: '/api/Subscription/{id}/Cancel',
    summary: 'Has a subscription end with its paid period, or with its trial; it can be restored until then',
    action: 'subscriptions.manage',
    params: subscriptionParameters,
    response: subscriptionChange.extend({
      /** True where something is left to do: an invoice that is still to be paid. */
      needAdditionalActions: z.boolean(),
    }),
    errors: [...operationErrors, 'Conflict'],
  }),
  restore: defineEndpoint({
    method: 'POST',
    path: '/api/Subscription/{id}/DontCancel',
    summary: 'Takes a cancellation back: the subscription renews again',
    action: 'subscriptions.manage',
    params: subscriptionParameters,
    body: z.object({}).optional(),
    response: subscriptionChange,
    errors: [...operationErrors, 'Conflict'],
  }),
  listForProduct: defineEndpoint({
    method: 'GET',
    path: '/api/Products/{id}/Subscriptions',
    summary: "The account's subscriptions to one product",
    action: 'subscriptions.viewForProduct',
    params: z.object({ id: catalogId }),
    query: listQuery(subscriptionSortFields, { sortField: 'startDate', order: 'desc' }),
    response: listOf(subscription),
  }),
};
