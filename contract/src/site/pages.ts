import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { returnUrl } from '../identity/session.ts';

/** Pages with parameters that the server reads. */
export const pages = {
  signOut: defineEndpoint({
    method: 'GET',
    path: '/logout',
    summary: 'The page that signs out of the products, and of the portal if the session has not ended',
    action: 'session.signOut',
    duringSetup: true,
    query: z.object({
      /** Identifies a sign-out that the portal started, and its target. */
      request_id: z.string().max(4_000).optional(),
      ReturnUrl: returnUrl,
    }),
  }),
};
