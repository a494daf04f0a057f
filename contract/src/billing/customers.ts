import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { cents, shippingDetails } from '../api/values.ts';

/** The account as the payment provider's customer: its billing address and its credit. */
export const customers = {
  getBusinessAddress: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/BusinessAddress',
    summary: 'The address that the account last entered for its invoices',
    action: 'addresses.view',
    response: z.object({
      shippingDetails: shippingDetails.nullable(),
      /** Defaults of an address that was not entered yet: the account's name and place; the state may be empty. */
      usual: z.object({ name: z.string(), country: z.string().length(2), state: z.string() }),
    }),
  }),
  getBalance: defineEndpoint({
    method: 'GET',
    path: '/api/Billing/Balance',
    summary: "The account's credit with the vendor",
    action: 'billing.view',
    response: z.object({
      /** Credit in cents, which the next invoices use first; negative if the account owes money. */
      endingBalance: cents,
      currency: z.string(),
    }),
  }),
};
