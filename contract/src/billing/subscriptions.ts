import { z } from 'zod';
import { emailAddress } from '../api/email-address.ts';
import { defineEndpoint } from '../api/endpoint.ts';
import {
  catalogId,
  catalogIdParameter,
  cents,
  lineOfText,
  listQuery,
  listSchema,
  providerId,
  rowIdParameter,
  unitName,
  utc,
} from '../api/values.ts';
import { appliedDiscount } from './invoice-previews.ts';
import { operationAnswer, operationErrors } from './operations.ts';

export const subscriptionItem = z.object({
  /** `other`: the vendor added it at Stripe, and it cannot be changed here. */
  kind: z.enum(['base', 'additional', 'addon', 'other']),
  caption: z.string(),
  quantity: z.int(),
  unitAmount: cents,
  amount: cents,
});

/** The content of a subscription after the end of its period (SCH-5). */
export const scheduledChange = z.object({
  at: utc,
  subscriptionPlanName: z.string(),
  quantity: z.int(),
  /** The license's seats after the change. */
  seats: z.int(),
  /** Cents per interval over all items, before tax and discounts. */
  amount: cents,
  interval: z.enum(['Day', 'Month', 'Year']),
  intervalCount: z.int(),
  items: z.array(subscriptionItem),
});
export type ScheduledChange = z.infer<typeof scheduledChange>;

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
  /** The unit of `quantity`. */
  unit: unitName,
  /** 1 is success; 2 waits for its first payment; 3 is past due; 4 has ended. */
  status: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  statusTitle: z.string(),
  trial: z.boolean(),
  startDate: utc,
  cancelAt: utc.nullable(),
  expirationDate: utc.nullable(),
  /** Cents per interval over all items, before tax and discounts. */
  amount: cents,
  /** Of one unit of the plan. */
  price: z.object({ unitAmount: cents }),
  currency: z.string(),
  interval: z.enum(['Day', 'Month', 'Year']),
  intervalCount: z.int(),
  subscriptionEditingAllowed: z.boolean(),
  changingPlanAllowed: z.boolean(),
  cancellationAllowed: z.boolean(),
  restoreAllowed: z.boolean(),
  paymentMethodUpdateAllowed: z.boolean(),
  /** Id of the saved card that is charged. Null for the account's default card, and for users without `billing`. */
  paymentMethodId: z.string().nullable(),
  /** A change at the end of the period; null if none. */
  scheduledChange: scheduledChange.nullable(),
});
export type Subscription = z.infer<typeof subscription>;

/** A past or expected event of a subscription. */
export const subscriptionEvent = z.object({
  kind: z.enum([
    'started',
    'trialStarted',
    'planChanged',
    'quantityChanged',
    'intervalChanged',
    'addonAdded',
    'addonRemoved',
    'discountStarted',
    'discountEnds',
    'canceled',
    'restored',
    'paymentFailed',
    'paid',
    'trialEnds',
    'renews',
    'ends',
    'ended',
  ]),
  at: utc,
  /** Whether the event is in the future. */
  isAhead: z.boolean(),
  /**
   * A short text in the user's language, such as 'Team to Business' or '5 to 8'. Null if the kind says everything.
   */
  detail: z.string().nullable(),
  /** Cents due at that time; null if nothing is due, or for users without `billing`. */
  amount: cents.nullable(),
});
export type SubscriptionEvent = z.infer<typeof subscriptionEvent>;

/** An unpaid invoice of a subscription. */
export const unpaidInvoice = z.object({
  invoiceId: z.string(),
  /** Remaining amount in cents. */
  amount: cents,
  currency: z.string(),
  /** The payment provider's page on which the invoice can be paid; null for users who may not pay. */
  hostedInvoiceUrl: z.string().nullable(),
  /** Due date of an invoice that was sent; null if a card pays it. */
  dueDate: utc.nullable(),
  /** The latest charge of a card, and the next one; null if none. */
  failedAt: utc.nullable(),
  nextAttempt: utc.nullable(),
  /** Whether the next try is the last one. */
  isLastAttempt: z.boolean(),
  /** Number of automatic tries. */
  tries: z.int().nonnegative(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
});
export type UnpaidInvoice = z.infer<typeof unpaidInvoice>;

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
    response: listSchema(subscription),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/Subscription/{id}',
    summary: 'One subscription with its items',
    action: 'subscriptions.view',
    params: subscriptionParameters,
    response: subscription.extend({
      items: z.array(subscriptionItem),
      paymentMethod: z
        .object({
          brand: z.string(),
          last4: z.string(),
          expMonth: z.int(),
          expYear: z.int(),
          /** When the card's latest charge was declined; null if that charge succeeded, or there was no recent one. */
          declinedAt: utc.nullable(),
        })
        .nullable(),
      /** The id of the charged card is `paymentMethodId`, or this one if the account's default card is charged. */
      chargedPaymentMethodId: z.string().nullable(),
      productUrl: z.string().nullable(),
      productUrlCaption: z.string().nullable(),
      /** data: URI of the product's logo. */
      productLogo64: z.string().nullable(),
      /** Seats of the subscription's license; null for products without licenses. A `total` of null is unlimited. */
      seats: z.object({ licenseId: z.int(), inUse: z.int(), total: z.int().nullable() }).nullable(),
      /** The subscription's current coupons. `amount` is the discount on the next invoice, 0 if unknown. */
      discounts: z.array(appliedDiscount),
      /** Null if nothing is unpaid. */
      unpaid: unpaidInvoice.nullable(),
      /** Why the subscription ended; null if it has not ended. */
      endReason: z.enum(['canceled', 'unpaid', 'trialEnded']).nullable(),
      /** A change that is still being confirmed and blocks others. */
      pendingOperationId: z.uuid().nullable(),
    }),
  }),
  listEvents: defineEndpoint({
    method: 'GET',
    path: '/api/Subscription/{id}/Events',
    summary: 'The latest fifty past and expected events of a subscription, oldest first',
    action: 'subscriptions.view',
    params: subscriptionParameters,
    response: z.object({ items: z.array(subscriptionEvent).max(50) }),
  }),
  changeCard: defineEndpoint({
    method: 'POST',
    path: '/api/Subscription/{id}',
    summary: 'Charges a subscription to another saved card from now on',
    action: 'cards.manage',
    params: subscriptionParameters,
    body: z.object({ paymentMethodId: providerId }),
    response: subscriptionChange,
    errors: [...operationErrors, 'Conflict'],
  }),
  contactBeforeClosing: defineEndpoint({
    method: 'POST',
    path: '/api/Subscription/{id}/CancelSubscriptionEmail',
    summary: 'Asks the vendor to contact somebody before the account is closed, and to interview them if they agree',
    action: 'subscriptions.manage',
    params: subscriptionParameters,
    body: z.object({
      name: lineOfText(200, 1),
      email: emailAddress(500),
      phone: lineOfText(50).nullish(),
      /** Whether the customer accepts the interview for which a gift card is offered. */
      interview: z.boolean().optional(),
    }),
    response: z.object({}),
  }),
  cancel: defineEndpoint({
    method: 'DELETE',
    path: '/api/Subscription/{id}/Cancel',
    summary: 'Cancels a subscription at the end of its paid period or trial; it can be restored until then',
    action: 'subscriptions.manage',
    params: subscriptionParameters,
    response: subscriptionChange.extend({
      /** True if something is left to do: an unpaid invoice. */
      needAdditionalActions: z.boolean(),
    }),
    errors: [...operationErrors, 'Conflict'],
  }),
  previewRestoration: defineEndpoint({
    method: 'GET',
    path: '/api/Subscription/{id}/DontCancel',
    summary: 'The charge for the next period of a canceled subscription if it were restored now',
    action: 'subscriptions.manage',
    params: subscriptionParameters,
    response: z.object({
      /** `chargedAt`, `total` and `tax` are null if nothing would be charged or nothing can be restored. */
      chargedAt: utc.nullable(),
      /** Cents with tax, after discounts. */
      total: z.int().nullable(),
      /** Cents of the total. */
      tax: z.int().nullable(),
      currency: z.string(),
    }),
  }),
  restore: defineEndpoint({
    method: 'POST',
    path: '/api/Subscription/{id}/DontCancel',
    summary: 'Restores a canceled subscription: it renews again',
    action: 'subscriptions.manage',
    params: subscriptionParameters,
    body: z.object({}).optional(),
    response: subscriptionChange,
    errors: [...operationErrors, 'Conflict'],
  }),
  takeBackChange: defineEndpoint({
    method: 'DELETE',
    path: '/api/Subscription/{id}/ScheduledChange',
    summary: 'Takes back a scheduled change: the subscription continues unchanged',
    action: 'subscriptions.manage',
    params: subscriptionParameters,
    response: subscriptionChange,
    errors: [...operationErrors, 'Conflict'],
  }),
  listForProduct: defineEndpoint({
    method: 'GET',
    path: '/api/Products/{id}/Subscriptions',
    summary: "The account's subscriptions to one product",
    action: 'subscriptions.viewForProduct',
    params: z.object({ id: catalogIdParameter }),
    query: listQuery(subscriptionSortFields, { sortField: 'startDate', order: 'desc' }),
    response: listSchema(subscription),
  }),
};
