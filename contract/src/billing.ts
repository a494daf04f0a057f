import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { listOf, listQuery, providerId, shippingDetails } from './values.ts';

/** Spec 1 §3 'Card'. */
export const savedCard = z.object({
  stripeId: z.string(),
  card: z.object({
    brand: z.enum(['visa', 'mastercard', 'american express', 'discover', 'jcb', 'diners club', 'unknown']),
    last4: z.string(),
    expMonth: z.int().min(1).max(12),
    expYear: z.int(),
    isDefault: z.boolean(),
  }),
  billingDetails: z.object({ name: z.string().nullable(), email: z.string().nullable() }),
});
export type SavedCard = z.infer<typeof savedCard>;

const access = { who: 'user', features: ['customerAdmin', 'billing'] } as const;
const cardParameters = z.object({ id: providerId });

export const billing = {
  getBusinessAddress: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/BusinessAddress',
    summary: 'The address that the account gave last for its invoices',
    access: { who: 'user', features: ['billing'] },
    response: z.object({ shippingDetails: shippingDetails.nullable() }),
  }),
  listCards: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/PaymentMethods/Card',
    summary: "The account's saved cards, the default one first",
    access: { who: 'user', features: ['billing'] },
    query: listQuery(['created'], { sortField: 'created', order: 'desc', pageSize: 100 }),
    response: listOf(savedCard),
  }),
  addCard: defineEndpoint({
    method: 'POST',
    path: '/api/Billing/PaymentMethods',
    summary:
      'Begins adding a card: the browser confirms the client secret with the card form, then tells the server to read it',
    access: { who: 'user', features: ['billing'], notWhileActing: true },
    body: z.object({}).optional(),
    response: z.object({ clientSecret: z.string(), shippingDetails: shippingDetails.nullable() }),
  }),
  confirmCard: defineEndpoint({
    method: 'POST',
    path: '/api/Billing/PaymentMethods/{id}/Confirmed',
    summary:
      'Takes a card that was just confirmed in the browser into the saved cards, without waiting for the webhook',
    access: { who: 'user', features: ['billing'], notWhileActing: true },
    params: cardParameters,
    body: z.object({ makeDefault: z.boolean().optional() }).optional(),
    response: savedCard,
  }),
  makeCardDefault: defineEndpoint({
    method: 'POST',
    path: '/api/Billing/PaymentMethods/{id}/Default',
    summary: 'Makes a saved card the one that renewals are charged to',
    access: { ...access, notWhileActing: true },
    params: cardParameters,
    body: z.object({}).optional(),
    response: savedCard,
  }),
  deleteCard: defineEndpoint({
    method: 'DELETE',
    path: '/api/Billing/PaymentMethods/{id}',
    summary: 'Forgets a saved card',
    access: { ...access, notWhileActing: true },
    params: cardParameters,
    response: z.object({}),
    errors: ['Conflict'],
  }),
};
