import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

/**
 * How a change at the payment provider stands. `pending`: being confirmed; ask again, and do not send it again. `requiresAction`: the card's
 * holder must confirm. `failed`: nothing was changed.
 */
export const operationStatus = z.enum(['pending', 'requiresAction', 'succeeded', 'failed']);
export type OperationStatus = z.infer<typeof operationStatus>;

/** What every answer to a change begins with. */
export const operationAnswer = z.object({ operationId: z.uuid(), status: operationStatus });

export const operations = {
  get: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/Operations/{operationId}',
    summary: 'How a change stands that is being confirmed with the payment provider',
    access: { who: 'user', features: ['billing'] },
    params: z.object({ operationId: z.uuid() }),
    response: operationAnswer.extend({
      /** Why it failed, in the reader's language or in the provider's words. */
      error: z.object({ code: z.string(), message: z.string() }).nullable(),
    }),
  }),
};
