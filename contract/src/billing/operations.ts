import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { catalogId, utc } from '../api/values.ts';

/**
 * State of a change at the payment provider. `pending`: being confirmed; poll, and do not send it again.
 * `requiresAction`: the cardholder must authenticate. `failed`: nothing was changed.
 */
export const operationStatus = z.enum(['pending', 'requiresAction', 'succeeded', 'failed']);
export type OperationStatus = z.infer<typeof operationStatus>;

/** The fields at the start of every response to a change (OPS-8). */
export const operationAnswer = z.object({ operationId: z.uuid(), status: operationStatus });

/** Codes with which every call that changes something at the payment provider may answer. */
export const operationErrors = ['CardError', 'ChangeUnderWay'] as const;

/** What an operation changes, as the user sees it: the account's subscription to a product, or its cards and invoices. */
export const operationKinds = [
  'purchase',
  'cancel',
  'restore',
  'changeCard',
  'acceptOffer',
  'takeBack',
  'pay',
  'card',
] as const;

/** A change with an unknown outcome. */
export const liveOperation = z.object({
  id: z.uuid(),
  kind: z.enum(operationKinds),
  /** The product that is bought, changed, canceled or restored; null for cards and invoices. */
  productId: catalogId.nullable(),
  /** `requiresAction`: the cardholder must authenticate, see `GET /api/Products/{id}/Purchase/{operationId}`. */
  status: z.enum(['pending', 'requiresAction']),
  createdAt: utc,
});
export type LiveOperation = z.infer<typeof liveOperation>;

/** Maximum number of live operations in a response. An account has at most one per product, card and invoice. */
export const maxLiveOperations = 100;

export const operations = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/Operations',
    summary:
      "The account's changes that are being confirmed with the payment provider, newest first, at most a hundred",
    action: 'operations.view',
    response: z.object({ items: z.array(liveOperation).max(maxLiveOperations) }),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/Operations/{operationId}',
    summary: 'The state of a change that is being confirmed with the payment provider',
    action: 'operations.view',
    params: z.object({ operationId: z.uuid() }),
    response: operationAnswer.extend({
      /** Why the operation failed, in the user's language or the provider's words. */
      error: z.object({ code: z.string(), message: z.string() }).nullable(),
    }),
  }),
};
