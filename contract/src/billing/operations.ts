import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { catalogId, utc } from '../api/values.ts';

/**
 * How a change at the payment provider stands. `pending`: being confirmed; ask again, and do not send it again. `requiresAction`: the card's
 * cardholder must confirm. `failed`: nothing was changed.
 */
export const operationStatus = z.enum(['pending', 'requiresAction', 'succeeded', 'failed']);
export type OperationStatus = z.infer<typeof operationStatus>;

/** What every answer to a change begins with (OPS-8). */
export const operationAnswer = z.object({ operationId: z.uuid(), status: operationStatus });

/** What every call that makes a change at the payment provider may answer with. */
export const operationErrors = ['CardError', 'ChangeUnderWay'] as const;

/** What is changed, as far as a reader is concerned: what the account has of a product, or its cards and invoices. */
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

/** A change whose outcome is not known yet. */
export const liveOperation = z.object({
  id: z.uuid(),
  kind: z.enum(operationKinds),
  /** The product that is bought, changed, canceled or restored; null for cards and invoices. */
  productId: catalogId.nullable(),
  /** `requiresAction`: the cardholder must confirm, see `GET /api/Products/{id}/Purchase/{operationId}`. */
  status: z.enum(['pending', 'requiresAction']),
  createdAt: utc,
});
export type LiveOperation = z.infer<typeof liveOperation>;

/** The longest answer of live operations; an account has at most one for each product, card and invoice. */
export const mostLiveOperations = 100;

export const operations = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/Operations',
    summary:
      "The account's changes that are being confirmed with the payment provider, the newest first, a hundred at most",
    action: 'operations.view',
    response: z.object({ items: z.array(liveOperation).max(mostLiveOperations) }),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/Operations/{operationId}',
    summary: 'How a change stands that is being confirmed with the payment provider',
    action: 'operations.view',
    params: z.object({ operationId: z.uuid() }),
    response: operationAnswer.extend({
      /** Why it failed, in the reader's language or in the provider's words. */
      error: z.object({ code: z.string(), message: z.string() }).nullable(),
    }),
  }),
};
