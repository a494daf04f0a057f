import { z } from 'zod';
import { emailAddress } from '../api/email-address.ts';
import { defineEndpoint } from '../api/endpoint.ts';
import { listQuery, listSchema, providerId, shippingDetails, utc } from '../api/values.ts';
import { operationAnswer, operationErrors } from './operations.ts';

/** A saved card (CARD-15). */
export const savedCard = z.object({
  stripeId: z.string(),
  card: z.object({
    /** `bank account` and `link`: payment methods that the vendor added at Stripe, which never expire. */
    brand: z.enum([
      'visa',
      'mastercard',
      'american express',
      'discover',
      'jcb',
      'diners club',
      'bank account',
      'link',
      'unknown',
    ]),
    /** Empty for a method without digits. */
    last4: z.string(),
    expMonth: z.int().min(1).max(12),
    expYear: z.int(),
    isDefault: z.boolean(),
  }),
  billingDetails: z.object({ name: z.string().nullable(), email: z.string().nullable() }),
  /** The billing type (CARD-20); null if the bank does not say, or for a method that is not a card. */
  funding: z.enum(['credit', 'debit', 'prepaid']).nullable(),
  /** Whether the card pays for a subscription that renews or has an unpaid amount. Such a card cannot be deleted. */
  inUse: z.boolean(),
  /** When the card's latest charge was declined; null if that charge succeeded, or there was no recent one. */
  declinedAt: utc.nullable(),
});
export type SavedCard = z.infer<typeof savedCard>;

/**
 * A card that was added or changed; null while the change is still being confirmed. If the added card was saved before,
 * this is the saved one (CARD-19).
 */
const cardChange = operationAnswer.extend({ savedCard: savedCard.nullable() });

const cardList = {
  query: listQuery(['created'], { sortField: 'created', order: 'desc', pageSize: 100 }),
  response: listSchema(savedCard),
} as const;

const cardParameters = z.object({ id: providerId });

export const cards = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/PaymentMethods/Card',
    summary: "The account's saved cards, default card first",
    action: 'cards.view',
    ...cardList,
  }),
  listSources: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/Sources/Cards',
    summary: 'The saved cards under their older path',
    action: 'cards.view',
    ...cardList,
  }),
  addSource: defineEndpoint({
    method: 'POST',
    path: '/api/Billing/sources',
    summary: 'Adds a card by a token from the payment provider; a token can be used once',
    action: 'cards.add',
    body: z.object({
      stripeToken: z.string().regex(/^tok_[a-zA-Z0-9_]{1,250}$/),
      billingDetails: z
        .object({ name: z.string().trim().max(200).nullish(), email: emailAddress(500).nullish() })
        .optional(),
      makeDefault: z.boolean().optional(),
    }),
    response: cardChange,
    errors: operationErrors,
  }),
  add: defineEndpoint({
    method: 'POST',
    path: '/api/Billing/PaymentMethods',
    summary:
      'Begins adding a card: the browser confirms the client secret with the card form, then asks the server to store the card',
    action: 'cards.add',
    body: z.object({}).optional(),
    response: z.object({ clientSecret: z.string(), shippingDetails: shippingDetails.nullable() }),
    errors: operationErrors,
  }),
  confirm: defineEndpoint({
    method: 'POST',
    path: '/api/Billing/PaymentMethods/{id}/Confirmed',
    summary: 'Stores a card that was just confirmed in the browser, without waiting for the webhook',
    action: 'cards.add',
    params: cardParameters,
    body: z.object({ makeDefault: z.boolean().optional() }).optional(),
    response: cardChange,
    errors: operationErrors,
  }),
  makeDefault: defineEndpoint({
    method: 'POST',
    path: '/api/Billing/PaymentMethods/{id}/Default',
    summary: 'Makes a saved card the default card for renewals',
    action: 'cards.manage',
    params: cardParameters,
    body: z.object({}).optional(),
    response: cardChange,
    errors: operationErrors,
  }),
  replace: defineEndpoint({
    method: 'POST',
    path: '/api/Billing/PaymentMethods/{id}/Replacement',
    summary:
      'Charges everything that a saved card pays for to another saved card from now on, all or nothing; charges nothing now',
    action: 'cards.manage',
    params: cardParameters,
    body: z.object({
      /** The card that pays from now on. It becomes the default card if the replaced one was. */
      paymentMethodId: providerId,
      /** Whether the replaced card is then deleted. */
      deleteReplaced: z.boolean(),
    }),
    response: operationAnswer,
    errors: [...operationErrors, 'Conflict'],
  }),
  delete: defineEndpoint({
    method: 'DELETE',
    path: '/api/Billing/PaymentMethods/{id}',
    summary: 'Deletes a saved card',
    action: 'cards.manage',
    params: cardParameters,
    response: operationAnswer,
    errors: [...operationErrors, 'Conflict'],
  }),
};
